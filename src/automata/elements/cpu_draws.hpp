// The results of the draws for moves, for many turns of a row at once.
#pragma once

#include <cstdint>

#include "automata/elements/elements.hpp"

namespace repose::elements {

// The results of the draws of the turns of a row, one bit each.
struct RowDraws {
  std::uint64_t drawn = 0;  // turns that have been drawn; all bits of the others are 0
  std::uint64_t falls = 0;
  std::uint64_t diagonal_right = 0, diagonal = 0;  // the drawn side is the right one; the draw allows the move
  std::uint64_t slide_right = 0, slides = 0;
};

struct MoveChances {
  Chance fall, slip, push;
};

// The draws of kLanes turns of row y, from a column on, in the lowest bits. `columns`: words of the columns, as Frame
// stores them.
void draw_moves(const std::uint32_t* columns, int y, const MoveChances& chances, RowDraws& draws);

}  // namespace repose::elements
