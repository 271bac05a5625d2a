// Edits made of edits: sprays, frames of rectangles, and mirror images, exact for even and odd sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/edit.hpp"

namespace repose {

// The rectangle without its inside: as many as four rectangles that share no cell, `thickness` cells wide and inside of
// it.
std::vector<RectEdit> frame(const RectEdit& edit, int thickness);

enum class Symmetry : std::uint8_t { none, left_right, up_down, both };

// Columns x and sum_x - x are mirror images of each other, and rows y and sum_y - y. An even sum is an axis in the
// middle of cells, an odd one an axis between them.
struct Mirror {
  Symmetry symmetry = Symmetry::none;
  int sum_x = 0, sum_y = 0;

  bool left_right() const { return symmetry == Symmetry::left_right || symmetry == Symmetry::both; }
  bool up_down() const { return symmetry == Symmetry::up_down || symmetry == Symmetry::both; }
};

// The mirror around the middle of a world.
Mirror middle_of(int width, int height, Symmetry symmetry);

// The edit or cell first, then its mirror images, those left out that are the same: one, two or four.
std::vector<Edit> with_images(const Edit& edit, const Mirror& mirror);
std::vector<CellPoint> with_images(CellPoint cell, const Mirror& mirror);

// Which cells a spray hits: each by a lot of its own, which hangs on these numbers and on where the cell lies.
struct Scatter {
  static constexpr std::uint32_t kAll = 1 << 16;
  std::uint32_t share = kAll / 16;  // of the cells that are hit, in 2^-16; 1..kAll, clamped
  std::uint64_t seed = 1;
  std::uint32_t dab = 0;  // keeps the dabs of one seed apart
};

// The cells of a stroke that a spray hits. It reaches beyond the edges of a width x height world by as much as a mirror
// image may bring back. `cells` is null where it hits none.
StampEdit scattered_stroke(const StrokeEdit& stroke, const Scatter& scatter, int width, int height);

// The same for amounts: what is hit gets as much more as others get less, so that all in all as much is poured.
AmountEdit scattered(AmountEdit edit, const Scatter& scatter);

}  // namespace repose
