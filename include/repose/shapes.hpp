// Edits made from other edits: sprays, outlines of rectangles, mirror images. Exact for even and odd sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/edit.hpp"

namespace repose {

// The outline of a rectangle, `thickness` cells wide and inside of it: at most four rectangles that do not overlap.
std::vector<RectEdit> outline_of(const RectEdit& edit, int thickness);

enum class Symmetry : std::uint8_t { none, left_right, up_down, both };

// The axes: column x is the mirror image of column sum_x - x, row y that of row sum_y - y. With an even sum the axis
// goes through the middle of cells, with an odd sum between two cells.
struct Mirror {
  Symmetry symmetry = Symmetry::none;
  int sum_x = 0, sum_y = 0;

  bool left_right() const { return symmetry == Symmetry::left_right || symmetry == Symmetry::both; }
  bool up_down() const { return symmetry == Symmetry::up_down || symmetry == Symmetry::both; }
};

// The mirror whose axes go through the middle of a world.
Mirror middle_of(int width, int height, Symmetry symmetry);

// The edit or cell itself first, then its mirror images without duplicates: one, two or four in all.
std::vector<Edit> with_images(const Edit& edit, const Mirror& mirror);
std::vector<CellPoint> with_images(CellPoint cell, const Mirror& mirror);

// Which cells a spray hits. Each cell has its own random draw: a function of these numbers and of its position.
struct Scatter {
  static constexpr std::uint32_t kAll = 1 << 16;
  std::uint32_t share = kAll / 16;  // share of cells that is hit, in 2^-16: 1..kAll, clamped
  std::uint64_t seed = 1;
  std::uint32_t dab = 0;  // keeps the dabs of one seed apart
};

// The cells of a stroke that a spray hits, also outside the world: mirror images may be inside. `cells`: null if none.
StampEdit scattered_stroke(const StrokeEdit& stroke, const Scatter& scatter, int width, int height);

// As scattered_stroke(), for amounts. Cells that are hit get more, so that the expected total stays the same.
AmountEdit scattered(AmountEdit edit, const Scatter& scatter);

}  // namespace repose
