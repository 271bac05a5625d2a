// The hot loops of the sandpile's cpu backend, in the widest vectors of the processor. For cpu.cpp only.
#pragma once

#include <cstdint>

#include "automata/field/field_plane.hpp"
#include "automata/sandpile/sandpile.hpp"

namespace repose::sandpile {

// The first line of mix32, which can be done for columns and rows alone: of their Xor it is the Xor.
constexpr std::uint32_t begin_mix(std::uint32_t v) { return v ^ v >> 16; }

struct StepJob {
  const FieldPlane& wetness;
  bool wet;  // false: the wetness plane is all 0 and need not be read
  Slope slope;
  // The random numbers before y is mixed in, each after begin_mix, by column, from FieldPlane::kMargin columns left of
  // the world on.
  const std::uint32_t* column_randoms;
};

// One step over the run's cells, from one plane into another.
void step_run(const StepJob& job, const FieldPlane& from, FieldPlane& to, FieldRun& run);

}  // namespace repose::sandpile
