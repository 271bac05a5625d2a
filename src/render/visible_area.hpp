// Which cells a picture shows, and which pixels they cover: the same arithmetic for the painter and the shaders.
#pragma once

#include "render/camera.hpp"

namespace repose {

// Ends exclusive; empty when begin == end.
struct Range {
  int begin = 0, end = 0;
  int size() const { return end - begin; }
  bool empty() const { return begin >= end; }
  friend bool operator==(const Range&, const Range&) = default;
};

struct Area {
  Range x, y;
  bool empty() const { return x.empty() || y.empty(); }
  friend bool operator==(const Area&, const Area&) = default;
};

// The pixels of the viewport whose centres are on the world; in window pixels.
Area pixels_on_world(const Camera& camera, int world_width, int world_height);

// The cells that pixels of the viewport show, with `margin` cells more on every side, clipped to the world.
Area cells_in_view(const Camera& camera, int world_width, int world_height, int margin);

}  // namespace repose
