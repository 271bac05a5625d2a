#include "render/painter.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/camera.hpp"
#include "render/field_shading.hpp"
#include "render/shading.hpp"
#include "render/soft_picture.hpp"

namespace repose {

namespace {

using shading::CellShader;
using shading::Light;

std::uint32_t to_byte(float value) { return static_cast<std::uint32_t>(std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f); }

std::uint32_t to_pixel(const Light& light) {
  return 0xff000000u | to_byte(light.r) << 16 | to_byte(light.g) << 8 | to_byte(light.b);
}

std::uint32_t to_pixel(Color c) { return 0xff000000u | std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b; }

// Where pictures are painted: pixels of the viewport, addressed as window pixels.
struct Target {
  std::uint32_t* pixels;
  std::size_t stride;
  PixelRect viewport;
  std::uint32_t* at(int x, int y) const {
    return pixels + static_cast<std::size_t>(y - viewport.y) * stride + static_cast<std::size_t>(x - viewport.x);
  }
};

// For each pixel of a range the cell under its centre, or under a point `offset` pixels from it.
std::vector<int> cells_under(Range pixels, double origin, double zoom, int count, double offset) {
  std::vector<int> cells;
  cells.reserve(static_cast<std::size_t>(pixels.size()));
  for (int p = pixels.begin; p < pixels.end; ++p) {
    cells.push_back(std::clamp(static_cast<int>(std::floor((p + 0.5 + offset - origin) / zoom)), 0, count - 1));
  }
  return cells;
}

// Every cell is shaded once and enlarged to the pixels that it covers.
void paint_enlarged(const CellShader& shader, const CellView& view, const Camera& camera, const Area& area,
                    const Target& target) {
  const auto columns = cells_under(area.x, camera.origin().x, camera.zoom(), view.width, 0.0);
  const auto rows = cells_under(area.y, camera.origin().y, camera.zoom(), view.height, 0.0);
  std::vector<std::uint32_t> shaded(static_cast<std::size_t>(columns.back() - columns.front() + 1));
  for (int y = area.y.begin; y < area.y.end; ++y) {
    const auto row = static_cast<std::size_t>(y - area.y.begin);
    std::uint32_t* out = target.at(area.x.begin, y);
    if (row > 0 && rows[row] == rows[row - 1]) {
      std::copy_n(out - target.stride, columns.size(), out);
      continue;
    }
    for (std::size_t i = 0; i < shaded.size(); ++i) {
      shaded[i] = to_pixel(shader.shade(columns.front() + static_cast<int>(i), rows[row]));
    }
    for (std::size_t i = 0; i < columns.size(); ++i)
      out[i] = shaded[static_cast<std::size_t>(columns[i] - columns.front())];
  }
}

// Every cell is shaded once; the picture of the cells is softened and enlarged. `cells`: the visible ones, and around
// them those that blend into the edge.
void paint_soft(const CellShader& shader, const Camera& camera, const Area& cells, const Area& area,
                const Target& target) {
  thread_local std::vector<std::uint32_t> shaded;  // kept, because fresh memory for each picture costs milliseconds
  const auto stride = static_cast<std::size_t>(cells.x.size());
  shaded.resize(stride * static_cast<std::size_t>(cells.y.size()));
  const PixelRows picture{shaded.data(), stride, cells.x.size(), cells.y.size()};
  for (int y = cells.y.begin; y < cells.y.end; ++y) {
    std::uint32_t* out = picture.row(y - cells.y.begin);
    for (int x = cells.x.begin; x < cells.x.end; ++x) *out++ = to_pixel(shader.shade(x, y));
  }
  soften(picture);
  enlarge(picture, {area.x, camera.origin().x, camera.zoom(), cells.x},
          {area.y, camera.origin().y, camera.zoom(), cells.y},
          {target.at(area.x.begin, area.y.begin), target.stride, area.x.size(), area.y.size()});
}

// Every pixel is the mean of four cells spread over the area that it covers, so that thin things neither vanish nor
// flicker.
void paint_reduced(const CellShader& shader, const CellView& view, const Camera& camera, const Area& area,
                   const Target& target) {
  const auto left = cells_under(area.x, camera.origin().x, camera.zoom(), view.width, -0.25);
  const auto right = cells_under(area.x, camera.origin().x, camera.zoom(), view.width, +0.25);
  const auto upper = cells_under(area.y, camera.origin().y, camera.zoom(), view.height, -0.25);
  const auto lower = cells_under(area.y, camera.origin().y, camera.zoom(), view.height, +0.25);
  for (std::size_t row = 0; row < upper.size(); ++row) {
    std::uint32_t* out = target.at(area.x.begin, area.y.begin + static_cast<int>(row));
    for (std::size_t i = 0; i < left.size(); ++i) {
      out[i] = to_pixel(shader.shade_far(left[i], right[i], upper[row], lower[row]));
    }
  }
}

// The light of every pixel on its own.
template <class FieldPicture>
void paint_field(const FieldPicture& picture, const Area& area, const Target& target) {
  for (int y = area.y.begin; y < area.y.end; ++y) {
    std::uint32_t* out = target.at(area.x.begin, y);
    for (int x = area.x.begin; x < area.x.end; ++x)
      *out++ = to_pixel(picture.pixel(x - area.x.begin, y - area.y.begin));
  }
}

}  // namespace

void paint_world(const CellView& view, const Palette& palette, const Camera& camera, const Looks& looks, Color surround,
                 std::uint32_t* pixels, std::size_t stride_pixels) {
  const Target target{pixels, stride_pixels, camera.viewport()};
  for (int y = 0; y < target.viewport.height; ++y) {
    std::fill_n(pixels + static_cast<std::size_t>(y) * stride_pixels, std::max(target.viewport.width, 0),
                to_pixel(surround));
  }
  if (view.memory() == nullptr) return;
  const Area area = pixels_on_world(camera, view.width, view.height);
  if (area.empty()) return;
  if (view.has(Plane::height)) {
    const SampleGrid grid = make_sample_grid(camera, view.width, view.height, shading::kShadowMargin);
    return paint_field(shading::HeightPicture(view, looks, grid), area, target);
  }
  if (view.has(Plane::mass)) {
    const SampleGrid grid = make_sample_grid(camera, view.width, view.height, 1);
    return paint_field(shading::WaterPicture(view, palette, looks, grid), area, target);
  }
  CellShader shader(view, palette, looks);
  if (camera.zoom() >= 1.0) {
    thread_local shading::CellClasses classes;  // kept, because fresh memory for each picture costs milliseconds
    const Area cells = cells_in_view(camera, view.width, view.height, looks.blur ? kSoftReach : 0);
    shader.look_around(cells, classes);
    if (looks.blur) return paint_soft(shader, camera, cells, area, target);
    paint_enlarged(shader, view, camera, area, target);
  } else {
    paint_reduced(shader, view, camera, area, target);
    if (looks.blur) soften({target.at(area.x.begin, area.y.begin), target.stride, area.x.size(), area.y.size()});
  }
}

}  // namespace repose
