// The panel of the running automaton's parameters.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "repose/solver.hpp"

namespace repose {

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

}  // namespace repose
