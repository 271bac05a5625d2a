// The hot loops of the water's cpu backend, in the widest vectors of the processor. For cpu.cpp only.
#pragma once

#include "automata/field/field_plane.hpp"
#include "automata/water/water.hpp"

namespace repose::water {

struct PassJob {
  const Flows& flows;
  bool drains;  // false: no cell is kDrain, nor is the rim
};

// One pass over the run's cells, from one plane into another.
void pass_run(const PassJob& job, const FieldPlane& from, FieldPlane& to, FieldRun& run);

}  // namespace repose::water
