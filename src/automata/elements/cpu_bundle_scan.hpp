// Blocks of a pass that take their turns in bundles.
#pragma once

#include <functional>
#include <span>

#include "automata/elements/cpu_blocks.hpp"

namespace repose::elements {

// Whether it pays to take the turns of a block in a bundle: many cells have a turn, few fly. Precondition: blocks of
// 32, in a world that is wider than two of them.
bool joins_bundle(const Frame& frame, const CellPlanes& planes, const WorldMarks& marks, const BlockPlace& place);

// The same as scan_block for each of these blocks of a pass. Calls keep(stamp, place) for those that have a stamp.
using KeepStamp = std::function<void(const Stamp&, const BlockPlace&)>;
void scan_in_bundles(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& marks,
                     std::span<const BlockPlace> places, bool shared, const KeepStamp& keep);

}  // namespace repose::elements
