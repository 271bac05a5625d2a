// The look of heights of sand and of water with mass, in C++. shaders/view/height_*.frag and water_*.frag do the same
// in GLSL and get their constants from here.
//
// How a picture of heights is made: samples of the planes; means over 2, 8 and 64 samples; from the finest of these,
// how high the sun's rays are blocked (each of kShadowPasses passes doubles the reach); the light on every sample, in a
// picture of sand and one of stone; and from both, with smooth interpolation, the pixels, with grains of sand finer
// than cells where cells are large.
#pragma once

#include <cmath>

#include "render/painter.hpp"
#include "render/shading.hpp"

namespace repose {

// The positions at which pictures of fields read their planes: one sample per cell in enlarged pictures, one per pixel
// in reduced ones.
struct SampleGrid {
  int width = 0, height = 0;
  int first_x = 0, first_y = 0;      // corner of sample (0, 0), whole cells
  float offset_x = 0, offset_y = 0;  // corner of sample (0, 0), fraction of a cell, 0..1
  float step = 1;                    // cells from one sample to the next
  // In samples: the position of the first pixel's centre, and the distance from one pixel to the next.
  float pixel_x = 0, pixel_y = 0, samples_per_pixel = 1;
  Area pixels;  // of the window
  Area cells;   // that the samples cover

  // The cell under a sample's centre, or under a position between samples.
  int cell_x(float x) const { return first_x + static_cast<int>(std::floor(offset_x + x * step)); }
  int cell_y(float y) const { return first_y + static_cast<int>(std::floor(offset_y + y * step)); }
  bool reduced() const { return step > 1; }
  float zoom() const { return 1 / (step * samples_per_pixel); }  // pixels per cell
};

// `margin`: samples outside the picture on every side, limited to the world. Empty if no pixel is on the world.
SampleGrid make_sample_grid(const Camera& camera, int world_width, int world_height, int margin);

namespace shading {

inline constexpr float kDrawnHeight = 0.4f;  // heights are drawn at this scale: a slope of 2 appears as 39 degrees
inline constexpr float kNoSand = -1e6f;      // in place of a drawn height, at obstacles
inline constexpr float kStoneRise = 4.0f;    // drawn cells that obstacles stand above the highest sand around
// How many texels around a reduced one also count for the highest sand, so that the top of a wall is level.
inline constexpr int kHighestMargin = 4;
inline constexpr float kFarWeight = 0.02f;  // in kStoneRise: of the sand 64 samples around, relative to 8 around
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

// Draws the pixels of the grid; `out` has the size of grid.pixels. Precondition: a view in memory that has heights.
void paint_heights(const CellView& view, const Looks& looks, const SampleGrid& grid, const PixelRows& out);

// ---- water ----
//
// How a picture is made: each sample gets a number that says how full it is. The number is read with smooth
// interpolation; a pixel is water if it is more than half. So a cell that is half full has its surface at half its
// height, and the surface across two cells is a line without a step. Thin falling water is drawn as a veil, whose
// density is the amount of water.

inline constexpr float kWetFrom = 0.1f;    // cells; a cell with less than this above it is not deep
inline constexpr float kCoveredBy = 0.5f;  // cells of water above that make a cell look full
inline constexpr float kFarFill = 1.25f;  // factor of a cell's mass in reduced pictures: moving water is not quite full
// Checks above a cell in reduced pictures, each at a random distance in its third of kFarDepth.
inline constexpr std::uint32_t kFarLooks = 3;
inline constexpr float kPressureRow = 0.02f;    // compression by a row of water above, in cells, by default
inline constexpr float kPressureMost = 160.0f;  // rows of water above, from which on the overlay is all red
inline constexpr float kDeepRows = 120.0f;      // ... and from which on water has its darkest colour,
inline constexpr float kDeepByPressure = 0.6f;  // ... by this share; the rest depends on the distance to the surface
inline constexpr float kShallowLight = 1.22f;   // water at the surface, relative to its colour
inline constexpr float kDeepDark = 0.34f;       // deep water, relative to its colour ...
inline constexpr float kDeepGreen = 0.85f;      // ... and the share of green and red that it keeps
inline constexpr float kDepthUntinted = 0.3f;   // the depth with which all water is drawn when the tint is off
inline constexpr float kWaterLine = 0.62f;      // how far the surface goes towards white
inline constexpr float kWaterLinePixels = 1.4f, kWaterLineCells = 0.14f;  // its least thickness
inline constexpr float kVeil = 0.8f;                                      // opacity of the densest veil,
inline constexpr float kVeilLight = 0.28f;                                // ... and how far it goes towards white
inline constexpr float kWaterDense = 0.94f;                               // opacity of water

// The thickness of the light line along the surface, in samples.
float water_line(const SampleGrid& grid);

// The first liquid's colour, which all water has.
Light water_color(const Palette& palette);

// As paint_heights(), of a view in memory that has masses.
void paint_water(const CellView& view, const Palette& palette, const Looks& looks, const SampleGrid& grid,
                 const PixelRows& out);

}  // namespace shading

}  // namespace repose
