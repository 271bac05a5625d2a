#include "render/visible_area.hpp"

#include <algorithm>
#include <cmath>

namespace repose {

namespace {

int clamped(double value, int low, int high) {
  return static_cast<int>(std::clamp(value, static_cast<double>(low), static_cast<double>(high)));
}

Range pixels_on_axis(double origin, double length, int begin, int size) {
  // The first pixel whose centre is not left of the origin, and the first whose centre is not left of the end.
  const int end = begin + size;
  return {clamped(std::ceil(origin - 0.5), begin, end), clamped(std::ceil(origin + length - 0.5), begin, end)};
}

Range cells_on_axis(Range pixels, double origin, double zoom, int count, int margin) {
  if (pixels.empty()) return {};
  const double first = std::floor((pixels.begin + 0.5 - origin) / zoom);
  const double last = std::floor((pixels.end - 0.5 - origin) / zoom);
  return {clamped(first - margin, 0, count), clamped(last + 1 + margin, 0, count)};
}

}  // namespace

Area pixels_on_world(const Camera& camera, int world_width, int world_height) {
  const PixelRect& v = camera.viewport();
  return {pixels_on_axis(camera.origin().x, world_width * camera.zoom(), v.x, std::max(v.width, 0)),
          pixels_on_axis(camera.origin().y, world_height * camera.zoom(), v.y, std::max(v.height, 0))};
}

Area cells_in_view(const Camera& camera, int world_width, int world_height, int margin) {
  const Area pixels = pixels_on_world(camera, world_width, world_height);
  return {cells_on_axis(pixels.x, camera.origin().x, camera.zoom(), world_width, margin),
          cells_on_axis(pixels.y, camera.origin().y, camera.zoom(), world_height, margin)};
}

}  // namespace repose
