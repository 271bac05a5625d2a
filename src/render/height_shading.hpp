// The look of heights of sand, in C++. shaders/view/height_*.frag do the same in GLSL and get their constants from
// here.
//
// How a picture is made: samples of the planes; means over 2, 8 and 64 samples; from the finest of these, how high the
// sun's rays are blocked (each of kShadowPasses passes doubles the reach); the light on every sample, in a picture of
// sand and one of stone; and from both, with smooth interpolation, the pixels, with grains of sand finer than cells
// where cells are large.
#pragma once

#include "render/float_image.hpp"
#include "render/sample_grid.hpp"
#include "render/shading.hpp"

namespace repose::shading {

inline constexpr float kDrawnHeight = 0.4f;  // heights are drawn at this scale: a slope of 2 appears as 39 degrees
inline constexpr float kNoSand = -1e6f;      // in place of a drawn height, at obstacles
inline constexpr float kStoneRise = 4.0f;    // drawn cells that obstacles stand above the highest sand around
// How many texels around a reduced one also count for the highest sand, so that the top of a wall is level.
inline constexpr int kHighestMargin = 4;
inline constexpr float kFarWeight =
    0.02f;  // weight of the sand 64 samples around, relative to sand 8 samples around, in kStoneRise
inline constexpr int kShadowMargin = 48;    // samples beyond the picture that may cast shadows into it
inline constexpr int kShadowPasses = 7;     // the longest shadow is 2^(passes + 1) samples
inline constexpr float kShadowSoft = 2.5f;  // drawn cells below the edge of a shadow that are all dark

// Elevation colours depend on height / (height + bend), in drawn cells: a scale that never changes, so that colours do
// not flicker.
inline constexpr float kElevationBend = 14.0f;
inline constexpr Light kValley{0.50f, 0.36f, 0.23f}, kOchre{0.76f, 0.58f, 0.37f};
inline constexpr Light kSand{0.88f, 0.73f, 0.50f}, kCrest{0.94f, 0.85f, 0.66f};
inline constexpr float kOchreAt = 0.28f, kSandAt = 0.62f, kCrestAt = 0.92f;

inline constexpr Light kSunLight{0.80f, 0.71f, 0.57f};  // on level sand, and on sand that faces the sun likewise
inline constexpr Light kSkyLightOnSand{0.31f, 0.33f, 0.38f};
inline constexpr float kSunMost = 1.35f;  // the most light on a slope that faces the sun, relative to level sand
inline constexpr float kHollowDark = 0.42f, kRidgeLight = 0.16f;  // hollows darker, ridges lighter, at most
inline constexpr float kHollowReach = 5.0f;        // drawn cells below the mean of 8 samples around that are all dark
inline constexpr float kHeightGrain = 0.13f;       // from grain to grain of a cell's size ...
inline constexpr float kFineGrain = 0.27f;         // ... and of the fine ones in enlarged pictures
inline constexpr float kFineGrainOnStone = 0.7f;   // ... is reduced by this share on stone
inline constexpr float kGrainLevels = 40.0f;       // grains change this many times in a drawn cell of height, so that
inline constexpr float kGrainLevelOffset = 0.37f;  // they change where sand moves; keeps level ground away from a limit
inline constexpr float kFineGrainPixels = 1.8f;    // their least size
inline constexpr float kWetDark = 0.52f;           // brightness of wet sand relative to dry
inline constexpr float kWetGloss = 0.35f;
inline constexpr Light kStone{0.44f, 0.42f, 0.44f}, kSpringMark{0.98f, 0.86f, 0.42f}, kDrainMark{0.16f, 0.09f, 0.07f};
inline constexpr float kStoneBevel = 0.9f;  // how far the edges of stone lean

// The direction of the light: a vector of length 1, x to the right, y down, z up.
struct Sun {
  float x = 0, y = 0, z = 1;
  float slope = 1;  // drawn cells that a ray descends in one cell
};
Sun sun_of(const Looks& looks);

// How many fine grains there are along the side of a cell.
int fine_grains(float pixels_per_cell);

// Precondition: a view in memory that has heights.
class HeightPicture {
 public:
  HeightPicture(const CellView& view, const Looks& looks, const SampleGrid& grid);

  // The pixel of the picture's column and row; precondition: inside grid.pixels, counted from its corner.
  Light pixel(int column, int row) const;
  // Drawn height of the sand or stone at a sample.
  float drawn_height(int x, int y) const;

 private:
  void take_samples(const CellView& view);
  Texel sample(const CellView& view, int x, int y) const;
  Texel sample_cell(const CellView& view, int x, int y) const;
  static FloatImage reduce_samples(const FloatImage& samples);
  static FloatImage reduce(const FloatImage& from, int factor);
  float stone_height(float x, float y) const;  // at a position in samples
  void throw_shadows();
  float sunlight(int x, int y, float height) const;  // 0 in the shadow, 1 in the sun
  void light_sample(int x, int y);
  Light light_sand(int x, int y, const Texel& own, float height, float sunlit) const;
  Light light_stone(int x, int y, float sunlit) const;

  Looks looks_;
  SampleGrid grid_;
  Sun sun_;
  FloatImage samples_;  // r = drawn height or kNoSand, g = share of sand, b = wetness, a = springs less drains
  FloatImage half_, eighth_, sixtyfourth_;  // r = mean height times g = share of sand; b = greatest height, where a = 1
  FloatImage shadows_;                      // at half the resolution: r = how high the sun's rays are blocked
  FloatImage sand_, stone_;                 // lit, times their share; a of stone = its share
};

}  // namespace repose::shading
