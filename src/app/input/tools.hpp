// The tools of the mouse: what the left and the right button do on the canvas.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/input/bindings.hpp"
#include "app/widgets/icons.hpp"
#include "repose/shapes.hpp"

namespace repose {

enum class Tool : unsigned char { brush, line, rectangle, fill, pick, select };

struct ToolInfo {
  Tool tool;
  std::string_view action;  // that chooses it
  Icon icon;
  std::string_view id;  // of its landmark: "tool/" and this
  std::string_view title;
  std::string_view summary;  // tooltip
};

// As they stand in the toolbar.
const std::vector<ToolInfo>& tools();
const ToolInfo& tool_info(Tool tool);

// The tool that a press means while these modifiers are held, whichever is chosen.
Tool tool_with(Tool chosen, unsigned char modifiers);

// What of the world a tool may change.
enum class PaintOver : unsigned char {
  everything,
  empty,  // the background alone
  same,   // the element alone that lay under the mouse when the button was pressed
};
PaintOver next(PaintOver over);
std::string_view describe(PaintOver over);  // "Painting over everything."

// Around what the tools mirror.
struct MirrorAxes {
  Symmetry symmetry = Symmetry::none;
  std::optional<int> sum_x, sum_y;  // as in Mirror; the middle of the world where there is none
};
Mirror mirror_in(const MirrorAxes& axes, int width, int height);
Symmetry next(Symmetry symmetry);
std::string_view describe(Symmetry symmetry);

}  // namespace repose
