#include "render/water_shading.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/light_math.hpp"

namespace repose::shading {

namespace {

constexpr Light kWhite{1, 1, 1};

float solid_grain(int x, int y, int element) {
  return 1 + kSolidGrain * centred(cell_hash(x, y, element), 0) +
         kSolidPatch * centred(cell_hash(x >> 1, y >> 1, element), 1);
}

}  // namespace

Light water_color(const Palette& palette) {
  const auto liquid = std::ranges::find(palette, Matter::liquid, &PaletteEntry::matter);
  return liquid != palette.end() ? to_light(liquid->color) : Light{0.16f, 0.43f, 0.86f};
}

float water_line(const SampleGrid& grid) {
  return std::max(kWaterLinePixels * grid.samples_per_pixel, kWaterLineCells / grid.step);
}

WaterPicture::WaterPicture(const CellView& view, const Palette& palette, const Looks& looks, const SampleGrid& grid)
    : shown_(*view.memory()),
      width_(view.width),
      height_(view.height),
      palette_(palette),
      looks_(looks),
      grid_(grid),
      water_(water_color(palette)),
      filled_(grid.width, grid.height),
      ground_(grid.width, grid.height) {
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) grid.reduced() ? sample_pixel(x, y) : sample_cell(x, y);
  }
}

float WaterPicture::mass(int x, int y) const {
  x = std::clamp(x, 0, width_ - 1);
  y = std::clamp(y, 0, height_ - 1);
  const std::int32_t units = shown_.mass.at(x, y);
  return units < 0 ? -1.0f : static_cast<float>(units) / static_cast<float>(kFullCell);
}

float WaterPicture::pressure_rows(float m) const { return std::max(m - 1, 0.0f) / kPressureRow; }

float WaterPicture::depth(int x, int y, std::uint32_t hash) const {
  int way = 0;
  for (std::uint32_t tap = 0; tap < kDepthTaps; ++tap) {
    const int next = tap_distance(tap, hash);
    if (next > y || mass(x, y - next) < kWetFrom) break;
    if (next - way > 2 && mass(x, y - (way + next) / 2) < 0) break;  // a floor between two bodies of water
    way = next;
  }
  const float by_pressure = std::min(pressure_rows(mass(x, y)) / kDeepRows, 1.0f);
  return (1 - kDeepByPressure) * std::min(static_cast<float>(way) / kDepthReach, 1.0f) + kDeepByPressure * by_pressure;
}

int WaterPicture::element(int x, int y) const { return shown_.cells.at(x, y); }

Light WaterPicture::ground(int x, int y) const {
  const int own = element(x, y);
  Light light = to_light(palette_[static_cast<std::size_t>(own)].color);
  if (!looks_.grain) return light;
  light = scaled(light, solid_grain(x, y, own));
  if (mass(x, y - 1) >= 0) light = scaled(light, 1 + kSolidEdgeLight);
  if (mass(x, y + 1) >= 0) light = scaled(light, 1 - kSolidEdgeShade);
  return light;
}

void WaterPicture::sample_cell(int x, int y) {
  const int u = grid_.first_x + x, v = grid_.first_y + y;
  const float own = mass(u, v), above = mass(u, v - 1), below = mass(u, v + 1), left = mass(u - 1, v),
              right = mass(u + 1, v);
  const std::uint32_t hash = cell_hash(u, v, 0);
  Texel& filled = filled_.at(x, y);
  if (own < 0) {
    const Light light = ground(u, v);
    ground_.at(x, y) = {std::min(light.r, 1.0f), std::min(light.g, 1.0f), std::min(light.b, 1.0f), 1};
    // Ground continues the value of the water beside it, so that water meets it without a gap or a rim.
    const float beside = std::max({above > kWetFrom || below >= 1 ? 1.0f : 0.0f, left, right, 0.0f});
    const float fullest = std::max({above, left, right, below, 0.0f});
    const float deep =
        std::max(above > 0 ? depth(u, v - 1, hash) : 0.0f, fullest > 0 && left >= right ? depth(u - 1, v, hash)
                                                           : fullest > 0                ? depth(u + 1, v, hash)
                                                                                        : 0.0f);
    filled = {std::min(beside, 1.0f), 0, beside > 0 ? deep : 0,
              std::sqrt(std::min(pressure_rows(fullest) / kPressureMost, 1.0f))};
    return;
  }
  const float covered = std::min(std::max(above, 0.0f) / kCoveredBy, 1.0f) * ramp(0, kWetFrom, own);
  const float falls = below < 0 || v + 1 >= height_ ? 0.0f : std::clamp(1 - 2 * below, 0.0f, 1.0f);
  filled.r = std::min(own + covered, 1.0f);
  filled.g = falls * std::sqrt(std::min(own, 1.0f));
  filled.b = own > 0 ? depth(u, v, hash) : 0;
  filled.a = std::sqrt(std::min(pressure_rows(own) / kPressureMost, 1.0f));
}

void WaterPicture::sample_pixel(int x, int y) {
  const float u = static_cast<float>(x) + 0.5f, v = static_cast<float>(y) + 0.5f;
  Texel filled, solid;
  for (const auto& [du, dv] : {std::pair{-0.25f, -0.25f}, {0.25f, -0.25f}, {-0.25f, 0.25f}, {0.25f, 0.25f}}) {
    const int cell_x = std::clamp(grid_.cell_x(u + du), 0, width_ - 1);
    const int cell_y = std::clamp(grid_.cell_y(v + dv), 0, height_ - 1);
    const float own = mass(cell_x, cell_y);
    if (own < 0) {
      const Light light = to_light(palette_[static_cast<std::size_t>(element(cell_x, cell_y))].color);
      solid = solid + Texel{light.r, light.g, light.b, 1};
    } else {
      const float rows = pressure_rows(own);
      filled = filled + Texel{std::min(own * kFarFill, 1.0f), 0, kDeepByPressure * std::min(rows / kDeepRows, 1.0f),
                              std::sqrt(std::min(rows / kPressureMost, 1.0f))};
    }
  }
  const int cell_x = std::clamp(grid_.cell_x(u - 0.25f), 0, width_ - 1);
  const int cell_y = std::clamp(grid_.cell_y(v - 0.25f), 0, height_ - 1);
  const std::uint32_t hash = cell_hash(cell_x, cell_y, 0);
  int deep = 0;
  for (std::uint32_t i = 0; i < kFarLooks; ++i) {
    const auto look = static_cast<int>(1 + (i * 256 + ((hash >> (8 * i)) & 0xffu)) * kFarDepth / (256 * kFarLooks));
    deep += cell_y >= look && mass(cell_x, cell_y - look) >= kWetFrom;
  }
  const float open = 1 / std::max(4 - solid.a, 1.0f);  // shares of what is not ground
  const float way =
      static_cast<float>(deep) / static_cast<float>(kFarLooks) * static_cast<float>(kFarDepth) / kDepthReach;
  filled_.at(x, y) = {filled.r * open, 0, filled.b * open + (1 - kDeepByPressure) * way, filled.a * open};
  const float grain = looks_.grain ? solid_grain(cell_x, cell_y, 0) : 1.0f;
  const auto kept = [grain](float sum) { return std::min(sum * grain * 0.25f, 1.0f); };
  ground_.at(x, y) = {kept(solid.r), kept(solid.g), kept(solid.b), solid.a * 0.25f};
}

Light WaterPicture::sky(float x, float y) const {
  Light light = to_light(palette_[0].color);
  if (!looks_.depth_tint) return light;
  const float row = static_cast<float>(grid_.first_y) + grid_.offset_y + y * grid_.step;
  const float height = 1 - row / static_cast<float>(height_);
  const float k = 1 + kSkyLight * (2 * height - 1);
  const float dither = kDither * centred(cell_hash(grid_.cell_x(x), grid_.cell_y(y), 0), 1);
  return {light.r * k + dither, light.g * k + dither, light.b * k + dither + kSkyTint * height};
}

float WaterPicture::coverage(float fill) const {
  if (grid_.reduced()) return fill;
  const float edge = 0.5f * std::min(grid_.samples_per_pixel, 1.0f);
  return ramp(0.5f - edge, 0.5f + edge, fill);
}

void WaterPicture::show_pressure(Light& light, float water, float pressure) const {
  const float grey = (light.r + light.g + light.b) / 3;
  light = scaled(mix(light, {grey, grey, grey}, 0.5f), kHeatDim);
  const auto limit = [](float value) { return std::clamp(value, 0.0f, 1.0f); };
  const Light color{limit(pressure * kHeatRedSlope - kHeatRedFrom), limit(pressure * kHeatGreenSlope - kHeatGreenFrom),
                    limit(kHeatBluePeak - kHeatBlueFall * std::abs(pressure - kHeatBlueAt))};
  light = mix(light, color, water * (kHeatShareLeast + (kHeatShareMost - kHeatShareLeast) * pressure));
}

Light WaterPicture::pixel(int column, int row) const {
  const float x = grid_.pixel_x + static_cast<float>(column) * grid_.samples_per_pixel;
  const float y = grid_.pixel_y + static_cast<float>(row) * grid_.samples_per_pixel;
  const Texel filled = filled_.smooth(x, y), solid = ground_.smooth(x, y);
  const float line = water_line(grid_);
  const float covered = coverage(filled.r), surface = covered * (1 - coverage(filled_.smooth(x, y - line).r));
  const float deep = looks_.depth_tint ? filled.b : kDepthUntinted;
  const Light depth_color{water_.r * kDeepDark * kDeepGreen, water_.g * kDeepDark * kDeepGreen, water_.b * kDeepDark};
  Light water = mix(scaled(water_, kShallowLight), depth_color, std::sqrt(deep));
  water = mix(water, kWhite, std::max(kWaterLine * surface, kVeilLight * filled.g * (1 - covered)));
  const float dense = std::max(covered * kWaterDense, kVeil * filled.g);
  Light light = mix(sky(x, y), water, dense);
  const float stands = coverage(solid.a);
  light = mix(light, scaled({solid.r, solid.g, solid.b}, 1 / std::max(solid.a, 1e-3f)), stands);
  if (looks_.pressure) show_pressure(light, dense * (1 - stands), filled.a);
  return light;
}

}  // namespace repose::shading
