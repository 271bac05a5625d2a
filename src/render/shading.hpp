// The look of one cell, in C++: constants and functions. shaders/view/shade.glsl does the same in GLSL and gets its
// constants from here.
#pragma once

#include <algorithm>
#include <array>
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
// Cells. In reduced pictures the depth is found by a few checks, at most this far up.
inline constexpr std::uint32_t kFarDepth = 24, kFarChecks = 4;
inline constexpr std::uint32_t kFlickerSteps = 4;  // how many steps a flicker lasts
// A cycle of the shimmer, from light to dark and back, has this many equal changes ...
inline constexpr std::uint32_t kShimmerChanges = 16;
inline constexpr std::uint32_t kShimmerSteps = 4;  // ... each of which lasts this many steps

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
EnergyUse energy_use(const CellView& view, bool palette_is_hot, const Looks& looks);

// The colour at that energy, computed in integers and rounded down as in wxSand.
Color heated(Color cold, Color hot, int energy);
// The false colour of an energy, given as a share of the greatest.
Light heat_light(float share);
// A picture under false colours.
Light dimmed(const Light& light);
// 0..1: the light that an element with a hot colour gives off.
float hot_glow(int energy);

// How bright an emissive cell is now, 0..1: half of it is constant, half varies.
float flicker(std::uint32_t hash, std::uint32_t seed);

// Shades cells of a view in memory. All arguments of the constructor must outlive it.
class CellShader {
 public:
  CellShader(const CellView& view, const Palette& palette, const Looks& looks);

  // Call before shade(), with the cells that it will shade. `classes` must outlive the shader.
  void look_around(const Area& cells, CellClasses& classes);

  // Precondition: the cell is among those of look_around().
  Light shade(int x, int y) const;
  // One pixel of a reduced picture: the mean colour of the four cells where two columns and two rows cross, with the
  // grain and depth of the first. Without edges and surface lines.
  Light shade_far(int left, int right, int upper, int lower) const;

 private:
  int index(int x, int y) const { return shown_.cells.at(x, y); }
  // Beyond the top and bottom of the world the edge is repeated.
  Matter matter(int x, int y) const;

  int energy(int x, int y) const { return shown_.energy.at(x, y) & kEnergyMask; }
  // Colour and glow of a cell at its energy.
  Light own_color(int x, int y, float& glow) const;
  void light_resting(Light& light, float glow, int element, int x, int y, CellClass shown) const;
  // Matter of the cell (x, from_y), drawn in the cell (x, y).
  struct Fall {
    int x, y, from_y;
  };
  void light_falling(Light& light, float glow, int element, Fall fall) const;
  // How much of the cell (x, y) is covered by what it shows. `glow` of a gas: flames are not thinned.
  float cover(CellClass shown, float glow, int x, int y) const;
  // The background behind what a cell shows.
  Light light_behind(int x, int y) const;
  void add_sky(Light& light, int y, std::uint32_t hash) const;
  // Draws the false colour of the energy over the finished cell.
  void show_heat(Light& light, int energy) const;

  void light_itself(Light& light, float glow, int element, int x, int y, std::uint32_t hash) const;
  // Makes the light of an element with shimmer lighter or darker; each cell has its own phase.
  void add_shimmer(Light& light, float shimmer, std::uint32_t hash) const;
  void light_edges(Light& light, int x, int y) const;
  void light_liquid(Light& light, int x, int y, CellClass shown, std::uint32_t hash) const;
  int depth(int x, int y, std::uint32_t hash) const;
  // As depth(), for reduced pictures, roughly.
  int far_depth(int x, int y, std::uint32_t hash) const;
  void add_foam(Light& light, CellClass shown, std::uint32_t hash) const;
  void add_emission(Light& light, float glow, std::uint32_t hash) const;

  const MemoryCells& shown_;
  int width_, height_;  // of the world
  const Palette& palette_;
  Looks looks_;
  EnergyUse energy_use_;
  std::uint32_t flicker_seed_;
  float shimmer_time_;
  int fallen_;  // cells that a falling cell has moved since the start; what falls is drawn with a texture that moves
                // too
  const CellClasses* classes_ = nullptr;  // null: the looks do not need them
};

inline constexpr Light kWhite{1.0f, 1.0f, 1.0f};
// Warm white: emissive cells go towards it at their brightest.
inline constexpr Light kCore{1.0f, 0.95f, 0.80f};

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

}  // namespace repose::shading
