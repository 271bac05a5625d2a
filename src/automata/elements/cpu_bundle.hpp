// The turns of 16 blocks of 32 cells at the same time. Blocks of a pass do not depend on each other, so each has a lane
// of the vectors: one instruction does the same for all 16 blocks, as on a graphics card.
//
// A bundle holds the cells of its blocks interleaved: the 16 cells at the same place of their blocks are 16 bytes
// beside each other. Rows are taken from bottom to top. For the blocks whose row is scanned from right to left, the row
// and those beside it are mirrored before. So the next cell of all blocks is in the same column.
//
// A turn here is the turn of scalar_turns.hpp, with vectors of 32 bits, and lanes without a turn masked out. Chances
// and products are looked up in the tables of BundleTable. Rare turns are not done in vectors: those of items, discs,
// reactions that throw cells, and all turns beside a cell that flies. Turns does them, one lane after the other, in the
// planes of the world.
#pragma once

#include <array>
#include <cstdint>

#include "automata/elements/cpu_bundle_table.hpp"
#include "automata/elements/cpu_planes.hpp"
#include "automata/elements/lattice.hpp"

namespace repose::elements {

struct Bundle {
  static constexpr int kLanes = 16;                      // blocks
  static constexpr int kSide = 32;                       // of a block
  static constexpr int kGroupBegin = 8, kGroupEnd = 24;  // rows and columns of the group in its block
  static constexpr int kStored = kSide + 2;              // a ring of walls is stored around each block
  // Bits of `marks`: the cell has had its turn; has none here; makes no late move; something in it has changed; it
  // flies.
  static constexpr std::uint8_t kServed = 1, kNoTurn = 2, kNoLateMove = 4, kTouched = 8, kFlies = 16;
  using Row = std::array<std::array<std::uint8_t, kLanes>, kStored>;  // column, lane
  using Cells = std::array<Row, kStored>;
  using Words = std::array<std::uint32_t, kLanes>;

  struct Lane {
    int left = 0, top = 0;  // of the block before it is clipped to the world
    Area group;             // clipped to the interior
    // For each row of the block, bits of its columns. `served`: in, then out. `touched`: out.
    std::array<std::uint32_t, kSide> served{}, touched{};
    std::array<bool, kSide> rightwards{};  // the direction of the scan of a row
  };

  // Turns that are not done in vectors, but in the planes: of a lane and a row and column of its block. Return which of
  // the 3 x 3 cells around have had their turn, from bit 0 on, row by row.
  class Singles {
   public:
    virtual std::uint32_t take_turn(int lane, int row, int column) = 0;
    virtual std::uint32_t move_late(int lane, int row, int column, bool slides) = 0;

   protected:
    ~Singles() = default;
  };

  // Where row r and column c of a block are stored in `element`, `energy` and `marks`.
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i + 1); }

  alignas(64) Cells element, energy, marks;
  alignas(64) std::array<Words, kSide> columns;  // the words of the columns, as Frame's
  alignas(64) Words top;
  std::array<Lane, kLanes> lanes;
  int count = 0;  // of lanes in use
  int pass = 0;
  bool walls = false;
  bool flies = false;  // whether anything has the mark
  int width = 0, height = 0;
};

// Whether this processor has vectors that are wide enough.
bool bundles_pay();

// Takes the turns and the late moves of all lanes. `columns`: as Frame::column(0).
void take_turns(Bundle& bundle, const BundleTable& table, CellPlanes& planes, const std::uint32_t* columns,
                Bundle::Singles& singles);

}  // namespace repose::elements
