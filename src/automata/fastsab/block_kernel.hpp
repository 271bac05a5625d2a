// A part of a step of the fast fastsab solver: it refreshes flags of columns and visits their active cells.
#pragma once

#include "automata/fastsab/bit_grid.hpp"
#include "automata/fastsab/element_sets.hpp"

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

}  // namespace repose::fastsab
