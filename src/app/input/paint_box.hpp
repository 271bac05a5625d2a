// The tool, the brush, the mirror, and the tab of the palette.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/frame/messages.hpp"
#include "app/input/stroke.hpp"
#include "app/input/tools.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

struct Desk;

struct Scene;
struct Settings;

class PaintBox {
 public:
  explicit PaintBox(Desk& desk) : desk_(desk) {}

  Brush& brush() { return brush_; }
  const Brush& brush() const { return brush_; }
  Tool tool() const { return tool_; }
  void set_tool(Tool tool) { tool_ = tool; }
  MirrorAxes& mirror_axes() { return mirror_; }
  Mirror mirror() const;
  // The palette's tab: an index into Ruleset::groups, or kAllGroups.
  int group() const { return group_; }
  void set_group(int group) { group_ = group; }

  // Choosing the chosen tool again changes its shape.
  void choose_tool(Tool tool);
  void choose_body(BodyShape shape);
  void change_brush_shape();
  // A notch of the wheel is one click; negative values make the brush smaller.
  void change_brush_size(double clicks);
  // Changes the rate at which the brush pours; false if it does not pour.
  bool change_pour_rate(double clicks);
  // Chooses that element to paint with.
  void pick(std::uint8_t element);
  // Chooses the element at that position of the palette's tab, counted from 1.
  void pick_by_number(int number);

  // Paints the edit and its mirror images. `continues`: belongs to the same stroke as the edit before it, and is undone
  // with it. `title`: of the operation, for the menu; empty: derived from what is painted.
  void paint(const Edit& edit, bool continues = false, const std::string& title = {});

  // Chooses the element with which a scene is played; null, or a scene without one: leaves the brush as it is.
  void play_with(const Scene* scene);
  // Call when other rules run: elements are matched by name. `before`: null if there are no rules to match with.
  void adopt_rules(const Ruleset* before);
  void take_remembered(const Settings& settings);
  void remember(Settings& settings) const;

 private:
  void put_on_brush(std::uint8_t element);
  void open_fullest_tab(const std::vector<int>& groups, bool chooses_element);

  Desk& desk_;
  Brush brush_;
  Tool tool_ = Tool::brush;
  MirrorAxes mirror_;
  int group_ = -1;
};

}  // namespace repose
