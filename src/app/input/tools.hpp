// The tools of the mouse: what the left and the right button do on the canvas.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/input/bindings.hpp"
#include "app/widgets/icons.hpp"
#include "repose/shapes.hpp"

namespace repose {

enum class Tool : unsigned char { brush, line, rectangle, fill, pick, select, blow, body };

struct ToolInfo {
  Tool tool;
  std::string_view action;  // the action that chooses it
  Icon icon;
  std::string_view id;  // of its landmark: "tool/" and this
  std::string_view title;
  std::string_view summary;  // tooltip
};

// In the order of the toolbar.
const std::vector<ToolInfo>& tools();
const ToolInfo& tool_info(Tool tool);

// The tool that a press uses while these modifiers are held.
Tool tool_with(Tool chosen, unsigned char modifiers);

// Which cells of the world a tool may change.
enum class PaintOver : unsigned char {
  everything,
  empty,  // the background only
  same,   // only the element that was under the mouse when the button was pressed
};
PaintOver next(PaintOver over);
std::string_view describe(PaintOver over);  // "Painting over everything."

// The axes at which the tools mirror.
struct MirrorAxes {
  Symmetry symmetry = Symmetry::none;
  std::optional<int> sum_x, sum_y;  // as in Mirror; empty: the middle of the world
};
Mirror mirror_in(const MirrorAxes& axes, int width, int height);
Symmetry next(Symmetry symmetry);
std::string_view describe(Symmetry symmetry);

}  // namespace repose
