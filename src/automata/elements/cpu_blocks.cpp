#include "automata/elements/cpu_blocks.hpp"

#include "automata/elements/cpu_block_scan.hpp"

namespace repose::elements {

namespace {

template <int kSide>
std::optional<Stamp> scan(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& world_marks,
                          const BlockPlace& place, bool shared) {
  const Lattice& lattice = *frame.lattice;
  const Area block = lattice.block(lattice.pass_class(place.pass), place.column, place.row);
  if (block.empty()) return std::nullopt;
  const bool is_clipped_left = block.x_begin == 0 && block.x_end < planes.width();
  BlockMarks marks(world_marks, block, is_clipped_left ? block.x_end - kSide : block.x_begin, shared);
  if (!marks.any_restless()) return std::nullopt;
  const Area group = lattice.group(lattice.pass_class(place.pass), place.column, place.row);
  BlockScan<kSide> scan(frame, table, planes, marks, block);
  scan.scan_group(group);
  scan.scan_late(group, place.pass);
  marks.give_back(group);
  return scan.postponed();
}

}  // namespace

std::optional<Stamp> scan_block(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& marks,
                                const BlockPlace& place, bool shared) {
  switch (table.parameters().block) {
    case 8: return scan<8>(frame, table, planes, marks, place, shared);
    case 16: return scan<16>(frame, table, planes, marks, place, shared);
    default: return scan<32>(frame, table, planes, marks, place, shared);
  }
}

}  // namespace repose::elements
