// A picture drawn over the world: colours for some of its cells, seen through the same camera.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "render/camera.hpp"
#include "render/visible_area.hpp"
#include "repose/ruleset.hpp"

namespace repose {

struct CellOverlay {
  int width = 0, height = 0;       // of the picture; 0 if no cell of the world is visible
  std::vector<std::uint8_t> rgba;  // row by row, 4 bytes a pixel, alpha last
  PixelPoint low, high;            // its corners, in pixels of the window
};

// Which cells of the world a pixel of the picture shows: at least one in either direction.
struct OverlayGrid {
  std::vector<int> column_edges, row_edges;  // one more than there are pixels
  int world_width = 0, world_height = 0;

  Range columns_of(int pixel) const { return between(column_edges, pixel, world_width); }
  Range rows_of(int pixel) const { return between(row_edges, pixel, world_height); }

 private:
  static Range between(const std::vector<int>& edges, int pixel, int count) {
    const auto i = static_cast<std::size_t>(pixel);
    return {edges[i], std::min(std::max(edges[i + 1], edges[i] + 1), count)};
  }
};

// A transparent picture of the visible part. One of its pixels is a cell, or a pixel of the window if cells are
// smaller.
OverlayGrid begin_overlay(int world_width, int world_height, const Camera& camera, CellOverlay& overlay);

// Paints the cells whose byte in `mask` (row by row) is not 0; the rest stays transparent. A pixel is painted if any
// cell under it is marked, so single cells are visible in the largest worlds.
void mark_cells(std::span<const std::uint8_t> mask, int world_width, int world_height, const Camera& camera,
                Color color, CellOverlay& overlay);

}  // namespace repose
