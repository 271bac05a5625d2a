// What a small picture of the whole world needs on every screen.
#pragma once

#include "render/camera.hpp"
#include "render/looks.hpp"
#include "repose/solver.hpp"

namespace repose {

// Grains, depth and glow are too fine for it; what the picture says stays.
inline Looks overview_looks(Looks looks) {
  looks.grain = looks.depth_tint = looks.glow = looks.blur = false;
  return looks;
}

inline Camera overview_camera(const CellView& view, int width, int height) {
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.show_whole(view.width, view.height);
  return camera;
}

}  // namespace repose
