// The sub-steps of the conserving automaton's cpu backend in vectors of bytes, for at most 16 elements.
#pragma once

#include "automata/conserving/band.hpp"
#include "automata/conserving/cpu_tables.hpp"

namespace repose::conserving {

// False if this processor has no vectors; then the functions below do nothing.
bool has_vectors();
// Like fall_in_pairs, step_pairs and pairs_at_rest. The rows need PaddedPlane's margins, with kNothing outside the
// world. A cell that has fallen has the bit kFell until its last sub-step.
void fall_in_vectors(const StepJob& job, const SmallTables& tables, const FallArea& area);
void step_vectors(const StepJob& job, const SmallTables& tables, const Band& band, int from, int to);
bool vectors_at_rest(const SmallTables& tables, const RestRows& rows, int x_begin, int x_end);

}  // namespace repose::conserving
