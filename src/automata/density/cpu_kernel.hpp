// The hot loops of the density automaton's cpu backend: several steps over one area in one pass over memory.
#pragma once

#include "automata/density/cpu_states.hpp"
#include "automata/padded_plane.hpp"
#include "core/chunks.hpp"
#include "repose/solver.hpp"

namespace repose::density {

// The largest number of steps of one pass, and the distance up to which a cell depends on others in each step.
inline constexpr int kPassStepsMax = 4;
inline constexpr int kStepReach = 2;
// The widest area of a pass: its rows stay in the L1 and L2 caches.
inline constexpr int kAreaColumnsMax = 64;

// The planes of one buffer; `density` exists only if it is carried.
struct CellPlanes {
  PaddedPlane cells;
  PaddedPlane density;
};

// Everything that a pass over one world reads and writes. Different threads may compute the areas of one pass: no area
// writes what another one reads.
struct PassJob {
  const CellStates& states;
  const CellPlanes& from;
  CellPlanes& to;
  int width, height;
  Bias first_bias;  // biases alternate
  int step_count;   // 1..kPassStepsMax
};

// Computes the cells of `area`, records in `dirty` which of them changed in any of the steps, and returns true if any
// changed. Precondition: the area was begun in `dirty`.
bool step_area(const PassJob& job, const CellArea& area, DirtyChunks& dirty);

}  // namespace repose::density
