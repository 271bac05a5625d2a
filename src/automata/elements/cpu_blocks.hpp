// All turns of one block: those of its group, then the late moves.
#pragma once

#include <optional>

#include "automata/elements/cpu_marks.hpp"
#include "automata/elements/cpu_planes.hpp"
#include "automata/elements/cpu_traits.hpp"
#include "automata/elements/cpu_turns.hpp"

namespace repose::elements {

// A block of a pass.
struct BlockPlace {
  int pass = 0, column = 0, row = 0;
};

// Takes the turns of a block of `frame.lattice`; changes nothing outside the block except marks. Returns the stamp that
// is drawn at the end of the pass. `shared`: other threads work on other blocks of the pass at the same time.
std::optional<Stamp> scan_block(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& marks,
                                const BlockPlace& place, bool shared);

}  // namespace repose::elements
