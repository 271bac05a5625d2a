#include "render/field_shading.hpp"

#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace repose::shading {

Sun sun_of(const Looks& looks) {
  constexpr float kRadians = std::numbers::pi_v<float> / 180;
  const float azimuth = looks.sun_azimuth * kRadians,
              elevation = std::clamp(looks.sun_elevation, 5.0f, 90.0f) * kRadians;
  Sun sun{std::cos(elevation) * std::sin(azimuth), -std::cos(elevation) * std::cos(azimuth), std::sin(elevation), 0};
  sun.slope = sun.z / std::max(std::cos(elevation), 0.01f);
  return sun;
}

int fine_grains(float pixels_per_cell) {
  int grains = 1;
  while (static_cast<float>(grains) * 2 * kFineGrainPixels <= pixels_per_cell) grains *= 2;
  return grains;
}

namespace {

// Pictures of four floats a texel: the painter's counterpart of the textures of the field shaders.

struct Texel {
  float r = 0, g = 0, b = 0, a = 0;
};

constexpr Texel operator+(Texel a, Texel b) { return {a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a}; }
constexpr Texel operator*(Texel t, float k) { return {t.r * k, t.g * k, t.b * k, t.a * k}; }

class FloatImage {
 public:
  FloatImage() = default;
  FloatImage(int width, int height)
      : width_(width), height_(height), texels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  int width() const { return width_; }
  int height() const { return height_; }

  // Precondition: inside.
  Texel& at(int x, int y) { return texels_[index(x, y)]; }
  // Outside the picture the edge is repeated.
  const Texel& near(int x, int y) const {
    return texels_[index(std::clamp(x, 0, width_ - 1), std::clamp(y, 0, height_ - 1))];
  }
  // Reads like a linear filter; texel (0, 0) has its centre at (0.5, 0.5).
  Texel smooth(float x, float y) const {
    const float u = std::clamp(x - 0.5f, 0.0f, static_cast<float>(width_ - 1));
    const float v = std::clamp(y - 0.5f, 0.0f, static_cast<float>(height_ - 1));
    const auto left = static_cast<int>(u), top = static_cast<int>(v);
    const float s = u - static_cast<float>(left), t = v - static_cast<float>(top);
    const Texel upper = near(left, top) * (1 - s) + near(left + 1, top) * s;
    const Texel lower = near(left, top + 1) * (1 - s) + near(left + 1, top + 1) * s;
    return upper * (1 - t) + lower * t;
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_ = 0, height_ = 0;
  std::vector<Texel> texels_;
};

template <class MakeTexel>
FloatImage image_of(int width, int height, MakeTexel make_texel) {
  FloatImage image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.at(x, y) = make_texel(x, y);
  }
  return image;
}

// The share of a pixel that is covered, where so much of the samples around it is.
float coverage(const SampleGrid& grid, float share) {
  if (grid.reduced()) return share;
  const float edge = 0.5f * std::min(grid.samples_per_pixel, 1.0f);
  return ramp(0.5f - edge, 0.5f + edge, share);
}

// The colour of dry sand, by its height as drawn.
Light elevation_color(float drawn) {
  const float height = std::max(drawn, 0.0f), t = height / (height + kElevationBend);
  if (t < kOchreAt) return mix(kValley, kOchre, t / kOchreAt);
  if (t < kSandAt) return mix(kOchre, kSand, (t - kOchreAt) / (kSandAt - kOchreAt));
  return mix(kSand, kCrest, ramp(kSandAt, kCrestAt, t));
}

Light lit(const Light& albedo, float sun, float sky) {
  return {albedo.r * (kSunLight.r * sun + kSkyLightOnSand.r * sky),
          albedo.g * (kSunLight.g * sun + kSkyLightOnSand.g * sky),
          albedo.b * (kSunLight.b * sun + kSkyLightOnSand.b * sky)};
}

float solid_grain(int x, int y, int element) {
  return 1 + kSolidGrain * centred(cell_hash(x, y, element), 0) +
         kSolidPatch * centred(cell_hash(x >> 1, y >> 1, element), 1);
}

// Clamps like a texture of bytes: not lighter than white.
Texel kept(const Light& light, float share, float alpha) {
  return {std::min(light.r * share, 1.0f), std::min(light.g * share, 1.0f), std::min(light.b * share, 1.0f), alpha};
}

// Sunlight on a slope, relative to level ground.
float facing(const Sun& sun, float slope_x, float slope_y) {
  const float length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1);
  return std::clamp((sun.z - slope_x * sun.x - slope_y * sun.y) / (length * sun.z), 0.0f, kSunMost);
}

// Precondition: a view in memory that has heights.
class HeightPicture {
 public:
  HeightPicture(const CellView& view, const Looks& looks, const SampleGrid& grid)
      : looks_(looks), grid_(grid), sun_(sun_of(looks)) {
    samples_ = image_of(grid_.width, grid_.height, [&](int x, int y) { return sample(view, x, y); });
    half_ = reduce_samples(samples_);
    eighth_ = reduce(half_, 4);
    sixtyfourth_ = reduce(eighth_, 8);
    throw_shadows();
    sand_ = stone_ = FloatImage(grid.width, grid.height);
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) light_sample(x, y);
    }
  }

  // The pixel of the picture's column and row; precondition: inside grid.pixels, counted from its corner.
  Light pixel(int column, int row) const {
    const float x = grid_.pixel_x + static_cast<float>(column) * grid_.samples_per_pixel;
    const float y = grid_.pixel_y + static_cast<float>(row) * grid_.samples_per_pixel;
    const Texel sand = sand_.smooth(x, y), stone = stone_.smooth(x, y);
    const float share = stone.a, covered = coverage(grid_, share);
    const float open = std::max(1 - share, 1e-3f), closed = std::max(share, 1e-3f);
    Light light = mix(Light{sand.r / open, sand.g / open, sand.b / open},
                      Light{stone.r / closed, stone.g / closed, stone.b / closed}, covered);
    const int grains = fine_grains(grid_.zoom());
    if (!looks_.grain || grains < 2 || grid_.reduced()) return light;
    const std::uint32_t hash =
        cell_hash(grid_.first_x * grains + static_cast<int>(std::floor(x * static_cast<float>(grains))),
                  grid_.first_y * grains + static_cast<int>(std::floor(y * static_cast<float>(grains))), 2);
    return scaled(light, 1 + kFineGrain * (1 - kFineGrainOnStone * covered) * centred(hash, 0));
  }

 private:
  Texel sample(const CellView& view, int x, int y) const {
    if (!grid_.reduced()) return sample_cell(view, grid_.first_x + x, grid_.first_y + y);
    const float u = static_cast<float>(x) + 0.5f, v = static_cast<float>(y) + 0.5f;
    Texel sum;
    for (const auto& [du, dv] : {std::pair{-0.25f, -0.25f}, {0.25f, -0.25f}, {-0.25f, 0.25f}, {0.25f, 0.25f}}) {
      const Texel t = sample_cell(view, grid_.cell_x(u + du), grid_.cell_y(v + dv));
      if (t.g > 0) sum = sum + t;
    }
    if (sum.g == 0) return {kNoSand, 0, 0, 0};
    return {sum.r / sum.g, sum.g * 0.25f, sum.b / sum.g, sum.a / sum.g};
  }

  Texel sample_cell(const CellView& view, int x, int y) const {
    x = std::clamp(x, 0, view.width - 1);
    y = std::clamp(y, 0, view.height - 1);
    const MemoryCells& shown = *view.memory();
    const auto ground = static_cast<HeightGround>(shown.wall.at(x, y));
    if (ground == HeightGround::obstacle) return {kNoSand, 0, 0, 0};
    const float wetness = shown.wetness.present() ? static_cast<float>(shown.wetness.at(x, y)) / kWetnessMax : 0.0f;
    return {static_cast<float>(shown.height.at(x, y)) * (kDrawnHeight / kHeightOne), 1.0f, wetness,
            ground == HeightGround::spring  ? 1.0f
            : ground == HeightGround::drain ? -1.0f
                                            : 0.0f};
  }

  static FloatImage reduce_samples(const FloatImage& samples) {
    return image_of((samples.width() + 1) / 2, (samples.height() + 1) / 2, [&](int x, int y) -> Texel {
      Texel sum{0, 0, kNoSand, 0};
      for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
        const float height = samples.near(2 * x + u, 2 * y + v).r;
        if (height > kNoSand) sum = {sum.r + height, sum.g + 1, std::max(sum.b, height), 1};
      }
      return {sum.r * 0.25f, sum.g * 0.25f, sum.a > 0 ? sum.b : 0, sum.a};
    });
  }

  static FloatImage reduce(const FloatImage& from, int factor) {
    const int width = (from.width() + factor - 1) / factor, height = (from.height() + factor - 1) / factor;
    const float share = 1.0f / static_cast<float>(factor * factor);
    return image_of(width, height, [&](int x, int y) -> Texel {
      Texel sum{0, 0, kNoSand, 0};
      for (int v = -kHighestMargin; v < factor + kHighestMargin; ++v) {
        for (int u = -kHighestMargin; u < factor + kHighestMargin; ++u) {
          const Texel& t = from.near(x * factor + u, y * factor + v);
          if (t.a > 0) sum = {sum.r, sum.g, std::max(sum.b, t.b), 1};
          if (u < 0 || v < 0 || u >= factor || v >= factor) continue;
          sum.r += t.r;
          sum.g += t.g;
        }
      }
      return {sum.r * share, sum.g * share, sum.a > 0 ? sum.b : 0, sum.a};
    });
  }

  // At a position in samples.
  float stone_height(float x, float y) const {
    const Texel sum = eighth_.smooth(x / 8, y / 8) + sixtyfourth_.smooth(x / 64, y / 64) * kFarWeight;
    return sum.b / std::max(sum.a, 1e-4f) + kStoneRise;
  }

  // Drawn height of the sand or stone at a sample.
  float drawn_height(int x, int y) const {
    const Texel& own = samples_.near(x, y);
    return own.g > 0.5f ? own.r : stone_height(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
  }

  void throw_shadows() {
    shadows_ = image_of(half_.width(), half_.height(), [this](int x, int y) -> Texel {
      const Texel& t = half_.near(x, y);
      const float stone = t.g < 1 ? stone_height(static_cast<float>(2 * x + 1), static_cast<float>(2 * y + 1)) : 0.0f;
      return {t.r + (1 - t.g) * stone};
    });
    const float across = std::max(std::hypot(sun_.x, sun_.y), 1e-4f), drop = sun_.slope * 2 * grid_.step;
    FloatImage next = shadows_;
    for (int pass = 0; pass < kShadowPasses; ++pass) {
      const auto way = static_cast<float>(1 << pass);
      const float dx = sun_.x / across * way, dy = sun_.y / across * way;
      for (int y = 0; y < next.height(); ++y) {
        for (int x = 0; x < next.width(); ++x) {
          const float ray =
              shadows_.smooth(static_cast<float>(x) + 0.5f + dx, static_cast<float>(y) + 0.5f + dy).r - way * drop;
          next.at(x, y).r = std::max(shadows_.near(x, y).r, ray);
        }
      }
      std::swap(shadows_, next);
    }
  }

  // 0 in the shadow, 1 in the sun. Looks one step of the half resolution towards the sun, so that a sample casts no
  // shadow on itself. Tests each of the four texels around and takes the mean of the results, which makes a soft edge;
  // testing the mean of the texels would not.
  float sunlight(int x, int y, float height) const {
    const float across = std::max(std::hypot(sun_.x, sun_.y), 1e-4f);
    const float u = (static_cast<float>(x) + 0.5f) / 2 + sun_.x / across - 0.5f;
    const float v = (static_cast<float>(y) + 0.5f) / 2 + sun_.y / across - 0.5f;
    const auto left = static_cast<int>(std::floor(u)), top = static_cast<int>(std::floor(v));
    const float edge = height + sun_.slope * 2 * grid_.step;
    const auto lit_from = [&](int i, int j) { return 1 - ramp(0.0f, kShadowSoft, shadows_.near(i, j).r - edge); };
    const float s = u - static_cast<float>(left), t = v - static_cast<float>(top);
    return mix(mix(lit_from(left, top), lit_from(left + 1, top), s),
               mix(lit_from(left, top + 1), lit_from(left + 1, top + 1), s), t);
  }

  void light_sample(int x, int y) {
    const Texel& own = samples_.near(x, y);
    const float height = drawn_height(x, y);
    const float sunlit = sunlight(x, y, height);
    const Light sand = own.g > 0 ? light_sand(x, y, own, height, sunlit) : Light{};
    sand_.at(x, y) = kept(sand, own.g, 1);
    if (own.g >= 1) return;
    const Light stone = light_stone(x, y, sunlit);
    stone_.at(x, y) = kept(stone, 1 - own.g, 1 - own.g);
  }

  Light light_sand(int x, int y, const Texel& own, float height, float sunlit) const {
    const auto at = [&](int dx, int dy) {
      const float there = samples_.near(x + dx, y + dy).r;
      return there > kNoSand ? there : height;
    };
    const float nw = at(-1, -1), ne = at(1, -1), sw = at(-1, 1), se = at(1, 1);
    const float slope_x = (ne + se - nw - sw) / (4 * grid_.step), slope_y = (sw + se - nw - ne) / (4 * grid_.step);
    const Texel around = eighth_.smooth((static_cast<float>(x) + 0.5f) / 8, (static_cast<float>(y) + 0.5f) / 8);
    const float hollow =
        std::clamp((around.r / std::max(around.g, 1e-3f) - height) / (kHollowReach * grid_.step), -1.0f, 1.0f);
    const float open = looks_.depth_tint ? 1 - (hollow > 0 ? kHollowDark : kRidgeLight) * hollow : 1.0f;

    const float wetness = own.b, mark = own.a;
    Light albedo = elevation_color(height);
    albedo = scaled(albedo, 1 - (1 - kWetDark) * wetness);
    albedo = mix(albedo, mark > 0 ? kSpringMark : kDrainMark, std::abs(mark));
    if (looks_.grain) {
      // Grains change where sand moves.
      const auto level =
          grid_.reduced()
              ? 0u
              : static_cast<std::uint32_t>(static_cast<int>(std::floor(height * kGrainLevels + kGrainLevelOffset)));
      const int cell_x = grid_.cell_x(static_cast<float>(x) + 0.5f),
                cell_y = grid_.cell_y(static_cast<float>(y) + 0.5f);
      const std::uint32_t hash = mix32(cell_hash(cell_x, cell_y, 0) ^ level);
      albedo = scaled(albedo, 1 + kHeightGrain * centred(hash, 0));
    }
    Light light = lit(albedo, facing(sun_, slope_x, slope_y) * sunlit * std::min(open, 1.0f), open);
    if (wetness > 0) {
      const float length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1), half = std::sqrt(2 + 2 * sun_.z);
      const float mirror = std::max((sun_.z + 1 - slope_x * sun_.x - slope_y * sun_.y) / (length * half), 0.0f);
      const float m2 = mirror * mirror, m4 = m2 * m2, m8 = m4 * m4;
      const float gloss = kWetGloss * wetness * sunlit * m8 * m8;
      light = {light.r + gloss, light.g + gloss, light.b + gloss};
    }
    return light;
  }

  Light light_stone(int x, int y, float sunlit) const {
    const auto sand = [&](int dx, int dy) { return samples_.near(x + dx, y + dy).g; };
    const float lean_x = kStoneBevel * (sand(-1, 0) - sand(1, 0)), lean_y = kStoneBevel * (sand(0, -1) - sand(0, 1));
    Light albedo = kStone;
    if (looks_.grain) {
      const int cell_x = grid_.cell_x(static_cast<float>(x) + 0.5f),
                cell_y = grid_.cell_y(static_cast<float>(y) + 0.5f);
      albedo = scaled(albedo, solid_grain(cell_x, cell_y, 1));
    }
    return lit(albedo, facing(sun_, lean_x, lean_y) * sunlit, 1.0f);
  }

  Looks looks_;
  SampleGrid grid_;
  Sun sun_;
  FloatImage samples_;  // r = drawn height or kNoSand, g = share of sand, b = wetness, a = springs less drains
  FloatImage half_, eighth_, sixtyfourth_;  // r = mean height times g = share of sand; b = greatest height, where a = 1
  FloatImage shadows_;                      // at half the resolution: r = how high the sun's rays are blocked
  FloatImage sand_, stone_;                 // lit, times their share; a of stone = its share
};

template <class Picture>
void paint(const Picture& picture, const PixelRows& out) {
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) out.row(y)[x] = to_pixel(picture.pixel(x, y));
  }
}

}  // namespace

void paint_heights(const CellView& view, const Looks& looks, const SampleGrid& grid, const PixelRows& out) {
  paint(HeightPicture(view, looks, grid), out);
}

Light water_color(const Palette& palette) {
  const auto liquid = std::ranges::find(palette, Matter::liquid, &PaletteEntry::matter);
  return liquid != palette.end() ? to_light(liquid->color) : Light{0.16f, 0.43f, 0.86f};
}

float water_line(const SampleGrid& grid) {
  return std::max(kWaterLinePixels * grid.samples_per_pixel, kWaterLineCells / grid.step);
}

namespace {

// Preconditions: a view in memory that has masses; it and the palette outlive this object.
class WaterPicture {
 public:
  WaterPicture(const CellView& view, const Palette& palette, const Looks& looks, const SampleGrid& grid)
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

  // The pixel of the picture's column and row; precondition: inside grid.pixels, counted from its corner.
  Light pixel(int column, int row) const {
    const float x = grid_.pixel_x + static_cast<float>(column) * grid_.samples_per_pixel;
    const float y = grid_.pixel_y + static_cast<float>(row) * grid_.samples_per_pixel;
    const Texel filled = filled_.smooth(x, y), solid = ground_.smooth(x, y);
    const float line = water_line(grid_);
    const float covered = coverage(grid_, filled.r),
                surface = covered * (1 - coverage(grid_, filled_.smooth(x, y - line).r));
    const float deep = looks_.depth_tint ? filled.b : kDepthUntinted;
    const Light depth_color{water_.r * kDeepDark * kDeepGreen, water_.g * kDeepDark * kDeepGreen, water_.b * kDeepDark};
    Light water = mix(scaled(water_, kShallowLight), depth_color, std::sqrt(deep));
    water = mix(water, kWhite, std::max(kWaterLine * surface, kVeilLight * filled.g * (1 - covered)));
    const float dense = std::max(covered * kWaterDense, kVeil * filled.g);
    Light light = mix(sky(x, y), water, dense);
    const float stands = coverage(grid_, solid.a);
    light = mix(light, scaled({solid.r, solid.g, solid.b}, 1 / std::max(solid.a, 1e-3f)), stands);
    if (!looks_.pressure) return light;
    const float water_share = dense * (1 - stands), pressure = filled.a;
    return mix(dimmed(light), heat_light(pressure),
               water_share * (kHeatShareLeast + (kHeatShareMost - kHeatShareLeast) * pressure));
  }

 private:
  // Full cells; below 0 in ground; beyond the edge a copy of it.
  float mass(int x, int y) const {
    x = std::clamp(x, 0, width_ - 1);
    y = std::clamp(y, 0, height_ - 1);
    const std::int32_t units = shown_.mass.at(x, y);
    return units < 0 ? -1.0f : static_cast<float>(units) / static_cast<float>(kFullCell);
  }

  float pressure_rows(float mass) const { return std::max(mass - 1, 0.0f) / kPressureRow; }
  int element(int x, int y) const { return shown_.cells.at(x, y); }
  // 0..1
  float depth(int x, int y, std::uint32_t hash) const {
    int way = 0;
    for (std::uint32_t tap = 0; tap < kDepthTaps; ++tap) {
      const int next = tap_distance(tap, hash);
      if (next > y || mass(x, y - next) < kWetFrom) break;
      if (next - way > 2 && mass(x, y - (way + next) / 2) < 0) break;  // a floor between two bodies of water
      way = next;
    }
    const float by_pressure = std::min(pressure_rows(mass(x, y)) / kDeepRows, 1.0f);
    return (1 - kDeepByPressure) * std::min(static_cast<float>(way) / kDepthReach, 1.0f) +
           kDeepByPressure * by_pressure;
  }

  Light ground(int x, int y) const {
    const int own = element(x, y);
    Light light = to_light(palette_[static_cast<std::size_t>(own)].color);
    if (!looks_.grain) return light;
    light = scaled(light, solid_grain(x, y, own));
    if (mass(x, y - 1) >= 0) light = scaled(light, 1 + kSolidEdgeLight);
    if (mass(x, y + 1) >= 0) light = scaled(light, 1 - kSolidEdgeShade);
    return light;
  }

  // Enlarged pictures: sample = cell.
  void sample_cell(int x, int y) {
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
    filled = {std::min(own + covered, 1.0f), falls * std::sqrt(std::min(own, 1.0f)), own > 0 ? depth(u, v, hash) : 0,
              std::sqrt(std::min(pressure_rows(own) / kPressureMost, 1.0f))};
  }

  // Reduced pictures: sample = pixel.
  void sample_pixel(int x, int y) {
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

  // At a position in samples.
  Light sky(float x, float y) const {
    Light light = to_light(palette_[0].color);
    if (!looks_.depth_tint) return light;
    const float row = static_cast<float>(grid_.first_y) + grid_.offset_y + y * grid_.step;
    const float height = 1 - row / static_cast<float>(height_);
    const float k = 1 + kSkyLight * (2 * height - 1);
    const float dither = kDither * centred(cell_hash(grid_.cell_x(x), grid_.cell_y(y), 0), 1);
    return {light.r * k + dither, light.g * k + dither, light.b * k + dither + kSkyTint * height};
  }

  const MemoryCells& shown_;
  int width_, height_;  // of the world
  const Palette& palette_;
  Looks looks_;
  SampleGrid grid_;
  Light water_;
  FloatImage filled_;  // r = how full, g = veil, b = depth, a = pressure
  FloatImage ground_;  // rgb = lit ground times a = its share
};

}  // namespace

void paint_water(const CellView& view, const Palette& palette, const Looks& looks, const SampleGrid& grid,
                 const PixelRows& out) {
  paint(WaterPicture(view, palette, looks, grid), out);
}

}  // namespace repose::shading

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
