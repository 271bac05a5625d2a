// Helpers of every screen for a small picture of the whole world.
#pragma once

#include <optional>

#include "app/frame/screen.hpp"

namespace repose {

// Without grain, depth and glow, which are too fine for a small picture.
inline Looks overview_looks(Looks looks) {
  looks.grain = looks.depth_tint = looks.glow = looks.motion = looks.blur = false;
  return looks;
}

inline Camera overview_camera(const CellView& view, int width, int height) {
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.show_whole(view.width, view.height);
  return camera;
}

// The same camera, restricted to some of the rows.
inline Camera overview_camera(const CellView& view, int width, int height, std::optional<int> part) {
  Camera camera = overview_camera(view, width, height);
  if (!part) return camera;
  const int from = height * *part / Screen::kOverviewParts, to = height * (*part + 1) / Screen::kOverviewParts;
  camera.set_viewport({0, from, width, to - from});
  return camera;
}

}  // namespace repose
