#include "app/input/tools.hpp"

#include <algorithm>

#include "app/actions/action_table.hpp"

namespace repose {

const std::vector<ToolInfo>& tools() {
  static const std::vector<ToolInfo> list = {
      {Tool::brush, action::tool_brush, Icon::brush, "brush", "Brush", "Paints while the button is held."},
      {Tool::line, action::tool_line, Icon::line, "line", "Line",
       "A straight line, as wide as the brush. Shift+drag with any tool."},
      {Tool::rectangle, action::tool_rectangle, Icon::rectangle, "rectangle", "Rectangle",
       "Ctrl+drag with any tool. An outline is as wide as the brush."},
      {Tool::fill, action::tool_fill, Icon::fill, "fill", "Fill",
       "Fills connected cells. Ctrl+Shift+click with any tool."},
      {Tool::pick, action::tool_pick, Icon::pick, "pick", "Pick",
       "Takes the element under the mouse. Middle click or Alt+click with any tool."},
      {Tool::select, action::tool_select, Icon::select, "select", "Select",
       "Drag to select a part of the world, to copy, cut, clear or save it."},
      {Tool::blow, action::tool_blow, Icon::blow, "blow", "Blow",
       "Blows what is loose along the way of the mouse; fire and smoke lean. The right button blows backwards."},
      {Tool::body, action::tool_body, Icon::body, "body", "Body",
       "Presses a foot into the sand, or drags a ball, a wheel or a rake over it. The right button goes twice as "
       "deep."},
  };
  return list;
}

const ToolInfo& tool_info(Tool tool) { return tools()[static_cast<std::size_t>(tool)]; }

Tool tool_with(Tool chosen, unsigned char modifiers) {
  if (modifiers & kAlt) return Tool::pick;
  if ((modifiers & kCtrl) && (modifiers & kShift)) return Tool::fill;
  if (modifiers & kShift) return Tool::line;
  if (modifiers & kCtrl) return Tool::rectangle;
  return chosen;
}

PaintOver next(PaintOver over) { return static_cast<PaintOver>((static_cast<int>(over) + 1) % 3); }

std::string_view describe(PaintOver over) {
  switch (over) {
    case PaintOver::everything:
      return "Painting over everything. Fire, sparks and gases fill only empty cells, and light what burns.";
    case PaintOver::empty: return "Painting only over empty cells.";
    case PaintOver::same: break;
  }
  return "Painting only over the element that was under the mouse when the button was pressed.";
}

Mirror mirror_in(const MirrorAxes& axes, int width, int height) {
  const Mirror middle = middle_of(width, height, axes.symmetry);
  return {axes.symmetry, std::clamp(axes.sum_x.value_or(middle.sum_x), 0, 2 * (width - 1)),
          std::clamp(axes.sum_y.value_or(middle.sum_y), 0, 2 * (height - 1))};
}

Symmetry next(Symmetry symmetry) { return static_cast<Symmetry>((static_cast<int>(symmetry) + 1) % 4); }

std::string_view describe(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::none: return "No mirror.";
    case Symmetry::left_right: return "Mirrors left and right.";
    case Symmetry::up_down: return "Mirrors above and below.";
    case Symmetry::both: break;
  }
  return "Mirrors in all four corners.";
}

}  // namespace repose
