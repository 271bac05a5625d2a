// What is laid over a picture of the world: a colour for some of its cells, seen through the same camera.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "render/camera.hpp"
#include "repose/ruleset.hpp"

namespace repose {

struct CellOverlay {
  int width = 0, height = 0;       // of the picture; 0 where no cell of the world is in sight
  std::vector<std::uint8_t> rgba;  // row by row, 4 bytes a pixel, alpha last
  PixelPoint low, high;            // its corners, in pixels of the window
};

// Paints the cells whose byte in `mask` (row by row) is not 0; the rest stays clear. A pixel of the picture is a cell, or where
// those are smaller a pixel of the window, painted if any cell under it is: single cells show in the largest worlds.
void mark_cells(std::span<const std::uint8_t> mask, int world_width, int world_height, const Camera& camera, Color color,
                CellOverlay& overlay);

}  // namespace repose
