// Turns and late moves of 16 blocks at the same time, as in cpu_bundle.hpp, for plain blocks: all that moves in such a
// block is one kind of element that falls and does nothing else, such as sand, through empty cells. No cell has energy
// or speed. Cells that nothing changes may be in it too.
//
// Then a row of a block is two words of 32 bits: which cells are of the kind, which are empty. Each block has a lane of
// the vectors. The columns of a row are taken one after the other, in the order of the scan, in all blocks at once;
// what a cell does is a few operations with these words. Cells that are surrounded take no draw.
#pragma once

#include <array>
#include <cstdint>

#include "automata/elements/cpu_bundle.hpp"
#include "automata/elements/cpu_planes.hpp"
#include "automata/elements/cpu_traits.hpp"

namespace repose::elements {

struct PlainBundle {
  using Rows = std::array<Bundle::Words, Bundle::kSide + 1>;  // row, lane; the last row has nothing in it

  alignas(64) Rows same, nothing, served, touched;  // bits of columns
  alignas(64) Rows may_move;                        // of the interior of the world
  alignas(64) Rows may_turn;                        // of the group
  alignas(64) std::array<Bundle::Words, Bundle::kSide> columns;
  alignas(64) Rows rightwards;  // all bits or none
  alignas(64) Bundle::Words top, last_row, fall, slip, push;
  std::array<std::uint8_t, Bundle::kLanes> kind;
  int pass = 0;
};

// Loads a block into a lane. False: it is not plain.
bool load_plain(PlainBundle& bundle, int lane, const Bundle::Lane& block, const TraitTable& table,
                const CellPlanes& planes, const std::uint32_t* columns);
// A lane in which nothing happens.
void clear_plain(PlainBundle& bundle, int lane);
void take_turns(PlainBundle& bundle);
// Stores the block and says in `block` what has changed.
void store_plain(const PlainBundle& bundle, int lane, Bundle::Lane& block, CellPlanes& planes);

// The columns of a row of the group whose cells cannot move now, whatever the draws.
std::uint32_t resting(const PlainBundle& bundle, int lane, int row);

}  // namespace repose::elements
