// What falls, as the picture of one moment shows it: which cells fall, and what their streaks connect. Reads the cells
// of that moment only. shaders/view/motion.glsl does the same in GLSL and gets its constants from here.
#pragma once

#include <array>
#include <cstdint>

#include "render/looks.hpp"
#include "repose/cell_view.hpp"

namespace repose::shading {

// Distances are in cells, amounts are fractions of full brightness or of a cell. All were chosen by eye.
inline constexpr int kStreakCells = 4;   // the streak above a falling cell: the way of about two frames
inline constexpr int kBridgeCells = 4;   // a gap between two falling cells that is at most this high is filled
inline constexpr int kLandingCells = 2;  // ... and one between a falling cell and what it falls on
inline constexpr int kFallLook = 3;      // a loose cell falls if air is this near below it, under loose cells only
inline constexpr int kGapReach = 2;      // a gap in a thin liquid is filled if the liquid is this near on both sides
inline constexpr int kBubbleReach = 3;   // background is a bubble if other cells are this near on all four sides
inline constexpr int kSplashRows = 4, kSplashColumns = 2;  // a surface foams if liquid falls this near above it

inline constexpr float kPowderStreak = 0.50f;  // how much a streak of powder covers where it begins; it fades upwards
inline constexpr float kLiquidStreak = 0.60f;  // ... a streak of liquid
inline constexpr float kPowderBridge = 0.55f;  // how much is covered between two falling grains ...
inline constexpr float kLiquidBridge = 1.00f;  // ... and in a stream
inline constexpr float kDropCover = 0.80f;     // how much a single drop covers
inline constexpr float kGapCover = 0.50f;      // how much is covered in a gap in the top row of a liquid ...
inline constexpr float kBumpCover = 0.70f;     // ... and by a single cell on top of it
inline constexpr float kStreamGrain = 0.22f;   // the stripes of a stream: darkest to lightest
inline constexpr int kStripeBits = 2;          // a stripe is 1 << kStripeBits cells long
inline constexpr float kStreamLight = 0.20f;   // a falling liquid goes this far towards white
inline constexpr float kFoam = 0.80f;          // foam goes up to this far towards white
inline constexpr float kFoamLeast = 0.35f;     // ... and at least to this share of that; the rest changes at random
inline constexpr int kSprayRows = 2;           // cells; spray is seen up to this far above foam,
inline constexpr float kSprayFrom = 0.55f;     // in this share of the cells there is none at the moment,
inline constexpr float kSprayLight = 0.5f;     // ... and the others go this far towards white
inline constexpr float kSprayCover = 0.6f;     // and cover that much of the air close to the fall
inline constexpr float kBubbleCover = 0.80f;   // how much of a bubble has the colour of the liquid around it

inline constexpr float kGasFill = 0.60f;  // how much of a cell is covered between four cells of gas
inline constexpr float kGasThin = 0.20f;  // how much of a gas is missing in a cell between four of background

inline constexpr int kNeighbours[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

// What covers a cell of background.
struct Streak {
  int source = 0;       // the falling cell is this far below, or above if negative; 0: there is no streak
  bool bridge = false;  // it fills a gap
};

// Reads the cells of a view in memory. The arguments of the constructor must outlive it. The cells that are asked for
// must be in the world.
class Motion {
 public:
  Motion(const CellView& view, const Palette& palette);

  // Whether the palette has an element that moves.
  bool has_moving() const { return moves_; }
  // Background or gas.
  bool is_air(int x, int y) const { return is(air, x, y); }
  // Any place; false outside the world.
  bool is_gas(int x, int y) const { return inside(x, y) && is(gas, x, y); }
  // How many of the four neighbours are gas, or background.
  int gas_neighbours(int x, int y) const;
  int background_neighbours(int x, int y) const;
  // Whether a cell of liquid or powder has nothing to rest on.
  bool is_falling(int x, int y) const;
  // The distance of the next cell below that is not air, up to kStreakCells; 0: none. The `down` of the others.
  int below(int x, int y) const { return first_matter(x, y, 0, 1, kStreakCells); }
  // Of a cell of background.
  Streak streak(int x, int y, int down) const;
  // Whether a falling cell is alone.
  bool is_drop(int x, int y) const;
  // Of a cell of background with something straight below: how far to the right of it, or to the left if negative, the
  // liquid is that fills the gap; 0: there is none.
  int gap_filler(int x, int y) const;
  // Whether a cell of liquid stands alone on a liquid.
  bool is_bump(int x, int y) const;
  // 0..1, of a cell at the surface of a liquid: how near liquid falls on it.
  float splash(int x, int y) const;
  // Whether a cell of background is a bubble in the liquid below it.
  bool is_bubble(int x, int y, int down) const;

 private:
  enum Trait : std::uint8_t { air = 1, falls = 2, liquid = 4, gas = 8 };  // air: background and gases
  bool is(Trait trait, int x, int y) const { return (traits_[shown_.cells.at(x, y)] & trait) != 0; }
  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  // The distance of the first cell in that direction that is not air, up to `reach`; 0: none. The edge is no cell.
  int first_matter(int x, int y, int dx, int dy, int reach) const;

  const MemoryCells& shown_;
  int width_, height_;
  bool moves_ = false;
  std::array<std::uint8_t, kElementsMax> traits_{};
};

}  // namespace repose::shading
