// The panels beside the canvas: time, speed and brush, the parameters of the automaton, the toolbar.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "app/widgets/icons.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;

class ParameterPanel;

class SidePanel {
 public:
  explicit SidePanel(Desk& desk) : desk_(desk) {}

  void draw(ImVec2 position, ImVec2 size);
  // Parts of it, inside the current window.
  void speed();
  void brush();

 private:
  void transport();
  void pour_rate();
  void brush_shape();
  void spray_density();
  void body_depth();

  Desk& desk_;
};

// The panel of the running automaton's parameters.

class ParameterPanel {
 public:
  explicit ParameterPanel(Desk& desk) : desk_(desk) {}

  void draw();

 private:
  struct Columns;

  void set(const ParameterInfo& info, double value);
  // Draws a heading that opens and closes the part below it.
  static void heading(const char* title, std::string_view summary, const char* landmark, bool& open);
  void switches(std::span<const ParameterInfo> list);
  void choices(const ParameterInfo& info);
  void named_choices(const ParameterInfo& info, const Columns& columns);
  std::string value_of(const ParameterInfo& info, bool with_unit);
  Columns columns_of(std::span<const ParameterInfo> list, bool units);
  void slider(const ParameterInfo& info, const Columns& columns);
  void sliders(std::span<const ParameterInfo> list, const Columns& columns);
  // Parameters with named choices, behind a heading of their own: they are needed rarely.
  void more(std::span<const ParameterInfo> list, const Columns& columns);
  void advice();

  Desk& desk_;
  float height_ = 0;  // height of the list in the last frame
  bool more_open_ = false;
};

// The strip beside the canvas: tools, what they paint over, the mirror.

class Toolbar {
 public:
  explicit Toolbar(Desk& desk) : desk_(desk) {}

  void draw(ImVec2 position, ImVec2 size);
  // Draws the buttons in rows, inside the current window.
  void draw_in_rows();

 private:
  void button(std::string_view id, const char* landmark, Icon icon, bool lit, float side);
  void next_place(float side);
  void tool_buttons(float side);
  void hand_buttons(float side);
  void manner_buttons(float side);

  Desk& desk_;
  bool in_rows_ = false, begins_row_ = false;
};

}  // namespace repose
