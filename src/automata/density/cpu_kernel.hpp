// The hot loops of the density automaton's cpu backend: some steps over one area in one pass over memory.
#pragma once

#include "automata/density/cpu_states.hpp"
#include "automata/padded_plane.hpp"
#include "core/dirty_chunks.hpp"
#include "repose/solver.hpp"

namespace repose::density {

// How many steps a pass takes at most, and how far a cell depends on others in each of them.
inline constexpr int kPassStepsMax = 4;
inline constexpr int kStepReach = 2;
// The widest area that a pass takes: what is in flight stays in the L1 and L2 caches.
inline constexpr int kAreaColumnsMax = 64;

// The planes of one buffer; `density` exists only where it is carried.
struct CellPlanes {
  PaddedPlane cells;
  PaddedPlane density;
};

// Everything that a pass over one world reads and writes. Areas of one pass may be computed by different threads: none
// writes what another one reads.
struct PassJob {
  const CellStates& states;
  const CellPlanes& from;
  CellPlanes& to;
  int width, height;
  Bias first_bias;  // biases alternate
  int step_count;   // 1..kPassStepsMax
};

// Computes the cells of `area`, records in `dirty` which of them changed in any of the steps, and returns whether any
// did. Precondition: `dirty` was told to begin the area.
bool step_area(const PassJob& job, const CellArea& area, DirtyChunks& dirty);

}  // namespace repose::density
