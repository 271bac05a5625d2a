// The panels beside the canvas: time, speed and brush, the parameters of the automaton, the toolbar.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "app/widgets/icons.hpp"
#include "repose/solver.hpp"

namespace repose {

class ActionTable;
class PaintBox;
class PalettePanel;
class ParameterPanel;
class Simulation;
struct Settings;

class SidePanel {
 public:
  SidePanel(Simulation& simulation, PaintBox& paint_box, Settings& settings, const ActionTable& actions,
            ParameterPanel& parameters, PalettePanel& palette)
      : simulation_(simulation),
        paint_box_(paint_box),
        settings_(settings),
        actions_(actions),
        parameters_(parameters),
        palette_(palette) {}

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

  Simulation& simulation_;
  PaintBox& paint_box_;
  Settings& settings_;
  const ActionTable& actions_;
  ParameterPanel& parameters_;
  PalettePanel& palette_;
};

// The panel of the running automaton's parameters.

class Simulation;
struct Settings;

class ParameterPanel {
 public:
  ParameterPanel(Simulation& simulation, Settings& settings) : simulation_(simulation), settings_(settings) {}

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

  Simulation& simulation_;
  Settings& settings_;
  float height_ = 0;  // height of the list in the last frame
  bool more_open_ = false;
};

// The strip beside the canvas: tools, what they paint over, the mirror.

class ActionTable;
class Inspector;
class PaintBox;
class Recording;

class Toolbar {
 public:
  Toolbar(PaintBox& paint_box, Inspector& inspector, Recording& recording, const ActionTable& actions)
      : paint_box_(paint_box), inspector_(inspector), recording_(recording), actions_(actions) {}

  void draw(ImVec2 position, ImVec2 size);
  // Draws the buttons in rows, inside the current window.
  void draw_in_rows();

 private:
  void button(std::string_view id, const char* landmark, Icon icon, bool lit, float side);
  void next_place(float side);
  void tool_buttons(float side);
  void hand_buttons(float side);
  void manner_buttons(float side);

  PaintBox& paint_box_;
  Inspector& inspector_;
  Recording& recording_;
  const ActionTable& actions_;
  bool in_rows_ = false, begins_row_ = false;
};

}  // namespace repose
