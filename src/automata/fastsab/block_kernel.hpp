// A part of a step of the fast fastsab solver: it refreshes flags of columns and visits their active cells.
#pragma once

#include <algorithm>
#include <bit>

#include "automata/fastsab/bit_grid.hpp"

namespace repose::fastsab {

struct SweepJob {
  BitGrid& grid;
  const StepRules& rules;
  const Substances& substances;
  const Parameters& parameters;
  std::uint64_t seed = 1;
  std::uint32_t step = 0;
  bool from_right = false;
  bool flags_are_fresh = false;  // refresh_all() has been called since the last change
};

// A column's flags are refreshed this number of columns before the scan, the last moment at which no visit of the step
// has changed it or a neighbour.
inline constexpr int kRefreshAhead = kReach + 1;

// Visits the columns with the numbers begin to end - 1 in the order of the scan, like scalar.cpp. Preconditions: those
// before them have been visited in this step; in the step before, all up to end + kRefreshAhead + kReach have been, and
// nothing else changes columns up to end + kRefreshAhead.
void sweep_columns(const SweepJob& job, int begin, int end);

// Refreshes the flags of all cells that may have changed, after a step.
void refresh_all(BitGrid& grid, const StepRules& rules, const Parameters& parameters);

// Writes the elements of the 64 rows of a word, each kReadColumns bytes: of the columns x to x + columns - 1, then
// arbitrary ones.
inline constexpr int kReadColumns = 16;
void read_rows(const BitGrid& grid, int x, int columns, int word, std::uint8_t* rows);

// A visit to one cell, as in scalar.cpp. The kernel uses it where cells of a column depend on one another.
class Visits {
 public:
  Visits(BitGrid& grid, const Substances& substances, const Parameters& parameters)
      : grid_(grid), substances_(substances), parameters_(parameters) {}

  // Call it before visits to another column. The word is that of VisitWords::column().
  void begin_column(std::uint32_t word) { word_of_column_ = word; }
  void visit(int x, int y) {
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
  // Visits all active cells of the column in turn. Void cells that are active keep grains out of themselves, so no two
  // visits of a column are independent.
  void visit_column(int x) {
    for (int w = 0; w < grid_.words(); ++w) {
      const std::uint64_t* active = grid_.active(x) + w;
      for (std::uint64_t bits = *active, rest = ~std::uint64_t{0}; bits != 0; bits = *active & rest) {
        const int i = std::countr_zero(bits);
        rest = ~std::uint64_t{1} << i;  // visits change the flags of cells further down
        visit(x, w * kWordCells + i);
      }
    }
  }

 private:
  bool is_processed(int x, int y) { return (grid_.processed(x)[word_of(y)] & bit_of(y)) != 0; }
  bool is_free(int x, int y) { return grid_.is_void(x, y) && !is_processed(x, y); }
  std::uint32_t word(int y) const { return VisitWords::of_row(word_of_column_, y); }
  // Marks the word as awake, so that the flag is cleared at the next refresh.
  void set_processed(int x, int y) {
    grid_.processed(x)[word_of(y)] |= bit_of(y);
    grid_.mark_awake(x, y / kBlockCells, BitGrid::word_bit(y));
  }
  void visit_void(int x, int y) {
    if (!parameters_.voids_active || is_processed(x, y)) return;
    if (is_free(x, y + 1)) {
      set_processed(x, y);
      set_processed(x, y + 1);
    } else if (draw_slide(word(y)).side != 0) {
      set_processed(x, y);
    }
  }
  // Both become processed. The lower one, or the one that has slid, has the flag of the grain.
  void swap(int x, int y, int nx, int ny) {
    const std::uint8_t self = grid_.element(x, y);
    grid_.put(x, y, grid_.element(nx, ny));
    grid_.put(nx, ny, self);
    set_processed(x, y);
    set_processed(nx, ny);
    grid_.active(x)[word_of(y)] &= ~bit_of(y);
  }
  void look(int x, int y) {
    const std::uint8_t self = grid_.element(x, y);
    if (!parameters_.dissolving || !substances_.dissolves_anything(self)) return;
    const std::uint32_t draws = look_word(word(y));
    const std::uint32_t best = std::min({draws, look_draw(draws, 1), look_draw(draws, 2), look_draw(draws, 3)});
    if (best > substances_.last_hit(self)) return;
    unsigned hits = 0;  // few; gathered without a branch
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t odds =
          substances_.dissolve(self, grid_.element(x + kNeighbours[i].dx, y + kNeighbours[i].dy));
      hits |= static_cast<unsigned>((odds != 0) & (below(look_draw(draws, i), odds) == 0)) << i;
    }
    for (; hits != 0; hits &= hits - 1) {
      const Offset& to = kNeighbours[std::countr_zero(hits)];
      grid_.put(x + to.dx, y + to.dy, 0);
      if (!parameters_.voids_active) grid_.active(x + to.dx)[word_of(y + to.dy)] &= ~bit_of(y + to.dy);
    }
  }
  void slide(int x, int y) {
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
  bool is_way_open(int x, int y, int columns) const {
    if (!parameters_.free_way) return true;
    const int side = columns < 0 ? -1 : +1;
    for (int nx = x + side; nx != x + columns; nx += side) {
      if (!grid_.is_void(nx, y) && !substances_.at(grid_.element(nx, y)).liquid) return false;
    }
    return true;
  }

  BitGrid& grid_;
  const Substances& substances_;
  const Parameters& parameters_;
  std::uint32_t word_of_column_ = 0;
};

}  // namespace repose::fastsab
