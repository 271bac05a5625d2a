#include "render/cell_overlay.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "render/visible_area.hpp"

namespace repose {

namespace {

// Pixel i of the picture shows cells edges[i]..edges[i + 1] - 1, at least one.
std::vector<int> cell_edges(Range pixels, double origin, double zoom, int count) {
  std::vector<int> edges;
  for (int pixel = pixels.begin; pixel <= pixels.end; ++pixel) {
    edges.push_back(std::clamp(static_cast<int>(std::floor((pixel - origin) / zoom)), 0, count));
  }
  return edges;
}

}  // namespace

OverlayGrid begin_overlay(int world_width, int world_height, const Camera& camera, CellOverlay& overlay) {
  const bool by_cells = camera.zoom() >= 1.0;
  const Area area = by_cells ? cells_in_view(camera, world_width, world_height, 0)
                             : pixels_on_world(camera, world_width, world_height);
  const auto corner = [&](int x, int y) { return PixelPoint{static_cast<double>(x), static_cast<double>(y)}; };
  overlay.width = area.x.size();
  overlay.height = area.y.size();
  overlay.low = corner(area.x.begin, area.y.begin);
  overlay.high = corner(area.x.end, area.y.end);
  overlay.rgba.assign(static_cast<std::size_t>(overlay.width) * static_cast<std::size_t>(overlay.height) * 4, 0);
  OverlayGrid grid{{}, {}, world_width, world_height};
  if (area.empty()) return grid;
  if (by_cells) {
    for (int x = area.x.begin; x <= area.x.end; ++x) grid.column_edges.push_back(x);
    for (int y = area.y.begin; y <= area.y.end; ++y) grid.row_edges.push_back(y);
    overlay.low = camera.to_pixel(overlay.low);
    overlay.high = camera.to_pixel(overlay.high);
  } else {
    grid.column_edges = cell_edges(area.x, camera.origin().x, camera.zoom(), world_width);
    grid.row_edges = cell_edges(area.y, camera.origin().y, camera.zoom(), world_height);
  }
  return grid;
}

void mark_cells(std::span<const std::uint8_t> mask, int world_width, int world_height, const Camera& camera,
                Color color, CellOverlay& overlay) {
  assert(mask.size() == static_cast<std::size_t>(world_width) * static_cast<std::size_t>(world_height));
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  std::vector<std::uint8_t> marked(static_cast<std::size_t>(overlay.width));
  std::uint8_t* out = overlay.rgba.data();
  for (int j = 0; j < overlay.height; ++j) {
    std::ranges::fill(marked, std::uint8_t{0});
    const Range rows = grid.rows_of(j);
    for (int y = rows.begin; y < rows.end; ++y) {
      const std::uint8_t* const row = &mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(world_width)];
      for (int i = 0; i < overlay.width; ++i) {
        const Range columns = grid.columns_of(i);
        if (std::any_of(row + columns.begin, row + columns.end, [](std::uint8_t cell) { return cell != 0; }))
          marked[static_cast<std::size_t>(i)] = 1;
      }
    }
    for (const std::uint8_t is_marked : marked) {
      if (is_marked != 0) {
        const std::uint8_t pixel[] = {color.r, color.g, color.b, 255};
        std::copy_n(pixel, 4, out);
      }
      out += 4;
    }
  }
}

}  // namespace repose
