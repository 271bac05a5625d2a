// A part of a step of the fast fastsab solver: it refreshes flags of columns and visits their active cells.
#pragma once

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
  void visit(int x, int y);
  // Visits all active cells of the column in turn. Void cells that are active keep grains out of themselves, so no two
  // visits of a column are independent.
  void visit_column(int x);

 private:
  bool is_processed(int x, int y) { return (grid_.processed(x)[word_of(y)] & bit_of(y)) != 0; }
  bool is_free(int x, int y) { return grid_.is_void(x, y) && !is_processed(x, y); }
  std::uint32_t word(int y) const { return VisitWords::of_row(word_of_column_, y); }
  void set_processed(int x, int y);
  void visit_void(int x, int y);
  void swap(int x, int y, int nx, int ny);
  void look(int x, int y);
  void slide(int x, int y);
  bool is_way_open(int x, int y, int columns) const;

  BitGrid& grid_;
  const Substances& substances_;
  const Parameters& parameters_;
  std::uint32_t word_of_column_ = 0;
};

}  // namespace repose::fastsab
