// What falls, as the picture of one moment shows it: which cells fall, what their streaks connect, where liquids have
// gaps, bubbles and foam. Reads the cells of that moment only. For cells in textures, the shaders class_*.frag do the
// same and get their constants from here.
#pragma once

#include <cstdint>
#include <vector>

#include "render/camera.hpp"
#include "render/looks.hpp"
#include "repose/cell_view.hpp"

namespace repose::shading {

// Distances are in cells, amounts are fractions of full brightness or of a cell. All were chosen by eye.
inline constexpr int kStreakCells = 4;   // the streak above a falling cell: the fall of about two frames
inline constexpr int kBridgeCells = 4;   // a gap between two falling cells that is at most this high is filled
inline constexpr int kLandingCells = 2;  // ... and one between a falling cell and what it falls on
inline constexpr int kFallLook = 3;      // a loose cell falls if air is this near below it, under loose cells only
inline constexpr int kGapReach = 2;      // a gap in a thin liquid is filled if the liquid is this near on both sides
inline constexpr int kBubbleReach = 3;   // background is a bubble if other cells are this near on all four sides
inline constexpr int kSplashRows = 4, kSplashColumns = 3;  // a surface foams if liquid falls this near above it

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

// What a cell shows.
enum class Style : std::uint8_t {
  own,     // the matter of its own cell
  streak,  // falling matter of another cell of its column
  liquid,  // the liquid of another cell, as in a gap or a bubble
  spray,   // a drop of the liquid of another cell
  gas,     // the gas of another cell
};

// What the picture of a cell needs to know about the cells around it; also a texel of the shaders (RGBA8).
struct CellClass {
  static constexpr std::uint8_t kHere = 0x88, kFalls = 8;
  static constexpr int kDeep = 2;

  std::uint8_t kind = 0;       // bits 0 to 2: the Matter of the cell; bit 3: it falls; bits 4 to 6: Style
  std::uint8_t place = kHere;  // the cell of the matter that is shown: x in bits 0 to 3, y in bits 4 to 7, both plus 8
  std::uint8_t cover = 255;    // how much of the cell that matter covers, in 1/255
  std::uint8_t surface = 0;    // of liquids, see below

  Matter matter() const { return static_cast<Matter>(kind & 7); }
  bool falls() const { return (kind & kFalls) != 0; }
  Style style() const { return static_cast<Style>(kind >> 4); }
  int dx() const { return (place & 15) - 8; }
  int dy() const { return (place >> 4) - 8; }
  // How many cells of liquid are above, below the open air: 0, 1 or kDeep.
  int under() const { return surface & 3; }
  // Whether the air above is a gap that is filled.
  bool filled() const { return (surface & 4) != 0; }
  // 0 to kSplashColumns + 1: how near liquid falls on the surface.
  int splash() const { return surface >> 3; }
  friend bool operator==(const CellClass&, const CellClass&) = default;
};
static_assert(sizeof(CellClass) == 4);

// The bits of a cell's traits: its Matter in bits 0 to 2, and these.
enum Trait : std::uint8_t { kTraitFalls = 8, kTraitAir = 16, kTraitLiquid = 32, kTraitGas = 64, kTraitOutside = 128 };
std::uint8_t traits_of(const PaletteEntry& entry);

// How far around the cells that it draws the picture looks.
inline constexpr int kLookUp = 24, kLookDown = kStreakCells + kFallLook, kLookAside = 3;
static_assert(kLookUp >= 2 + kBridgeCells && kLookAside >= kBubbleReach && kLookAside >= kSplashColumns);

// The cells that a picture of `cells` reads, inside the world.
Area looked_at(const Area& cells, int world_width, int world_height);

// Whether a picture with these looks needs the classes of its cells.
inline bool needs_classes(const Looks& looks) { return looks.motion || looks.depth_tint; }

// Which parts are on: streaks, gaps, foam and smoke; bubbles.
struct MotionParts {
  bool motion = true, bubbles = true;
};

// The classes of the cells of an area. Keeps its memory from one picture to the next.
class CellClasses {
 public:
  // Cells outside the area count as outside the world. Precondition: the area is inside the world.
  void classify(const PlaneRows<std::uint8_t>& cells, const Area& area, const Palette& palette, MotionParts parts);

  const Area& area() const { return area_; }
  // Precondition: inside the area.
  const CellClass& at(int x, int y) const {
    return classes_[static_cast<std::size_t>(y - area_.y.begin) * static_cast<std::size_t>(area_.x.size()) +
                    static_cast<std::size_t>(x - area_.x.begin)];
  }
  const CellClass* data() const { return classes_.data(); }  // row by row

 private:
  Area area_;
  std::vector<CellClass> classes_;
  std::vector<std::uint8_t> scratch_;
};

}  // namespace repose::shading
