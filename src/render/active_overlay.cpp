#include "render/active_overlay.hpp"

#include <algorithm>
#include <array>

namespace repose {

namespace {

using Rgba = std::array<std::uint8_t, 4>;

constexpr Rgba kAtRest{0, 0, 0, 150};
constexpr Rgba kActiveCell{kActiveColor.r, kActiveColor.g, kActiveColor.b, 110};
constexpr Rgba kActiveChunk{0, 0, 0, 0};

// The pixels that show any of the cells begin..end-1; `edges` are those of an OverlayGrid.
Range pixels_over(const std::vector<int>& edges, int begin, int end) {
  const int pixels = static_cast<int>(edges.size()) - 1;
  // Edges ascend, and pixel i shows the cells from edges[i] on. So the last pixel that begins at or before `begin`
  // shows it.
  const auto index = [&](auto at) { return static_cast<int>(at - edges.begin()); };
  const int first = index(std::upper_bound(edges.begin(), edges.end(), begin)) - 1;
  const int last = index(std::lower_bound(edges.begin(), edges.end(), end));
  return {std::clamp(first, 0, pixels), std::clamp(last, 0, pixels)};
}

}  // namespace

void paint_active_cells(const ActiveCells& active, int world_width, int world_height, const Camera& camera,
                        CellOverlay& overlay) {
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  if (active.unit == ActiveCells::Unit::every_cell || overlay.width <= 0) return;
  for (std::size_t i = 0; i < overlay.rgba.size(); i += 4) std::ranges::copy(kAtRest, &overlay.rgba[i]);
  const Rgba& color = active.unit == ActiveCells::Unit::chunk ? kActiveChunk : kActiveCell;
  for (const CellBox& box : active.boxes) {
    const Range columns = pixels_over(grid.column_edges, box.x, box.x + box.width);
    const Range rows = pixels_over(grid.row_edges, box.y, box.y + box.height);
    for (int j = rows.begin; j < rows.end; ++j) {
      for (int i = columns.begin; i < columns.end; ++i) {
        const std::size_t at =
            static_cast<std::size_t>(j) * static_cast<std::size_t>(overlay.width) + static_cast<std::size_t>(i);
        std::ranges::copy(color, &overlay.rgba[4 * at]);
      }
    }
  }
}

}  // namespace repose
