// A step of the fast fastsab solver: a visit to every active cell, column by column.
#pragma once

#include "automata/fastsab/column_grid.hpp"

namespace repose::fastsab {

struct SweepOrder {
  std::uint64_t seed = 1;
  std::uint32_t step = 0;
  bool from_right = false;
};

// Moves and dissolves like scalar.cpp. Precondition: the flags are up to date. Afterwards they must be refreshed.
void sweep(ColumnGrid& grid, const Substances& substances, const Parameters& parameters, const SweepOrder& order);

}  // namespace repose::fastsab
