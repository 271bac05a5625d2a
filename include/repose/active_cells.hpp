// Which cells a solver will visit in its next step. Solvers keep flags in order to skip all other cells.
//
// The next step changes nothing out of the reach of these cells. Where whole chunks are flagged, and in *density*,
// every cell that changes is inside of the boxes. Where each cell has its own flag (*elements*, *fastsab*, *tiles*), an
// active cell may also change cells beside it, or wake a neighbour that then acts within the same step. The boxes do
// not include what a solver does to the whole world once in a number of steps: the levelling of *water*, the drying of
// *sandpile*, and the sources of *elements*.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/world.hpp"

namespace repose {

struct ActiveCells {
  enum class Unit : std::uint8_t {
    every_cell,  // the solver keeps no flags and visits every cell in every step; `boxes` is empty
    chunk,       // one flag for each chunk of cells; a box is a chunk, clipped to the world
    cell,        // one flag for each cell
  };
  Unit unit = Unit::every_cell;
  // All active cells: boxes inside of the world that do not overlap. Empty when the world is at rest.
  std::vector<CellBox> boxes = {};

  // Cells in the boxes.
  std::uint64_t count() const {
    std::uint64_t cells = 0;
    for (const CellBox& box : boxes)
      cells += static_cast<std::uint64_t>(box.width) * static_cast<std::uint64_t>(box.height);
    return cells;
  }
  friend bool operator==(const ActiveCells&, const ActiveCells&) = default;
};

}  // namespace repose
