#include "render/painter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "render/field_shading.hpp"
#include "render/shading.hpp"

namespace repose {

namespace {

using namespace shading;

Light darkened(const Light& light, int depth) {
  return scaled(light, 1.0f - kDepthDark * std::min(static_cast<float>(depth) / kDepthReach, 1.0f));
}

// The colour at that energy, computed in integers and rounded down as in wxSand.
Color heated(Color cold, Color hot, int energy) {
  const auto channel = [energy](int from, int to) {
    return static_cast<std::uint8_t>((kEnergyMax * from + energy * (to - from)) / kEnergyMax);
  };
  return {channel(cold.r, hot.r), channel(cold.g, hot.g), channel(cold.b, hot.b)};
}

// Shades cells of a view in memory. All arguments of the constructor must outlive it.
class CellShader {
 public:
  CellShader(const CellView& view, const Palette& palette, const Looks& looks)
      : shown_(*view.memory()),
        width_(view.width),
        height_(view.height),
        palette_(palette),
        looks_(looks),
        energy_use_(energy_use(view, has_hot_colors(palette), looks)),
        flicker_seed_(flicker_seed(view.generation)),
        shimmer_time_(shimmer_time(view.step)),
        fallen_(fallen(view.step)) {
    if (energy_use_ == EnergyUse::heat_overlay) looks_.glow = looks_.motion = false;
    looks_.motion = looks_.motion && has_moving(palette);
  }

  // Call before shade(), with the cells that it will shade. `classes` must outlive the shader.
  void look_around(const Area& cells, CellClasses& classes) {
    if (!needs_classes(looks_)) return;
    classes.classify(shown_.cells, looked_at(cells, width_, height_), palette_,
                     {.motion = looks_.motion, .bubbles = looks_.depth_tint});
    classes_ = &classes;
  }

  // Precondition: the cell is among those of look_around().
  Light shade(int x, int y) const {
    const CellClass shown = classes_ == nullptr ? CellClass{} : classes_->at(x, y);
    const int from_x = x + shown.dx(), from_y = y + shown.dy();
    const int element = index(from_x, from_y);
    float glow = 0.0f;
    Light light = own_color(from_x, from_y, glow);
    if (looks_.motion && (shown.falls() || shown.style() == Style::streak)) {
      light_falling(light, glow, element, x, y, from_y);
    } else if (shown.style() == Style::spray) {
      light = mix(light, kWhite, kSprayLight);
    } else {
      light_resting(light, glow, element, x, y, shown);
    }
    if (shown.cover < 255) {
      const bool is_gas = entry(element).matter == Matter::gas;
      light = mix(light_behind(x, y), light, cover(shown, is_gas ? glow : 0.0f, x, y));
    }
    if (energy_use_ == EnergyUse::heat_overlay) show_heat(light, energy(x, y));
    return light;
  }

  // One pixel of a reduced picture: the mean colour of the four cells where two columns and two rows cross, with the
  // grain and depth of the first. Without edges and surface lines.
  Light shade_far(int left, int right, int upper, int lower) const {
    const int element = index(left, upper);
    const Matter own_matter = entry(element).matter;
    const std::uint32_t hash = cell_hash(left, upper, element);
    Light light;
    float glow = 0.0f;
    for (const auto& [x, y] : {std::pair{left, upper}, {right, upper}, {left, lower}, {right, lower}}) {
      float part = 0.0f;
      const Light own = own_color(x, y, part);
      light = {light.r + 0.25f * own.r, light.g + 0.25f * own.g, light.b + 0.25f * own.b};
      glow += 0.25f * part;
    }
    light_itself(light, glow, element, left, upper, hash);
    if (looks_.depth_tint && own_matter == Matter::liquid && glow == 0.0f) {
      light = darkened(light, far_depth(left, upper, hash));
    }
    if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
    if (energy_use_ == EnergyUse::heat_overlay) show_heat(light, energy(left, upper));
    return light;
  }

 private:
  int index(int x, int y) const { return shown_.cells.at(x, y); }
  const PaletteEntry& entry(int element) const { return palette_[static_cast<std::size_t>(element)]; }
  // Beyond the top and bottom of the world the edge is repeated.
  Matter matter(int x, int y) const { return entry(index(x, std::clamp(y, 0, height_ - 1))).matter; }

  int energy(int x, int y) const { return shown_.energy.at(x, y) & kEnergyMask; }
  // Colour and glow of a cell at its energy.
  Light own_color(int x, int y, float& glow) const {
    const PaletteEntry& e = entry(index(x, y));
    glow = e.glow;
    if (energy_use_ != EnergyUse::hot_colors || !e.hot_color) return to_light(e.color);
    const int k = std::min(energy(x, y), kEnergyMax);
    glow = std::max(glow, kHotGlow * static_cast<float>(std::max(k - kHotGlowFrom, 0)) /
                              static_cast<float>(kEnergyMax - kHotGlowFrom));
    return to_light(heated(e.color, *e.hot_color, k));
  }

  void light_resting(Light& light, float glow, int element, int x, int y, CellClass shown) const {
    const Matter own = entry(element).matter;
    const std::uint32_t hash = cell_hash(x, y, element);
    light_itself(light, glow, element, x, y, hash);
    light = scaled(light, texture_light(entry(element).texture, x, y));
    if (looks_.grain && own == Matter::solid) {
      if (matter(x, y - 1) != Matter::solid) light = scaled(light, 1.0f + kSolidEdgeLight);
      if (matter(x, y + 1) != Matter::solid) light = scaled(light, 1.0f - kSolidEdgeShade);
    }
    if (own == Matter::liquid && glow == 0.0f) {
      if (looks_.depth_tint) light_liquid(light, x, y, shown, hash);
      if (looks_.motion && shown.splash() > 0) add_foam(light, shown, hash);
    }
    if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
  }

  // Matter of the cell (x, from_y), drawn in the cell (x, y).
  void light_falling(Light& light, float glow, int element, int x, int y, int from_y) const {
    const PaletteEntry& e = entry(element);
    const std::uint32_t hash = cell_hash(x, from_y, element);
    const bool is_liquid = e.matter == Matter::liquid;
    if (looks_.grain) {
      const int place = is_liquid ? (y - fallen_) >> kStripeBits : from_y - fallen_;
      light =
          scaled(light, 1.0f + (is_liquid ? kStreamGrain : kPowderGrain) * centred(cell_hash(x, place, element), 0));
      add_shimmer(light, e.shimmer, hash);
    }
    if (looks_.depth_tint && is_liquid && glow == 0.0f) light = mix(light, kWhite, kStreamLight);
    if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
  }

  // How much of the cell (x, y) is covered by what it shows. `glow` of a gas: flames are not thinned.
  float cover(CellClass shown, float glow, int x, int y) const {
    const bool no_spray =
        shown.style() == Style::spray && unit(mix32(cell_hash(x, y, 0) ^ flicker_seed_), 2) < kSprayFrom;
    return no_spray ? 0.0f : 1.0f - (1.0f - static_cast<float>(shown.cover) / 255.0f) * (1.0f - glow);
  }

  // The background behind what a cell shows.
  Light light_behind(int x, int y) const {
    const int own = index(x, y);
    const int element = entry(own).matter == Matter::background ? own : 0;
    Light light = to_light(entry(element).color);
    if (looks_.depth_tint) add_sky(light, y, cell_hash(x, y, element));
    return light;
  }

  void add_sky(Light& light, int y, std::uint32_t hash) const {
    const float height = 1.0f - (static_cast<float>(y) + 0.5f) / static_cast<float>(height_);
    light = scaled(light, 1.0f + kSkyLight * (2.0f * height - 1.0f));
    const float dither = kDither * centred(hash, 1);
    light.r += dither;
    light.g += dither;
    light.b += dither + kSkyTint * height;
  }

  // Draws the false colour of the energy over the finished cell.
  void show_heat(Light& light, int energy) const {
    light = dimmed(light);
    if (energy == 0) return;
    const float t = static_cast<float>(energy) / static_cast<float>(kEnergyMax);
    light = mix(light, heat_light(t), kHeatShareLeast + (kHeatShareMost - kHeatShareLeast) * t);
  }

  // What does not depend on neighbours: grain, and the sky of the background.
  void light_itself(Light& light, float glow, int element, int x, int y, std::uint32_t hash) const {
    const PaletteEntry& e = entry(element);
    const Matter own_matter = e.matter;
    if (looks_.grain) {
      if (own_matter == Matter::powder) light = scaled(light, 1.0f + kPowderGrain * centred(hash, 0));
      if (own_matter == Matter::liquid) light = scaled(light, 1.0f + kLiquidGrain * centred(hash, 0));
      if (own_matter == Matter::solid) {
        const std::uint32_t patch = cell_hash(x >> 1, y >> 1, element);
        light = scaled(light, 1.0f + kSolidGrain * centred(hash, 0) + kSolidPatch * centred(patch, 1));
      }
      if (own_matter == Matter::gas) {
        light = mix(light, to_light(palette_[0].color), (kGasThinnest + kGasVariation * unit(hash, 0)) * (1.0f - glow));
      }
      add_shimmer(light, e.shimmer, hash);
    }
    if (looks_.depth_tint && own_matter == Matter::background) add_sky(light, y, hash);
  }

  // Makes the light of an element with shimmer lighter or darker; each cell has its own phase.
  void add_shimmer(Light& light, float shimmer, std::uint32_t hash) const {
    if (shimmer <= 0.0f) return;
    const float moment = shimmer_time_ + unit(hash, 3);
    const float change = 4.0f * std::abs(moment - std::floor(moment) - 0.5f) - 1.0f;  // -1..1
    const float end = change > 0.0f ? 1.0f : 0.0f;
    light = mix(light, {end, end, end}, kShimmer * shimmer * std::abs(change));
  }

  // One tap that meets air, an obstacle or a drop does not end the liquid; two that meet air do. An obstacle that has
  // no liquid above it counts as the surface, but not beyond air: that is a ceiling.
  int depth(int x, int y, std::uint32_t hash) const {
    int deepest = 0, obstacle = 0;  // -1: air was last
    bool was_air = false;
    for (std::uint32_t tap = 0; tap < kDepthTaps; ++tap) {
      const int next = tap_distance(tap, hash);
      if (next > y) break;
      const CellClass met = classes_->at(x, y - next);
      const bool is_liquid = met.matter() == Matter::liquid;
      const bool is_air =
          met.matter() == Matter::background || met.matter() == Matter::gas || (is_liquid && met.falls());
      if (is_air && was_air) return deepest;
      was_air = is_air;
      if (is_liquid && !is_air) deepest = next;
      obstacle = is_air ? -1 : is_liquid ? 0 : obstacle == 0 ? next : obstacle;
    }
    return std::max(deepest, obstacle);
  }

  // As depth(), for reduced pictures, roughly.
  int far_depth(int x, int y, std::uint32_t hash) const {
    std::uint32_t deep = 0;
    for (std::uint32_t check = 0; check < kFarChecks; ++check) {
      const int up = far_look(check, hash);
      if (y >= up && matter(x, y - up) == Matter::liquid) ++deep;
    }
    return static_cast<int>(deep * (kFarDepth / kFarChecks));
  }

  void light_liquid(Light& light, int x, int y, CellClass shown, std::uint32_t hash) const {
    const int under = shown.under();
    light = darkened(light, under == CellClass::kDeep ? depth(x, y, hash) : under);
    if (under != CellClass::kDeep)
      light = mix(light, kWhite, under == 1 || shown.filled() ? kSubsurfaceLight : kSurfaceLight);
  }

  void add_foam(Light& light, CellClass shown, std::uint32_t hash) const {
    const float near = static_cast<float>(shown.splash()) / (kSplashColumns + 1);
    const float share = kFoamLeast + (1.0f - kFoamLeast) * unit(mix32(hash ^ flicker_seed_), 2);
    light = mix(light, kWhite, kFoam * near * share / static_cast<float>(1 + shown.under()));
  }

  void add_emission(Light& light, float glow, std::uint32_t hash) const {
    // 0..1: half of it is constant, half varies.
    const float brightness = 0.5f * (unit(hash, 2) + unit(mix32(hash ^ flicker_seed_), 2));
    light = mix(light, kCore, kCoreWhite * glow * brightness * brightness);
  }

  const MemoryCells& shown_;
  int width_, height_;  // of the world
  const Palette& palette_;
  Looks looks_;
  EnergyUse energy_use_;
  std::uint32_t flicker_seed_;
  float shimmer_time_;
  int fallen_;                            // cells that a falling cell has moved since the start: its texture moves too
  const CellClasses* classes_ = nullptr;  // null: the looks do not need them
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

// Every cell is shaded once and enlarged to the pixels that it covers. `out` has the size of the area.
void paint_enlarged(const CellShader& shader, const CellView& view, const Camera& camera, const Area& area,
                    const PixelRows& out) {
  const auto columns = cells_under(area.x, camera.origin().x, camera.zoom(), view.width, 0.0);
  const auto rows = cells_under(area.y, camera.origin().y, camera.zoom(), view.height, 0.0);
  std::vector<std::uint32_t> shaded(static_cast<std::size_t>(columns.back() - columns.front() + 1));
  for (int y = 0; y < out.height; ++y) {
    const auto row = static_cast<std::size_t>(y);
    if (y > 0 && rows[row] == rows[row - 1]) {
      std::copy_n(out.row(y - 1), columns.size(), out.row(y));
      continue;
    }
    for (std::size_t i = 0; i < shaded.size(); ++i)
      shaded[i] = to_pixel(shader.shade(columns.front() + static_cast<int>(i), rows[row]));
    for (std::size_t i = 0; i < columns.size(); ++i)
      out.row(y)[i] = shaded[static_cast<std::size_t>(columns[i] - columns.front())];
  }
}

// Every cell is shaded once; the picture of the cells is softened and enlarged. `cells`: the visible ones, and around
// them those that blend into the edge.
void paint_soft(const CellShader& shader, const Camera& camera, const Area& cells, const Area& area,
                const PixelRows& out) {
  thread_local std::vector<std::uint32_t> shaded;  // kept, because fresh memory for each picture costs milliseconds
  const auto stride = static_cast<std::size_t>(cells.x.size());
  shaded.resize(stride * static_cast<std::size_t>(cells.y.size()));
  std::uint32_t* to = shaded.data();
  for (int y = cells.y.begin; y < cells.y.end; ++y) {
    for (int x = cells.x.begin; x < cells.x.end; ++x) *to++ = to_pixel(shader.shade(x, y));
  }
  const PixelRows picture{shaded.data(), stride, cells.x.size(), cells.y.size()};
  soften(picture);
  enlarge(picture, {area.x, camera.origin().x, camera.zoom(), cells.x},
          {area.y, camera.origin().y, camera.zoom(), cells.y}, out);
}

}  // namespace

void paint_world(const CellView& view, const Palette& palette, const Camera& camera, const Looks& looks, Color surround,
                 std::uint32_t* pixels, std::size_t stride_pixels) {
  const PixelRect& viewport = camera.viewport();
  const PixelRows whole{pixels, stride_pixels, std::max(viewport.width, 0), viewport.height};
  for (int y = 0; y < whole.height; ++y) std::fill_n(whole.row(y), whole.width, to_pixel(to_light(surround)));
  if (view.memory() == nullptr) return;
  const Area area = pixels_on_world(camera, view.width, view.height);
  if (area.empty()) return;
  const PixelRows out{whole.row(area.y.begin - viewport.y) + (area.x.begin - viewport.x), stride_pixels, area.x.size(),
                      area.y.size()};
  if (view.has(Plane::height))
    return paint_heights(view, looks, make_sample_grid(camera, view.width, view.height, kShadowMargin), out);
  if (view.has(Plane::mass))
    return paint_water(view, palette, looks, make_sample_grid(camera, view.width, view.height, 1), out);
  CellShader shader(view, palette, looks);
  if (camera.zoom() >= 1.0) {
    thread_local CellClasses classes;  // kept, because fresh memory for each picture costs milliseconds
    const Area cells = cells_in_view(camera, view.width, view.height, looks.blur ? kSoftReach : 0);
    shader.look_around(cells, classes);
    if (looks.blur) return paint_soft(shader, camera, cells, area, out);
    paint_enlarged(shader, view, camera, area, out);
  } else {
    // Every pixel is the mean of four cells spread over the area that it covers, so that thin things neither vanish nor
    // flicker.
    const auto left = cells_under(area.x, camera.origin().x, camera.zoom(), view.width, -0.25);
    const auto right = cells_under(area.x, camera.origin().x, camera.zoom(), view.width, +0.25);
    const auto upper = cells_under(area.y, camera.origin().y, camera.zoom(), view.height, -0.25);
    const auto lower = cells_under(area.y, camera.origin().y, camera.zoom(), view.height, +0.25);
    for (std::size_t row = 0; row < upper.size(); ++row) {
      std::uint32_t* const to = out.row(static_cast<int>(row));
      for (std::size_t i = 0; i < left.size(); ++i)
        to[i] = to_pixel(shader.shade_far(left[i], right[i], upper[row], lower[row]));
    }
    if (looks.blur) soften(out);
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
  const bool copies = across.zoom == 1 && columns[0].share == 0;  // one pixel of the picture is one of the output
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
