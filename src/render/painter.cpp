#include "render/painter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "render/field_shading.hpp"
#include "render/shading.hpp"

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
    // Every pixel is the mean of four cells spread over the area that it covers, so that thin things neither vanish nor
    // flicker.
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
    if (looks.blur) soften({target.at(area.x.begin, area.y.begin), target.stride, area.x.size(), area.y.size()});
  }
}

namespace {

constexpr int kChannels = 4;

std::uint8_t* bytes_of(std::uint32_t* row) { return reinterpret_cast<std::uint8_t*>(row); }

// The sums of each channel along a row, with weights 1 2 1.
void sum_row(const std::uint8_t* row, int width, std::uint16_t* sums) {
  const int last = kChannels * (width - 1);
  for (int i = 0; i < kChannels; ++i) {
    const int right = std::min(i + kChannels, last + i), left = std::max(last + i - kChannels, i);
    sums[i] = static_cast<std::uint16_t>(3 * row[i] + row[right]);
    sums[last + i] = static_cast<std::uint16_t>(3 * row[last + i] + row[left]);
  }
  for (int i = kChannels; i < last; ++i)
    sums[i] = static_cast<std::uint16_t>(row[i - kChannels] + 2 * row[i] + row[i + kChannels]);
}

void mean_of_rows(const std::uint16_t* above, const std::uint16_t* here, const std::uint16_t* below, int count,
                  std::uint8_t* out) {
  for (int i = 0; i < count; ++i)
    out[i] = static_cast<std::uint8_t>(static_cast<std::uint16_t>(above[i] + 2 * here[i] + below[i] + 8) >> 4);
}

// The two texels between which a pixel lies, counted from the first of the picture, and the share of the second.
struct Blend {
  int first = 0, second = 0;
  std::uint32_t share = 0;  // in 1/256
};

std::vector<Blend> blends(const Enlargement& e) {
  std::vector<Blend> list;
  list.reserve(static_cast<std::size_t>(e.pixels.size()));
  const int last = e.texels.size() - 1;
  for (int p = e.pixels.begin; p < e.pixels.end; ++p) {
    const double at = (p + 0.5 - e.origin) / e.zoom - 0.5 - e.texels.begin;
    const int below = static_cast<int>(std::floor(at));
    const auto share = static_cast<std::uint32_t>(std::lround((at - below) * 256));
    list.push_back({std::clamp(below, 0, last), std::clamp(below + 1, 0, last), share});
  }
  return list;
}

// One pixel of the picture is one of the output.
bool is_copy(const Enlargement& e, const std::vector<Blend>& blends) { return e.zoom == 1 && blends[0].share == 0; }

void mix_rows(const std::uint8_t* a, const std::uint8_t* b, std::uint32_t share, int count, std::uint8_t* out) {
  const auto rest = static_cast<std::uint16_t>(256 - share), part = static_cast<std::uint16_t>(share);
  for (int i = 0; i < count; ++i)
    out[i] = static_cast<std::uint8_t>(static_cast<std::uint16_t>(a[i] * rest + b[i] * part + 128) >> 8);
}

// Two channels at a time.
std::uint32_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t share) {
  constexpr std::uint32_t kPair = 0x00ff00ff, kHalf = 0x00800080;
  const std::uint32_t rest = 256 - share;
  const std::uint32_t low = (a & kPair) * rest + (b & kPair) * share + kHalf;
  const std::uint32_t high = (a >> 8 & kPair) * rest + (b >> 8 & kPair) * share + kHalf;
  return (low >> 8 & kPair) | (high & ~kPair);
}

}  // namespace

void soften(const PixelRows& picture) {
  if (picture.width < 1 || picture.height < 1) return;
  const int count = kChannels * picture.width;
  // The sums of the row above, of the present row, and of the row below: a row is overwritten once its sums are here.
  thread_local std::array<std::vector<std::uint16_t>, 3> sums;
  for (auto& row : sums) row.resize(static_cast<std::size_t>(count));
  sum_row(bytes_of(picture.row(0)), picture.width, sums[1].data());
  sums[0] = sums[1];
  for (int y = 0; y < picture.height; ++y) {
    if (y + 1 < picture.height) {
      sum_row(bytes_of(picture.row(y + 1)), picture.width, sums[2].data());
    } else {
      sums[2] = sums[1];
    }
    mean_of_rows(sums[0].data(), sums[1].data(), sums[2].data(), count, bytes_of(picture.row(y)));
    std::swap(sums[0], sums[1]);
    std::swap(sums[1], sums[2]);
  }
}

void enlarge(const PixelRows& picture, const Enlargement& across, const Enlargement& down, const PixelRows& out) {
  const std::vector<Blend> columns = blends(across), rows = blends(down);
  std::vector<std::uint32_t> mixed(static_cast<std::size_t>(picture.width));
  const bool copies = is_copy(across, columns);
  for (int y = 0; y < out.height; ++y) {
    const Blend& row = rows[static_cast<std::size_t>(y)];
    mix_rows(bytes_of(picture.row(row.first)), bytes_of(picture.row(row.second)), row.share, kChannels * picture.width,
             bytes_of(mixed.data()));
    std::uint32_t* to = out.row(y);
    if (copies) {
      std::copy_n(&mixed[static_cast<std::size_t>(columns[0].first)], out.width, to);
      continue;
    }
    for (const Blend& column : columns) {
      *to++ = mix(mixed[static_cast<std::size_t>(column.first)], mixed[static_cast<std::size_t>(column.second)],
                  column.share);
    }
  }
}

}  // namespace repose
