// What the app does when it is asked for another tool, or for another manner of painting.
#include "app/app.hpp"

namespace repose {

void App::change_brush_shape() {
  Brush& brush = ui_.brush;
  const bool square = brush.shape == BrushShape::square;
  brush.shape = brush.spray || square ? BrushShape::round : BrushShape::square;
  brush.spray = square && !brush.spray;
  say(brush.spray ? "A spray." : brush.shape == BrushShape::round ? "A round brush." : "A square brush.");
}

void App::choose_tool(Tool tool) {
  const bool again = ui_.tool == tool;
  ui_.tool = tool;
  Brush& brush = ui_.brush;
  if (again && tool == Tool::brush) change_brush_shape();
  if (again && tool == Tool::rectangle) {
    brush.outline = !brush.outline;
    say(brush.outline ? "The outlines of rectangles." : "Whole rectangles.");
  }
}

bool App::perform_on_tools(Action action) {
  for (const ToolInfo& info : tools()) {
    if (info.action != action) continue;
    choose_tool(info.tool);
    return true;
  }
  switch (action) {
    case Action::paint_over:
      ui_.brush.over = next(ui_.brush.over);
      say(std::string(describe(ui_.brush.over)));
      return true;
    case Action::mirror:
      ui_.mirror.symmetry = next(ui_.mirror.symmetry);
      if (ui_.mirror.symmetry == Symmetry::none) ui_.mirror = {};  // next time in the middle again
      say(std::string(describe(ui_.mirror.symmetry)));
      return true;
    case Action::mirror_here: canvas_.put_mirror_here(); return true;
    default: return false;
  }
}

}  // namespace repose
