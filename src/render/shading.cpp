#include "render/shading.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/light_math.hpp"

namespace repose::shading {

namespace {

void scale(Light& light, float factor) {
  light.r *= factor;
  light.g *= factor;
  light.b *= factor;
}

void add(Light& light, const Light& other, float weight) {
  light.r += weight * other.r;
  light.g += weight * other.g;
  light.b += weight * other.b;
}

void blend(Light& light, const Light& other, float share) {
  light.r += (other.r - light.r) * share;
  light.g += (other.g - light.g) * share;
  light.b += (other.b - light.b) * share;
}

void scale_by_depth(Light& light, int depth) {
  scale(light, 1.0f - kDepthDark * std::min(static_cast<float>(depth) / kDepthReach, 1.0f));
}

}  // namespace

EnergyUse energy_use(const CellView& view, bool palette_is_hot, const Looks& looks) {
  if (!view.has(Plane::energy)) return EnergyUse::none;
  return looks.heat ? EnergyUse::heat_overlay : palette_is_hot ? EnergyUse::hot_colors : EnergyUse::none;
}

Color heated(Color cold, Color hot, int energy) {
  const auto mix = [energy](int from, int to) {
    return static_cast<std::uint8_t>((kEnergyMax * from + energy * (to - from)) / kEnergyMax);
  };
  return {mix(cold.r, hot.r), mix(cold.g, hot.g), mix(cold.b, hot.b)};
}

float hot_glow(int energy) {
  return kHotGlow * static_cast<float>(std::max(energy - kHotGlowFrom, 0)) /
         static_cast<float>(kEnergyMax - kHotGlowFrom);
}

CellShader::CellShader(const CellView& view, const Palette& palette, const Looks& looks)
    : shown_(*view.memory()),
      height_(view.height),
      palette_(palette),
      looks_(looks),
      energy_use_(energy_use(view, has_hot_colors(palette), looks)),
      flicker_seed_(flicker_seed(view.generation)),
      shimmer_time_(shimmer_time(view.step)),
      fallen_(fallen(view.step)),
      motion_(view, palette) {
  if (energy_use_ == EnergyUse::heat_overlay) looks_.glow = looks_.motion = false;
  looks_.motion = looks_.motion && motion_.has_moving();
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
  const int element = index(x, y);
  const Matter own_matter = palette_[static_cast<std::size_t>(element)].matter;
  Light light = own_matter == Matter::background ? air_light(x, y) : matter_light(x, y, element, own_matter);
  if (energy_use_ == EnergyUse::heat_overlay) show_heat(light, energy(x, y));
  return light;
}

Light CellShader::matter_light(int x, int y, int element, Matter own_matter) const {
  if (looks_.motion && motion_.is_falling(x, y)) {
    Light light = falling_light(x, y, y);
    if (own_matter == Matter::liquid && motion_.is_drop(x, y)) blend(light, sky_light(x, y), 1.0f - kDropCover);
    return light;
  }
  const std::uint32_t hash = cell_hash(x, y, element);
  float glow = 0.0f;
  Light light = own_color(x, y, glow);
  light_itself(light, glow, own_matter, x, y, hash);
  if (looks_.grain && own_matter == Matter::solid) light_edges(light, x, y);
  if (own_matter == Matter::liquid && glow == 0.0f && (looks_.depth_tint || looks_.motion)) {
    const int under = below_surface(x, y);
    if (looks_.depth_tint) light_liquid(light, x, y, under, hash);
    if (looks_.motion && under != kDeep) add_foam(light, x, y, under, hash);
  }
  if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
  if (looks_.motion && own_matter == Matter::liquid && motion_.is_bump(x, y)) {
    blend(light, sky_light(x, y), 1.0f - kBumpCover);
  }
  if (looks_.motion && own_matter == Matter::gas) {
    blend(light, sky_light(x, y),
          kGasThin * (1.0f - glow) * static_cast<float>(motion_.background_neighbours(x, y)) / 4.0f);
  }
  return light;
}

Light CellShader::falling_light(int x, int y, int source) const {
  const int element = index(x, source);
  const PaletteEntry& e = palette_[static_cast<std::size_t>(element)];
  const std::uint32_t hash = cell_hash(x, source, element);
  const bool is_liquid = e.matter == Matter::liquid;
  float glow = 0.0f;
  Light light = own_color(x, source, glow);
  if (looks_.grain) {
    const int place = is_liquid ? (y - fallen_) >> kStripeBits : source - fallen_;
    scale(light, 1.0f + (is_liquid ? kStreamGrain : kPowderGrain) * centred(cell_hash(x, place, element), 0));
    add_shimmer(light, e.shimmer, hash);
  }
  if (looks_.depth_tint && is_liquid && glow == 0.0f) blend(light, {1.0f, 1.0f, 1.0f}, kStreamLight);
  if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
  return light;
}

Light CellShader::air_light(int x, int y) const {
  const int element = index(x, y);
  float glow = 0.0f;
  Light light = own_color(x, y, glow);
  light_itself(light, glow, Matter::background, x, y, cell_hash(x, y, element));
  if (looks_.glow && glow > 0.0f) add_emission(light, glow, cell_hash(x, y, element));
  if (!looks_.motion && !looks_.depth_tint) return light;
  if (looks_.motion) cover_with_gas(light, x, y);
  const int down = motion_.below(x, y);
  if (down == 0) return light;
  if (looks_.depth_tint && motion_.is_bubble(x, y, down)) {
    blend(light, liquid_light(x, y, x, y + down), kBubbleCover);
  } else if (looks_.motion) {
    cover_air(light, x, y, down);
  }
  return light;
}

// The fewer of its neighbours are gas, the less of a cell's gas is drawn in it; a gap between cells of gas is filled.
void CellShader::cover_with_gas(Light& light, int x, int y) const {
  const int count = motion_.gas_neighbours(x, y);
  if (count < 2) return;
  Light mean;
  for (const auto& [dx, dy] : kNeighbours) {
    float glow = 0.0f;
    if (motion_.is_gas(x + dx, y + dy)) add(mean, own_color(x + dx, y + dy, glow), 1.0f / static_cast<float>(count));
  }
  blend(light, mean, kGasFill * static_cast<float>(count - 1) / 3.0f);
}

void CellShader::cover_air(Light& light, int x, int y, int down) const {
  if (const Streak streak = motion_.streak(x, y, down); streak.source != 0) {
    const bool is_liquid = matter(x, y + streak.source) == Matter::liquid;
    const float fade = 1.0f - static_cast<float>(streak.source - 1) / kStreakCells;
    const float cover = streak.bridge ? (is_liquid ? kLiquidBridge : kPowderBridge)
                                      : (is_liquid ? kLiquidStreak : kPowderStreak) * fade;
    return blend(light, falling_light(x, y, y + streak.source), cover);
  }
  const int beside = down == 1 ? motion_.gap_filler(x, y) : 0;
  if (beside != 0) blend(light, liquid_light(x, y, x + beside, y), kGapCover);
  if (down <= kSprayRows && matter(x, y + down) == Matter::liquid) {
    const float near = motion_.splash(x, y + down) / static_cast<float>(down);
    const float noise = unit(mix32(cell_hash(x, y, 0) ^ flicker_seed_), 2);
    if (near <= 0.0f || noise < kSprayFrom) return;
    float glow = 0.0f;
    Light drop = own_color(x, y + down, glow);
    blend(drop, {1.0f, 1.0f, 1.0f}, kSprayLight);
    blend(light, drop, kSprayCover * near);
  }
}

// The liquid of another cell, as it would look in the cell (x, y).
Light CellShader::liquid_light(int x, int y, int from_x, int from_y) const {
  const int element = index(from_x, from_y);
  const std::uint32_t hash = cell_hash(x, y, element);
  float glow = 0.0f;
  Light light = own_color(from_x, from_y, glow);
  if (looks_.grain) scale(light, 1.0f + kLiquidGrain * centred(hash, 0));
  if (looks_.depth_tint && glow == 0.0f) light_liquid(light, x, y, below_surface(x, y), hash);
  if (looks_.glow && glow > 0.0f) add_emission(light, glow, hash);
  return light;
}

Light CellShader::shade_far(int left, int right, int upper, int lower) const {
  const int element = index(left, upper);
  const Matter own_matter = palette_[static_cast<std::size_t>(element)].matter;
  const std::uint32_t hash = cell_hash(left, upper, element);
  Light light;
  float glow = 0.0f;
  for (const auto& [x, y] : {std::pair{left, upper}, {right, upper}, {left, lower}, {right, lower}}) {
    float part = 0.0f;
    add(light, own_color(x, y, part), 0.25f);
    glow += 0.25f * part;
  }
  light_itself(light, glow, own_matter, left, upper, hash);
  if (looks_.depth_tint && own_matter == Matter::liquid && glow == 0.0f) {
    const int look = far_look(hash);
    scale_by_depth(light,
                   upper >= look && matter(left, upper - look) == Matter::liquid ? static_cast<int>(kFarDepth) : 0);
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

void CellShader::show_heat(Light& light, int energy) const {
  const float grey = (light.r + light.g + light.b) / 3.0f;
  blend(light, {grey, grey, grey}, 0.5f);
  scale(light, kHeatDim);
  if (energy == 0) return;
  const float t = static_cast<float>(energy) / static_cast<float>(kEnergyMax);
  blend(light, heat_light(t), kHeatShareLeast + (kHeatShareMost - kHeatShareLeast) * t);
}

Matter CellShader::matter(int x, int y) const {
  return palette_[static_cast<std::size_t>(index(x, std::clamp(y, 0, height_ - 1)))].matter;
}

// What does not depend on neighbours: grain, and the sky of the background.
void CellShader::light_itself(Light& light, float glow, Matter own_matter, int x, int y, std::uint32_t hash) const {
  if (looks_.grain) {
    if (own_matter == Matter::powder) scale(light, 1.0f + kPowderGrain * centred(hash, 0));
    if (own_matter == Matter::liquid) scale(light, 1.0f + kLiquidGrain * centred(hash, 0));
    if (own_matter == Matter::solid) {
      const std::uint32_t patch = cell_hash(x >> 1, y >> 1, index(x, y));
      scale(light, 1.0f + kSolidGrain * centred(hash, 0) + kSolidPatch * centred(patch, 1));
    }
    if (own_matter == Matter::gas) {
      blend(light, to_light(palette_[0].color), (kGasThinnest + kGasVariation * unit(hash, 0)) * (1.0f - glow));
    }
    add_shimmer(light, palette_[static_cast<std::size_t>(index(x, y))].shimmer, hash);
  }
  if (looks_.depth_tint && own_matter == Matter::background) add_sky(light, y, hash);
}

void CellShader::add_sky(Light& light, int y, std::uint32_t hash) const {
  const float height = 1.0f - (static_cast<float>(y) + 0.5f) / static_cast<float>(height_);
  scale(light, 1.0f + kSkyLight * (2.0f * height - 1.0f));
  const float dither = kDither * centred(hash, 1);
  light.r += dither;
  light.g += dither;
  light.b += dither + kSkyTint * height;
}

Light CellShader::sky_light(int x, int y) const {
  Light light = to_light(palette_[0].color);
  if (looks_.depth_tint) add_sky(light, y, cell_hash(x, y, 0));
  return light;
}

void CellShader::add_shimmer(Light& light, float shimmer, std::uint32_t hash) const {
  if (shimmer <= 0.0f) return;
  const float moment = shimmer_time_ + unit(hash, 3);
  const float change = 4.0f * std::abs(moment - std::floor(moment) - 0.5f) - 1.0f;  // -1..1
  const float end = change > 0.0f ? 1.0f : 0.0f;
  blend(light, {end, end, end}, kShimmer * shimmer * std::abs(change));
}

void CellShader::light_edges(Light& light, int x, int y) const {
  if (matter(x, y - 1) != Matter::solid) scale(light, 1.0f + kSolidEdgeLight);
  if (matter(x, y + 1) != Matter::solid) scale(light, 1.0f - kSolidEdgeShade);
}

// One tap that meets air, an obstacle or a drop does not end the liquid; two that meet air do.
int CellShader::depth(int x, int y, std::uint32_t hash) const {
  int deepest = 0, obstacle = 0;
  bool was_air = false;
  for (std::uint32_t tap = 0; tap < kDepthTaps; ++tap) {
    const int next = tap_distance(tap, hash);
    if (next > y) break;
    const Matter met = matter(x, y - next);
    const bool is_air = motion_.is_air(x, y - next) || (met == Matter::liquid && motion_.is_air(x, y - next + 1));
    if (is_air && was_air) return deepest;
    was_air = is_air;
    if (is_air) continue;
    if (met == Matter::liquid) deepest = next;
    if (met == Matter::liquid)
      obstacle = 0;
    else if (obstacle == 0)
      obstacle = next;
  }
  return std::max(deepest, obstacle);
}

int CellShader::below_surface(int x, int y) const {
  for (int under = 0; under < 2 && y > under; ++under) {
    const int above = y - 1 - under;
    if (motion_.is_air(x, above)) return motion_.is_bubble(x, above, motion_.below(x, above)) ? kDeep : under;
    if (matter(x, above) != Matter::liquid) break;
  }
  return kDeep;
}

void CellShader::light_liquid(Light& light, int x, int y, int under, std::uint32_t hash) const {
  scale_by_depth(light, under == kDeep ? depth(x, y, hash) : under);
  if (under == kDeep) return;
  const bool filled = under == 1 || (looks_.motion && motion_.gap_filler(x, y - 1) != 0);
  blend(light, {1.0f, 1.0f, 1.0f}, filled ? kSubsurfaceLight : kSurfaceLight);
}

void CellShader::add_foam(Light& light, int x, int y, int under, std::uint32_t hash) const {
  const float near = motion_.splash(x, y - under);
  if (near <= 0.0f) return;
  const float noise = unit(mix32(hash ^ flicker_seed_), 2);
  const float foam = kFoam * near * (kFoamLeast + (1.0f - kFoamLeast) * noise);
  blend(light, {1.0f, 1.0f, 1.0f}, foam / static_cast<float>(1 + under));
}

void CellShader::add_emission(Light& light, float glow, std::uint32_t hash) const {
  const float brightness = flicker(hash, flicker_seed_);
  blend(light, kCore, kCoreWhite * glow * brightness * brightness);
}

float flicker(std::uint32_t hash, std::uint32_t seed) { return 0.5f * (unit(hash, 2) + unit(mix32(hash ^ seed), 2)); }

}  // namespace repose::shading
