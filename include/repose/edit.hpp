// Edits: changes to a world between two steps. One rasteriser, in integers, decides for every backend which cells an
// edit covers, so that painting gives the same bytes on the CPU and on the GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "repose/world.hpp"

namespace repose {

inline constexpr int kBrushSizeMin = 1;
inline constexpr int kBrushSizeMax = 256;

enum class BrushShape : std::uint8_t { round, square };

// A brush swept along the straight line from `from` to `to` (equal for a dab). Points may be outside the world.
// A brush of size n covers n cells across; for even n its centre is the upper left corner of the point's cell, so that
// it reaches one cell less to the right and down than to the left and up: size 24 covers -12..+11, as sand.js does.
// The sweep is the union of dabs along the Bresenham line. A brush of size 1 leaves no diagonal step: there the cell
// beside the last one, in its row, is painted too.
struct StrokeEdit {
  CellPoint from, to;
  int size = 1;  // kBrushSizeMin..kBrushSizeMax, clamped
  BrushShape shape = BrushShape::round;
  std::uint8_t element = 0;
  std::optional<std::uint8_t> only_over;  // only cells that hold this element are changed; empty: all cells
};

// A rectangle, both corners inclusive, clipped to the world.
struct RectEdit {
  CellPoint from, to;
  std::uint8_t element = 0;
  std::optional<std::uint8_t> only_over;
};

// Cells copied from a picture or the clipboard, top left corner at `at`, clipped to the world.
struct StampEdit {
  CellPoint at;
  int width = 0, height = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> cells;  // width * height element indices, row by row
  std::optional<std::uint8_t> transparent;                 // element that leaves the world as it is
  std::optional<std::uint8_t> only_over = std::nullopt;    // as in StrokeEdit
  // More planes, laid out as in World; automata without one ignore it. Null: the values that painted cells get.
  std::shared_ptr<const std::vector<std::uint8_t>> density = nullptr, energy = nullptr, velocity = nullptr;
};

// Adds to the values of a plane of amounts (`height`, `mass`, `wetness`), top left corner at `at`, clipped to the
// world. Sums are clamped to the range of the plane. Automata without that plane ignore the edit.
struct AmountEdit {
  Plane plane = Plane::height;
  CellPoint at;
  int width = 0, height = 0;
  std::shared_ptr<const std::vector<std::int32_t>> amounts;  // width * height, row by row, in units of the plane
  // First removes obstacles, springs and drains from the cells whose amount is not 0. An amount that removes an
  // obstacle leaves its floor as it is, unless it lowers by the whole range. Plane::wall: adds nothing.
  bool clears = false;
};

// Pushes loose cells by one cell: one pass of disjoint pairs of neighbours, some of which swap. docs/automata.md,
// "Pushing", says which cells are loose and which pairs swap; core/edited_cells.hpp is the exact definition. Nothing is
// made or lost. In *conserving* an edit with a direction pushes the air instead, which carries cells when the world
// runs (docs/automata.md, "Sources of air"). Automata with AutomatonDefinition::no_push ignore it.
struct PushEdit {
  // The pushed cells: those of a stroke, or all.
  CellPoint from, to;
  int size = 1;  // as in StrokeEdit
  BrushShape shape = BrushShape::round;
  bool everywhere = false;  // true: the whole world; from, to, size and shape are ignored
  // Where to, -1..1 each. Both 0: to either side, as when somebody shakes the world.
  int dx = 0, dy = 0;
  std::uint32_t seed = 1;
  // Of a stroke or a shake. Even and odd passes have different pairs, so that a cell is pushed on and on.
  std::uint32_t pass = 0;

  friend bool operator==(const PushEdit&, const PushEdit&) = default;
};

enum class BodyShape : std::uint8_t { ball, wheel, foot, rake };
inline constexpr int kBodyShapeCount = 4;
// Directions in sixteenths of a turn: 0 is to the right, 4 down, 8 to the left.
inline constexpr int kHeadingCount = 16;

// Drags a body along the straight line from `from` to `to` over a world of heights; if they are equal, presses it down
// and lifts it again. Sand above its lower side goes aside, and a share of it into its stack (Plane::packed). The sum
// of both planes stays the same. docs/automata.md, "Bodies", describes it; the exact definition is in
// automata/sandpile/sandpile_world.cpp. Automata without heights (AutomatonDefinition::no_body) ignore the edit.
struct BodyEdit {
  CellPoint from, to;
  BodyShape shape = BodyShape::ball;
  int size = 24;  // cells: its diameter, its length or its width, as a brush of that size; clamped as in StrokeEdit
  // From the sand around it to its lowest point, in units of the height plane; 0..kHeightMax, clamped; not below 0.
  std::int32_t depth = 4 * kHeightOne;
  int heading = 0;       // where its front is: 0..kHeadingCount - 1
  bool flipped = false;  // the mirror image: a left foot

  friend bool operator==(const BodyEdit&, const BodyEdit&) = default;
};

// The heading nearest to a direction; `otherwise` if both are 0.
int heading_of(int dx, int dy, int otherwise = 0);

using Edit = std::variant<StrokeEdit, RectEdit, StampEdit, AmountEdit, PushEdit, BodyEdit>;

// Cells x_begin..x_end-1 of row y.
struct Span {
  int y, x_begin, x_end;
  friend bool operator==(const Span&, const Span&) = default;
};

// The cells that a stroke or rectangle covers in a width x height world: disjoint spans, at most one per row,
// rows ascending. (A swept convex brush is convex, so a row is one run.)
std::vector<Span> rasterise(const StrokeEdit& edit, int width, int height);
std::vector<Span> rasterise(const RectEdit& edit, int width, int height);
// The cells that a push covers. Cells next to them may change too.
std::vector<Span> rasterise(const PushEdit& edit, int width, int height);

// Adds `amount` to every cell that the stroke covers in a width x height world.
AmountEdit amount_stroke(const StrokeEdit& stroke, Plane plane, std::int32_t amount, int width, int height);

// As amount_stroke(), with a soft rim: `amount` in the middle of a dab, less towards its rim. A sweep spreads the
// amount of one dab along its path, so that the total does not depend on how fast the brush moves.
AmountEdit soft_stroke(const StrokeEdit& stroke, Plane plane, std::int32_t amount, int width, int height);

}  // namespace repose
