// The visit of one cell by the fast fastsab solver, as in scalar.cpp.
#include "automata/fastsab/block_kernel.hpp"

#include <algorithm>
#include <bit>

namespace repose::fastsab {

void Visits::visit_column(int x) {
  for (int w = 0; w < grid_.words(); ++w) {
    const std::uint64_t* active = grid_.active(x) + w;
    for (std::uint64_t bits = *active, rest = ~std::uint64_t{0}; bits != 0; bits = *active & rest) {
      const int i = std::countr_zero(bits);
      rest = ~std::uint64_t{1} << i;  // visits change the flags of cells further down
      visit(x, w * kWordCells + i);
    }
  }
}

void Visits::visit(int x, int y) {
  if (grid_.is_void(x, y)) return visit_void(x, y);
  const bool processed = is_processed(x, y);
  const std::uint8_t self = grid_.element(x, y);
  if (!processed && substances_.at(self).falls && !is_processed(x, y + 1)) {
    if (grid_.is_void(x, y + 1)) {
      swap(x, y, x, y + 1);
      return look(x, y + 1);  // its next visit, one cell below
    }
    if (substances_.sinks_into(self, grid_.element(x, y + 1)) && one_in(kSinkOneIn, sink_draw(word(y)))) {
      swap(x, y, x, y + 1);
      look(x, y);
      return look(x, y + 1);
    }
  }
  look(x, y);
  if (!processed) slide(x, y);
}

void Visits::visit_void(int x, int y) {
  if (!parameters_.voids_active || is_processed(x, y)) return;
  if (is_free(x, y + 1)) {
    set_processed(x, y);
    set_processed(x, y + 1);
  } else if (draw_slide(word(y)).side != 0) {
    set_processed(x, y);
  }
}

// Marks the word as awake, so that the flag is cleared at the next refresh.
void Visits::set_processed(int x, int y) {
  grid_.processed(x)[word_of(y)] |= bit_of(y);
  grid_.mark_awake(x, y / kBlockCells, BitGrid::word_bit(y));
}

// Both become processed. The lower one, or the one that has slid, has the flag of the grain.
void Visits::swap(int x, int y, int nx, int ny) {
  const std::uint8_t self = grid_.element(x, y);
  grid_.put(x, y, grid_.element(nx, ny));
  grid_.put(nx, ny, self);
  set_processed(x, y);
  set_processed(nx, ny);
  grid_.active(x)[word_of(y)] &= ~bit_of(y);
}

void Visits::look(int x, int y) {
  const std::uint8_t self = grid_.element(x, y);
  if (!parameters_.dissolving || !substances_.dissolves_anything(self)) return;
  const std::uint32_t draws = look_word(word(y));
  const std::uint32_t best = std::min({draws, look_draw(draws, 1), look_draw(draws, 2), look_draw(draws, 3)});
  if (best > substances_.last_hit(self)) return;
  unsigned hits = 0;  // few; gathered without a branch
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t odds = substances_.dissolve(self, grid_.element(x + kNeighbours[i].dx, y + kNeighbours[i].dy));
    hits |= static_cast<unsigned>((odds != 0) & (below(look_draw(draws, i), odds) == 0)) << i;
  }
  for (; hits != 0; hits &= hits - 1) {
    const Offset& to = kNeighbours[std::countr_zero(hits)];
    grid_.put(x + to.dx, y + to.dy, 0);
    if (!parameters_.voids_active) grid_.active(x + to.dx)[word_of(y + to.dy)] &= ~bit_of(y + to.dy);
  }
}

void Visits::slide(int x, int y) {
  const Grain& grain = substances_.at(grid_.element(x, y));
  if (!grain.falls || grain.friction == 0) return set_processed(x, y);
  const SlideDraw draw = draw_slide(word(y));
  const int columns = grain.friction - (grain.friction >= kShortenedFriction && draw.shorter ? 1 : 0);
  const bool left = is_free(x - columns, y) && is_way_open(x, y, -columns);
  const bool right = is_free(x + columns, y) && is_way_open(x, y, columns);
  if (!left && !right) return set_processed(x, y);
  int side = draw.side;
  if (side != 0) side = left && right ? side : left ? -1 : +1;
  if (draw.left_edge && right && is_free(x - columns, y + 1)) side = -1;
  if (draw.right_edge && left && is_free(x + columns, y + 1)) side = +1;
  if (side == 0) return;
  const int nx = x + side * columns;
  if (!grid_.is_void(nx, y) || !is_way_open(x, y, side * columns)) return;
  swap(x, y, nx, y);
  // If the scan has not been there yet, it checks its neighbours again.
  grid_.active(nx)[word_of(y)] |= bit_of(y);
}

bool Visits::is_way_open(int x, int y, int columns) const {
  if (!parameters_.free_way) return true;
  const int side = columns < 0 ? -1 : +1;
  for (int nx = x + side; nx != x + columns; nx += side) {
    if (!grid_.is_void(nx, y) && !substances_.at(grid_.element(nx, y)).liquid) return false;
  }
  return true;
}

}  // namespace repose::fastsab
