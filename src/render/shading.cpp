#include "render/shading.hpp"

#include <cmath>
#include <utility>

namespace repose::shading {

namespace {

Light darkened(const Light& light, int depth) {
  return scaled(light, 1.0f - kDepthDark * std::min(static_cast<float>(depth) / kDepthReach, 1.0f));
}

}  // namespace

EnergyUse energy_use(const CellView& view, bool palette_is_hot, const Looks& looks) {
  if (!view.has(Plane::energy)) return EnergyUse::none;
  return looks.heat ? EnergyUse::heat_overlay : palette_is_hot ? EnergyUse::hot_colors : EnergyUse::none;
}

Color heated(Color cold, Color hot, int energy) {
  const auto channel = [energy](int from, int to) {
    return static_cast<std::uint8_t>((kEnergyMax * from + energy * (to - from)) / kEnergyMax);
  };
  return {channel(cold.r, hot.r), channel(cold.g, hot.g), channel(cold.b, hot.b)};
}

float hot_glow(int energy) {
  return kHotGlow * static_cast<float>(std::max(energy - kHotGlowFrom, 0)) /
         static_cast<float>(kEnergyMax - kHotGlowFrom);
}

CellShader::CellShader(const CellView& view, const Palette& palette, const Looks& looks)
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

void CellShader::look_around(const Area& cells, CellClasses& classes) {
  if (!needs_classes(looks_)) return;
  classes.classify(shown_.cells, looked_at(cells, width_, height_), palette_,
                   {.motion = looks_.motion, .bubbles = looks_.depth_tint});
  classes_ = &classes;
}

Light CellShader::own_color(int x, int y, float& glow) const {
  const PaletteEntry& e = palette_[static_cast<std::size_t>(index(x, y))];
  glow = e.glow;
  if (energy_use_ != EnergyUse::hot_colors || !e.hot_color) return to_light(e.color);
  const int k = std::min(energy(x, y), kEnergyMax);
  glow = std::max(glow, hot_glow(k));
  return to_light(heated(e.color, *e.hot_color, k));
}

Light CellShader::shade(int x, int y) const {
  const CellClass shown = classes_ == nullptr ? CellClass{} : classes_->at(x, y);
  const int from_x = x + shown.dx(), from_y = y + shown.dy();
  const int element = index(from_x, from_y);
  const PaletteEntry& entry = palette_[static_cast<std::size_t>(element)];
  float glow = 0.0f;
  Light light = own_color(from_x, from_y, glow);
  if (looks_.motion && (shown.falls() || shown.style() == Style::streak)) {
    light_falling(light, glow, element, {x, y, from_y});
  } else if (shown.style() == Style::spray) {
    light = mix(light, kWhite, kSprayLight);
  } else {
    light_resting(light, glow, element, x, y, shown);
  }
  if (shown.cover < 255) {
    Light behind = light_behind(x, y);
    behind = mix(behind, light, cover(shown, entry.matter == Matter::gas ? glow : 0.0f, x, y));
    light = behind;
  }
  if (energy_use_ == EnergyUse::heat_overlay) show_heat(light, energy(x, y));
  return light;
}

float CellShader::cover(CellClass shown, float glow, int x, int y) const {
  const bool no_spray =
      shown.style() == Style::spray && unit(mix32(cell_hash(x, y, 0) ^ flicker_seed_), 2) < kSprayFrom;
  return no_spray ? 0.0f : 1.0f - (1.0f - static_cast<float>(shown.cover) / 255.0f) * (1.0f - glow);
}

void CellShader::light_resting(Light& light, float glow, int element, int x, int y, CellClass shown) const {
  const Matter matter = palette_[static_cast<std::size_t>(element)].matter;
  const std::uint32_t hash = cell_hash(x, y, element);
  light_itself(light, glow, element, x, y, hash);
  light = scaled(light, texture_light(palette_[static_cast<std::size_t>(element)].texture, x, y));
  if (looks_.grain && matter == Matter::solid) light_edges(light, x, y);
  if (matter == Matter::liquid && glow == 0.0f) {
    if (looks_.depth_tint) light_liquid(light, x, y, shown, hash);
    if (looks_.motion && shown.splash() > 0) add_foam(light, shown, hash);
  }
  if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
}

void CellShader::light_falling(Light& light, float glow, int element, Fall fall) const {
  const PaletteEntry& entry = palette_[static_cast<std::size_t>(element)];
  const std::uint32_t hash = cell_hash(fall.x, fall.from_y, element);
  const bool is_liquid = entry.matter == Matter::liquid;
  if (looks_.grain) {
    const int place = is_liquid ? (fall.y - fallen_) >> kStripeBits : fall.from_y - fallen_;
    light =
        scaled(light, 1.0f + (is_liquid ? kStreamGrain : kPowderGrain) * centred(cell_hash(fall.x, place, element), 0));
    add_shimmer(light, entry.shimmer, hash);
  }
  if (looks_.depth_tint && is_liquid && glow == 0.0f) light = mix(light, kWhite, kStreamLight);
  if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
}

Light CellShader::light_behind(int x, int y) const {
  const int own = index(x, y);
  const int element = palette_[static_cast<std::size_t>(own)].matter == Matter::background ? own : 0;
  Light light = to_light(palette_[static_cast<std::size_t>(element)].color);
  if (looks_.depth_tint) add_sky(light, y, cell_hash(x, y, element));
  return light;
}

int CellShader::far_depth(int x, int y, std::uint32_t hash) const {
  std::uint32_t deep = 0;
  for (std::uint32_t check = 0; check < kFarChecks; ++check) {
    const int up = far_look(check, hash);
    if (y >= up && matter(x, y - up) == Matter::liquid) ++deep;
  }
  return static_cast<int>(deep * (kFarDepth / kFarChecks));
}

Light CellShader::shade_far(int left, int right, int upper, int lower) const {
  const int element = index(left, upper);
  const Matter own_matter = palette_[static_cast<std::size_t>(element)].matter;
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

Light heat_light(float share) {
  const auto limit = [](float value) { return std::clamp(value, 0.0f, 1.0f); };
  return {limit(share * kHeatRedSlope - kHeatRedFrom), limit(share * kHeatGreenSlope - kHeatGreenFrom),
          limit(kHeatBluePeak - kHeatBlueFall * std::abs(share - kHeatBlueAt))};
}

Light dimmed(const Light& light) {
  const float grey = (light.r + light.g + light.b) / 3.0f;
  return scaled(mix(light, {grey, grey, grey}, 0.5f), kHeatDim);
}

void CellShader::show_heat(Light& light, int energy) const {
  light = dimmed(light);
  if (energy == 0) return;
  const float t = static_cast<float>(energy) / static_cast<float>(kEnergyMax);
  light = mix(light, heat_light(t), kHeatShareLeast + (kHeatShareMost - kHeatShareLeast) * t);
}

Matter CellShader::matter(int x, int y) const {
  return palette_[static_cast<std::size_t>(index(x, std::clamp(y, 0, height_ - 1)))].matter;
}

// What does not depend on neighbours: grain, and the sky of the background.
void CellShader::light_itself(Light& light, float glow, int element, int x, int y, std::uint32_t hash) const {
  const PaletteEntry& entry = palette_[static_cast<std::size_t>(element)];
  const Matter own_matter = entry.matter;
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
    add_shimmer(light, entry.shimmer, hash);
  }
  if (looks_.depth_tint && own_matter == Matter::background) add_sky(light, y, hash);
}

void CellShader::add_sky(Light& light, int y, std::uint32_t hash) const {
  const float height = 1.0f - (static_cast<float>(y) + 0.5f) / static_cast<float>(height_);
  light = scaled(light, 1.0f + kSkyLight * (2.0f * height - 1.0f));
  const float dither = kDither * centred(hash, 1);
  light.r += dither;
  light.g += dither;
  light.b += dither + kSkyTint * height;
}

void CellShader::add_shimmer(Light& light, float shimmer, std::uint32_t hash) const {
  if (shimmer <= 0.0f) return;
  const float moment = shimmer_time_ + unit(hash, 3);
  const float change = 4.0f * std::abs(moment - std::floor(moment) - 0.5f) - 1.0f;  // -1..1
  const float end = change > 0.0f ? 1.0f : 0.0f;
  light = mix(light, {end, end, end}, kShimmer * shimmer * std::abs(change));
}

void CellShader::light_edges(Light& light, int x, int y) const {
  if (matter(x, y - 1) != Matter::solid) light = scaled(light, 1.0f + kSolidEdgeLight);
  if (matter(x, y + 1) != Matter::solid) light = scaled(light, 1.0f - kSolidEdgeShade);
}

// One tap that meets air, an obstacle or a drop does not end the liquid; two that meet air do. An obstacle that has no
// liquid above it counts as the surface, but not beyond air: that is a ceiling.
int CellShader::depth(int x, int y, std::uint32_t hash) const {
  int deepest = 0, obstacle = 0;  // -1: air was last
  bool was_air = false;
  for (std::uint32_t tap = 0; tap < kDepthTaps; ++tap) {
    const int next = tap_distance(tap, hash);
    if (next > y) break;
    const CellClass met = classes_->at(x, y - next);
    const bool is_liquid = met.matter() == Matter::liquid;
    const bool is_air = met.matter() == Matter::background || met.matter() == Matter::gas || (is_liquid && met.falls());
    if (is_air && was_air) return deepest;
    was_air = is_air;
    if (is_liquid && !is_air) deepest = next;
    obstacle = is_air ? -1 : is_liquid ? 0 : obstacle == 0 ? next : obstacle;
  }
  return std::max(deepest, obstacle);
}

void CellShader::light_liquid(Light& light, int x, int y, CellClass shown, std::uint32_t hash) const {
  const int under = shown.under();
  light = darkened(light, under == CellClass::kDeep ? depth(x, y, hash) : under);
  if (under != CellClass::kDeep)
    light = mix(light, kWhite, under == 1 || shown.filled() ? kSubsurfaceLight : kSurfaceLight);
}

void CellShader::add_foam(Light& light, CellClass shown, std::uint32_t hash) const {
  const float near = static_cast<float>(shown.splash()) / (kSplashColumns + 1);
  const float share = kFoamLeast + (1.0f - kFoamLeast) * unit(mix32(hash ^ flicker_seed_), 2);
  light = mix(light, kWhite, kFoam * near * share / static_cast<float>(1 + shown.under()));
}

void CellShader::add_emission(Light& light, float glow, std::uint32_t hash) const {
  const float brightness = flicker(hash, flicker_seed_);
  light = mix(light, kCore, kCoreWhite * glow * brightness * brightness);
}

float flicker(std::uint32_t hash, std::uint32_t seed) { return 0.5f * (unit(hash, 2) + unit(mix32(hash ^ seed), 2)); }

}  // namespace repose::shading
