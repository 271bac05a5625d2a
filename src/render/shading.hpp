// The look of one cell, in C++: constants and functions. shaders/view/shade.glsl does the same in GLSL and gets its
// constants from here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "render/looks.hpp"
#include "render/motion.hpp"
#include "repose/cell_view.hpp"
#include "repose/rng.hpp"

namespace repose::shading {

// Amounts are fractions of full brightness unless another unit is given. All were chosen by eye: a larger value makes a
// stronger effect.
inline constexpr float kPowderGrain = 0.17f;      // grains of a powder: darkest to lightest
inline constexpr float kSolidGrain = 0.06f;       // per cell of a solid ...
inline constexpr float kSolidPatch = 0.09f;       // ... and per patch of 2 x 2 cells
inline constexpr float kSolidEdgeLight = 0.16f;   // the top edge of a solid is lighter,
inline constexpr float kSolidEdgeShade = 0.20f;   // its lower edge is darker
inline constexpr float kLiquidGrain = 0.035f;     // a slight variation in liquids
inline constexpr float kGasThinnest = 0.10f;      // how much of the background shows through a gas: at least
inline constexpr float kGasVariation = 0.28f;     // ... and up to this much more
inline constexpr float kTexture = 0.15f;          // the lighter and darker cells of a texture
inline constexpr float kDepthDark = 0.44f;        // how dark a liquid gets at the full depth
inline constexpr float kDepthReach = 28.0f;       // cells; deeper looks the same
inline constexpr float kSurfaceLight = 0.34f;     // a liquid's top cell under open air goes this far towards white ...
inline constexpr float kSubsurfaceLight = 0.12f;  // ... and the cell below it
inline constexpr float kSkyLight = 0.16f;         // the background at the top of the world, relative to its middle
inline constexpr float kSkyTint = 0.020f;         // added blue at the top of the world
inline constexpr float kDither = 1.5f / 255.0f;   // hides the steps of the soft gradient

inline constexpr float kShimmer = 0.25f;     // elements with shimmer 1 go this far towards white and black
inline constexpr float kFlicker = 0.40f;     // light that emissive cells give off: dimmest to brightest
inline constexpr float kCoreWhite = 0.80f;   // emissive cells go this far towards warm white at their brightest
inline constexpr float kTightGlow = 2.2f;    // strength of the light close to emissive cells ...
inline constexpr float kWideGlow = 10.0f;    // ... and of the light that reaches far
inline constexpr float kSurfaceGlow = 2.0f;  // how strong the light is on surfaces, in their own colour,
inline constexpr float kHaze = 0.42f;        // ... and in the air

inline constexpr float kHotGlow = 0.30f;  // light of an element with a hot colour at the greatest energy
inline constexpr int kHotGlowFrom = 70;   // ... and the energy from which it has any

inline constexpr float kHeatDim = 0.42f;         // brightness of the world under the heat overlay
inline constexpr float kHeatShareLeast = 0.65f;  // share of the false colour at the least energy above 0 ...
inline constexpr float kHeatShareMost = 0.95f;   // ... and at the greatest
inline constexpr float kHeatRedSlope = 2.2f, kHeatRedFrom = 0.25f;  // false colours: blue, violet, red, orange, yellow
inline constexpr float kHeatGreenSlope = 1.9f, kHeatGreenFrom = 0.80f;
inline constexpr float kHeatBluePeak = 0.75f, kHeatBlueFall = 1.6f, kHeatBlueAt = 0.25f;

inline constexpr std::uint32_t kDepthTaps = 7;  // checks above a cell: at 1, 2, 4, 7, 11, 16 and 22 cells
inline constexpr std::uint32_t kFarDepth = 24, kFarChecks = 4;  // reduced pictures: cells up at most; checks
inline constexpr std::uint32_t kFlickerSteps = 4;               // how many steps a flicker lasts
// A cycle of the shimmer, from light to dark and back: so many equal changes, each of which lasts this many steps.
inline constexpr std::uint32_t kShimmerChanges = 16, kShimmerSteps = 4;

struct Light {
  float r = 0, g = 0, b = 0;
};

// The hash's factors of x, y and the element: large and odd, so that cells near each other have different sums.
inline constexpr std::uint32_t kCellHashFactors[] = {0x01000193u, 0x9e3779b1u, 0x85ebca6bu};

// Random bits of a cell: a function of its position and its element only.
constexpr std::uint32_t cell_hash(int x, int y, int element) {
  return mix32(static_cast<std::uint32_t>(x) * kCellHashFactors[0] +
               static_cast<std::uint32_t>(y) * kCellHashFactors[1] +
               static_cast<std::uint32_t>(element) * kCellHashFactors[2]);
}

// The factor by which a texture changes the light of a cell.
constexpr float texture_light(int texture, int x, int y) {
  if (texture == 0) return 1.0f;
  const bool lighter = (kTextures[texture] >> ((y & 3) * 4 + (x & 3)) & 1u) != 0;
  return lighter ? 1.0f + kTexture : 1.0f - kTexture;
}

// How far up tap 0, 1, 2, ... checks: 1, 2, 4, 7, 11, ... less a random part of the gap, which hides the steps between.
constexpr int tap_distance(std::uint32_t tap, std::uint32_t hash) {
  const std::uint32_t farthest = 1 + tap * (tap + 1) / 2;
  return static_cast<int>(farthest - ((((hash >> (4 * tap)) & 0xffu) * tap) >> 8));
}
constexpr int tap_distance_max(std::uint32_t tap) { return tap_distance(tap, 0); }

// Cells up to check 0, 1, ...: one in each equal part of 1..kFarDepth, at random there, which hides the steps between.
constexpr int far_look(std::uint32_t look, std::uint32_t hash) {
  return static_cast<int>(1 + ((256 * look + ((hash >> 16) & 0xffu)) * kFarDepth / kFarChecks >> 8));
}

// Changes every kFlickerSteps steps; a function of the generation only.
constexpr std::uint32_t flicker_seed(std::uint64_t generation) {
  return mix32(static_cast<std::uint32_t>(generation / kFlickerSteps));
}

// 0..1, below 1: which part of a cycle is over; changes every kShimmerSteps steps.
constexpr float shimmer_time(std::uint64_t step) {
  return static_cast<float>(step / kShimmerSteps % kShimmerChanges) / static_cast<float>(kShimmerChanges);
}

// Cells that a falling cell moves until that step, at the speed of *conserving*: as an origin of textures that fall
// with the matter.
constexpr int fallen(std::uint64_t step) { return static_cast<int>(step & 0xffffff); }

// How a picture of a world uses its energies.
enum class EnergyUse : std::uint8_t { none, hot_colors, heat_overlay };
inline EnergyUse energy_use(const CellView& view, bool palette_is_hot, const Looks& looks) {
  if (!view.has(Plane::energy)) return EnergyUse::none;
  return looks.heat ? EnergyUse::heat_overlay : palette_is_hot ? EnergyUse::hot_colors : EnergyUse::none;
}

inline constexpr Light kWhite{1.0f, 1.0f, 1.0f};
inline constexpr Light kCore{1.0f, 0.95f, 0.80f};  // warm white

// Sums over lights that the shadings share. Each has its twin in the shaders: the order of operations matters.

// Byte `which` of a hash as 0..1, and as -0.5..0.5.
inline float unit(std::uint32_t hash, int which) { return static_cast<float>((hash >> (8 * which)) & 0xffu) / 255.0f; }
inline float centred(std::uint32_t hash, int which) { return unit(hash, which) - 0.5f; }

inline float mix(float a, float b, float share) { return a + (b - a) * share; }
inline Light mix(const Light& a, const Light& b, float share) {
  return {mix(a.r, b.r, share), mix(a.g, b.g, share), mix(a.b, b.b, share)};
}
inline Light scaled(const Light& l, float k) { return {l.r * k, l.g * k, l.b * k}; }

// 0 at `low` and below, 1 at `high` and above, linear between them.
inline float ramp(float low, float high, float x) { return std::clamp((x - low) / (high - low), 0.0f, 1.0f); }

inline Light to_light(Color c) {
  return {static_cast<float>(c.r) / 255.0f, static_cast<float>(c.g) / 255.0f, static_cast<float>(c.b) / 255.0f};
}

// As a pixel of painter.hpp.
inline std::uint32_t to_pixel(const Light& light) {
  const auto byte = [](float v) { return static_cast<std::uint32_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); };
  return 0xff000000u | byte(light.r) << 16 | byte(light.g) << 8 | byte(light.b);
}

// The false colour of an energy, given as a share of the greatest.
inline Light heat_light(float share) {
  const auto limit = [](float value) { return std::clamp(value, 0.0f, 1.0f); };
  return {limit(share * kHeatRedSlope - kHeatRedFrom), limit(share * kHeatGreenSlope - kHeatGreenFrom),
          limit(kHeatBluePeak - kHeatBlueFall * std::abs(share - kHeatBlueAt))};
}

// A picture under false colours.
inline Light dimmed(const Light& light) {
  const float grey = (light.r + light.g + light.b) / 3.0f;
  return scaled(mix(light, {grey, grey, grey}, 0.5f), kHeatDim);
}

}  // namespace repose::shading
