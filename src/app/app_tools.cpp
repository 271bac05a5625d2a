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

}  // namespace repose
