// Finds what can do nothing, many cells at a time.
#pragma once

#include "automata/elements/cpu_marks.hpp"
#include "automata/elements/cpu_planes.hpp"
#include "automata/elements/cpu_traits.hpp"

namespace repose::elements {

// Takes the mark `restless` from the cells of a row that hold nothing, or that rest among their own kind and energies.
// What else can do nothing is found in its turn. Returns how many cells keep the mark. Precondition: no row of the
// border.
int settle_row(const TraitTable& table, const CellPlanes& planes, BitRows& restless, int y);

}  // namespace repose::elements
