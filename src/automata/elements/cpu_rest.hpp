// Finds cells that cannot act, many cells at a time.
#pragma once

#include "automata/elements/cpu_marks.hpp"
#include "automata/elements/cpu_planes.hpp"
#include "automata/elements/cpu_traits.hpp"

namespace repose::elements {

// Clears the mark `restless` of the cells of a row that are empty, or that rest among cells of their own kind and
// energy. Other cells that cannot act are found when their turn comes. Returns how many cells keep the mark.
// Precondition: the row is not in the border.
int settle_row(const TraitTable& table, const CellPlanes& planes, BitRows& restless, int y);

}  // namespace repose::elements
