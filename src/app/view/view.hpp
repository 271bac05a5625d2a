// The canvas with everything that is drawn over it.
#pragma once

#include "app/input/clipping.hpp"
#include "app/view/canvas.hpp"
#include "app/view/compare_view.hpp"
#include "app/view/inspector.hpp"
#include "app/view/minimap.hpp"
#include "app/view/tool_preview.hpp"
#include "app/view/world_turn.hpp"
#include "app/view/world_views.hpp"

namespace repose {

struct Desk;

class View {
 public:
  explicit View(Desk& desk);

  // Whether something on the canvas moves or is under way without input.
  bool busy() const { return canvas.busy() || clipping.busy() || compare.busy() || turn.busy(); }

  // The canvas without the names of the two solvers at its upper edge.
  ImVec4 below_header(ImVec4 canvas_rect) const {
    canvas_rect.y += compare.header_height();
    return canvas_rect;
  }

  CompareView compare;
  WorldViews world_views;
  ToolPreview preview;
  WorldCanvas canvas;
  Clipping clipping;
  Inspector inspector;
  Minimap minimap;
  WorldTurn turn;
  PixelPoint shift;  // the picture of the world is drawn this many pixels off its place
};

}  // namespace repose
