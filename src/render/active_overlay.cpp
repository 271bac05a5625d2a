#include "render/active_overlay.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace repose {

namespace {

using Rgba = std::array<std::uint8_t, 4>;

constexpr Rgba kAtRest{0, 0, 0, 150};
constexpr Rgba kActiveCell{kActiveColor.r, kActiveColor.g, kActiveColor.b, 110};
constexpr Rgba kActiveChunk{0, 0, 0, 0};

// Which pixels show a cell, in one direction. A table, because a large world has very many boxes.
class PixelsOfCells {
 public:
  // `edges` are those of an OverlayGrid: they ascend, and pixel i shows the cells from edges[i] on.
  PixelsOfCells(const std::vector<int>& edges, int cells) : pixels_(static_cast<int>(edges.size()) - 1) {
    first_.resize(static_cast<std::size_t>(cells) + 1);
    below_.resize(static_cast<std::size_t>(cells) + 1);
    std::size_t not_above = 0, below = 0;  // edges that are not above the cell, that are below it
    for (int cell = 0; cell <= cells; ++cell) {
      while (not_above < edges.size() && edges[not_above] <= cell) ++not_above;
      while (below < edges.size() && edges[below] < cell) ++below;
      first_[static_cast<std::size_t>(cell)] = std::clamp(static_cast<int>(not_above) - 1, 0, pixels_);
      below_[static_cast<std::size_t>(cell)] = std::clamp(static_cast<int>(below), 0, pixels_);
    }
  }

  // The pixels that show any of the cells begin..end-1. The last pixel that begins at or before `begin` shows it.
  Range over(int begin, int end) const {
    return {first_[static_cast<std::size_t>(begin)], below_[static_cast<std::size_t>(end)]};
  }

 private:
  int pixels_;
  std::vector<int> first_, below_;
};

std::uint32_t packed(const Rgba& color) {
  std::uint32_t pixel;
  std::memcpy(&pixel, color.data(), sizeof pixel);
  return pixel;
}

}  // namespace

void paint_active_cells(const ActiveCells& active, int world_width, int world_height, const Camera& camera,
                        CellOverlay& overlay) {
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  if (active.unit == ActiveCells::Unit::every_cell || overlay.width <= 0) return;
  const auto paint = [&](Range columns, int row, std::uint32_t color) {
    const std::size_t width = static_cast<std::size_t>(overlay.width);
    std::uint8_t* out = &overlay.rgba[4 * (static_cast<std::size_t>(row) * width)];
    for (int i = columns.begin; i < columns.end; ++i) std::memcpy(out + 4 * i, &color, sizeof color);
  };
  for (int row = 0; row < overlay.height; ++row) paint({0, overlay.width}, row, packed(kAtRest));
  const std::uint32_t color = packed(active.unit == ActiveCells::Unit::chunk ? kActiveChunk : kActiveCell);
  const PixelsOfCells pixels_of_columns(grid.column_edges, world_width), pixels_of_rows(grid.row_edges, world_height);
  for (const CellBox& box : active.boxes) {
    const Range columns = pixels_of_columns.over(box.x, box.x + box.width);
    const Range rows = pixels_of_rows.over(box.y, box.y + box.height);
    for (int row = rows.begin; row < rows.end; ++row) paint(columns, row, color);
  }
}

}  // namespace repose
