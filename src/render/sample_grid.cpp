#include "render/sample_grid.hpp"

#include <algorithm>
#include <cmath>

namespace repose {

namespace {

// One axis of a grid.
struct Samples {
  int count, first;
  float offset, pixel;
  Range cells;
};

// One sample per cell.
Samples whole_cells(Range pixels, double origin, double zoom, int cell_count, int margin) {
  const int begin = std::max(static_cast<int>(std::floor((pixels.begin + 0.5 - origin) / zoom)) - margin, 0);
  const int end = std::min(static_cast<int>(std::floor((pixels.end - 0.5 - origin) / zoom)) + 1 + margin, cell_count);
  return {end - begin, begin, 0, static_cast<float>((pixels.begin + 0.5 - origin) / zoom - begin), {begin, end}};
}

// One sample per pixel, at the centre of the pixel.
Samples whole_pixels(Range pixels, double origin, double zoom, int cell_count, int margin) {
  const int before = std::min(margin, static_cast<int>((pixels.begin - origin) + 0.5));
  const int after = std::min(margin, static_cast<int>(origin + cell_count * zoom - pixels.end + 0.5));
  const double begin = (pixels.begin - std::max(before, 0) - origin) / zoom;
  const int count = pixels.size() + std::max(before, 0) + std::max(after, 0);
  const auto first = static_cast<int>(std::floor(begin));
  const Range cells{std::max(first, 0), std::min(static_cast<int>(std::ceil(begin + count / zoom)), cell_count)};
  return {count, first, static_cast<float>(begin - first), static_cast<float>(std::max(before, 0)) + 0.5f, cells};
}

}  // namespace

SampleGrid make_sample_grid(const Camera& camera, int world_width, int world_height, int margin) {
  SampleGrid grid;
  grid.pixels = pixels_on_world(camera, world_width, world_height);
  if (grid.pixels.empty()) return grid;
  const bool enlarged = camera.zoom() >= 1.0;
  const auto axis = enlarged ? whole_cells : whole_pixels;
  const Samples x = axis(grid.pixels.x, camera.origin().x, camera.zoom(), world_width, margin);
  const Samples y = axis(grid.pixels.y, camera.origin().y, camera.zoom(), world_height, margin);
  grid.width = x.count;
  grid.height = y.count;
  grid.first_x = x.first;
  grid.first_y = y.first;
  grid.offset_x = x.offset;
  grid.offset_y = y.offset;
  grid.step = enlarged ? 1.0f : static_cast<float>(1 / camera.zoom());
  grid.pixel_x = x.pixel;
  grid.pixel_y = y.pixel;
  grid.samples_per_pixel = enlarged ? static_cast<float>(1 / camera.zoom()) : 1.0f;
  grid.cells = {x.cells, y.cells};
  return grid;
}

}  // namespace repose
