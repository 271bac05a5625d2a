// What a person paints with: tool, brush, mirror, and the tab of the palette.
#pragma once

#include <optional>
#include <string>

#include "app/frame/messages.hpp"
#include "app/input/stroke.hpp"
#include "app/input/tools.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

struct Settings;

class PaintBox {
 public:
  PaintBox(Simulation& simulation, Messages& messages) : simulation_(simulation), messages_(messages) {}

  Brush& brush() { return brush_; }
  const Brush& brush() const { return brush_; }
  Tool tool() const { return tool_; }
  void set_tool(Tool tool) { tool_ = tool; }
  MirrorAxes& mirror_axes() { return mirror_; }
  Mirror mirror() const;
  // The palette's tab: an index into Ruleset::groups, or kAllGroups.
  int group() const { return group_; }
  void set_group(int group) { group_ = group; }

  // The tool that is chosen already changes its shape.
  void choose_tool(Tool tool);
  void change_brush_shape();
  // One notch of the wheel is one click; negative ones make it smaller.
  void change_brush_size(double clicks);
  // Of what the brush pours; false where it pours nothing.
  bool change_pour_rate(double clicks);
  // Paints with that element from now on.
  void pick(std::uint8_t element);
  // The element at that place of the palette's tab, counted from 1.
  void pick_by_number(int number);

  // With its mirror images. `continues`: belongs to the same stroke as the edit before it, and is undone with it.
  // `title`: of the operation, for the menu; empty: by what it paints.
  void paint(const Edit& edit, bool continues = false, const std::string& title = {});

  // Other rules run: elements are matched by name. `before`: null where there is nothing to match with.
  void adopt_rules(const Ruleset* before);
  void take_remembered(const Settings& settings);
  void remember(Settings& settings) const;

 private:
  Simulation& simulation_;
  Messages& messages_;
  Brush brush_;
  Tool tool_ = Tool::brush;
  MirrorAxes mirror_;
  int group_ = -1;
};

}  // namespace repose
