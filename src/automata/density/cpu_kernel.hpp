// The hot loops of the density automaton's cpu backend: one step of one run of chunks.
#pragma once

#include "automata/density/cpu_states.hpp"
#include "automata/padded_plane.hpp"
#include "core/chunk_flags.hpp"
#include "repose/solver.hpp"

namespace repose::density {

// The planes of one buffer; `density` exists only where it is carried.
struct CellPlanes {
  PaddedPlane cells;
  PaddedPlane density;
};

// Everything that a step of one world reads and writes. Runs of one step may be computed by different threads.
struct StepJob {
  const CellStates& states;
  const CellPlanes& from;
  CellPlanes& to;
  int width, height;
  Bias bias;
};

// Computes the cells of `run`, records in `flags` which of its chunks changed, and returns whether any did.
bool step_run(const StepJob& job, const ChunkRun& run, ChunkFlags& flags);

}  // namespace repose::density
