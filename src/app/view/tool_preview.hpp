// Shows over the world what a tool will change: the cells that a click or release will change, and the axes of the
// mirror with their grips.
#pragma once

#include <optional>
#include <vector>

#include "app/input/gust.hpp"
#include "app/input/tools.hpp"
#include "app/view/fill_preview.hpp"
#include "render/camera.hpp"
#include "repose/edit.hpp"

namespace repose {

struct Desk;

struct WindowPoints;  // converts cells to points of the window

// The shape to which a tool will be applied, in cells.
struct ToolShape {
  Tool tool = Tool::brush;
  CellPoint from, to;        // equal while no button is held
  bool dragging = false;     // a line or rectangle is unfinished
  std::uint8_t element = 0;  // the element that is painted
  GustDirection gust = {};   // where the blow tool blows
};

// The handle of an axis under a point of the window, in pixels.
enum class MirrorGrip : unsigned char { none, column, row };
MirrorGrip grip_at(const Mirror& mirror, float pixels_per_point, const Camera& camera, PixelPoint at);

class ToolPreview {
 public:
  explicit ToolPreview(Desk& desk) : desk_(desk) {}

  // Draws into ImGui's background list. Without a shape draws only the axes.
  void draw(const Camera& camera, const std::optional<ToolShape>& shape);

 private:
  void draw_flood(const WindowPoints& points, const ToolShape& shape);
  void draw_shape(const WindowPoints& points, const ToolShape& shape) const;
  std::vector<Span> cells_of(const Edit& edit) const;

  Desk& desk_;
  FillPreview fill_;
};

}  // namespace repose
