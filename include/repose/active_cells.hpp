// Which cells a solver will look at in its next step, by the flags with which it skips the others.
//
// The next step changes nothing out of the reach of these cells. Where whole chunks are flagged, and in *density*,
// every cell that changes lies inside of the boxes. Where each cell has its own flag (*elements*, *fastsab*, *tiles*),
// an active cell may also change cells beside it, or wake a neighbour that then acts within the same step. Not covered
// is what looks at a whole world every so many steps: the levelling of *water*, the drying of *sandpile*, and the
// sources of *elements*.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/world.hpp"

namespace repose {

struct ActiveCells {
  enum class Unit : std::uint8_t {
    every_cell,  // the solver keeps no flags: every step looks at every cell; `boxes` is empty
    chunk,       // one flag for each chunk of cells; a box is a chunk, as far as it lies inside of the world
    cell,        // flags as fine as single cells
  };
  Unit unit = Unit::every_cell;
  // All active cells: boxes inside of the world that do not overlap; none where the world is at rest.
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
