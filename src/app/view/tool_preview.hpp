// What the tools show over the world before they change it: the cells that a click or release will change, and the axes
// of the mirror with the grips by which they are moved.
#pragma once

#include <optional>

#include "app/input/tools.hpp"
#include "app/view/fill_preview.hpp"
#include "render/camera.hpp"
#include "repose/edit.hpp"

namespace repose {

class App;

// What a tool is about to do, in cells.
struct ToolShape {
  Tool tool = Tool::brush;
  CellPoint from, to;        // the same while no button is held
  bool dragging = false;     // a line or rectangle grows
  std::uint8_t element = 0;  // that is painted
};

// The handle of an axis under a point of the window, in pixels.
enum class MirrorGrip : unsigned char { none, column, row };
MirrorGrip grip_at(App& app, const Camera& camera, PixelPoint at);

class ToolPreview {
 public:
  // Into ImGui's background list. Without a shape the axes alone.
  void draw(App& app, const Camera& camera, const std::optional<ToolShape>& shape);

 private:
  FillPreview fill_;
};

}  // namespace repose
