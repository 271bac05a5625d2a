// Blocks of 2 x 2 cells, a b over c d, whose diagonals are the pairs. u_fell (unit 2): the cells that have fallen, a bit
// each, as in o_fell; u_first_row: the first row of the first blocks, 0 or 1; u_blocks: the base of the draws of their
// first columns; u_draws: the base of the draws; u_turns: the rows turn.
#include "conserving/packed.glsl"
#include "conserving/columns.glsl"

uniform usampler2D u_fell;
uniform int u_first_row;
uniform uint u_blocks;
uniform uint u_draws;
uniform bool u_turns;
layout(location = 0) out uvec4 o_cells;
layout(location = 1) out uint o_fell;

// 16 cells of a column, and which of them have fallen.
struct Column {
  uvec4 cells;
  uint fell;
};

// The cells of a block in this column and in its partner. `fell`: a bit for each, in this order.
struct Block {
  uint upper, lower, partner_upper, partner_lower, fell;
};

int x, left_even, left_odd;  // this column; the left one of its pair, where blocks begin in column 0 and in column 1

Column column_at(int column, int row) {
  if (row < 0 || row > last_texel_row()) return Column(uvec4(0u), 0u);
  return Column(texel_at(column, row), texelFetch(u_fell, ivec2(column, row), 0).r);
}

// The cells from the first row of blocks on.
Column blocks_of(int column, int row) {
  Column here = column_at(column, row);
  if (u_first_row == 0) return here;
  Column below = column_at(column, row + 1);
  return Column(cells_below(here.cells, below.cells.x), here.fell >> 1 | (below.fell & 1u) << 15);
}

bool begins_in_odd_column(int y) { return (mix32(u_blocks ^ uint(y)) & 1u) != 0u; }

// No slide where a column falls, nor between two fixed cells, nor a swap of one that has fallen.
bool slides(uint meeting, uint others, bool falls, bool has_fallen, uint draw) {
  bool swaps = has(meeting, kSwap), stays = swaps && has_fallen;
  if (!swaps && !has(meeting, kReaction)) return false;
  bool may = has(meeting, kAnywhere) || (has(meeting, kDenser) && !falls && !has(others, kFixed) && !stays);
  return may && (swaps || hits(draw, probability_of(meeting)));
}

// The same block with what becomes of the two cells of this column.
Block after(Block block, int y) {
  int left = begins_in_odd_column(y) ? left_odd : left_even;
  if (left < 0 || y < 0 || y + 1 >= u_size.y) return block;
  uint down = meeting_of(block.upper, block.partner_lower), up = meeting_of(block.partner_upper, block.lower);
  if (!has(down | up, kSwap | kReaction)) return block;
  bool falls = sinks(block.upper, block.lower) || sinks(block.partner_upper, block.partner_lower);
  uint draw = draw_number(column_draw(u_draws, left), y), other_draw = draw << 16;
  bool slides_down = slides(down, up, falls, has(block.fell, 1u), left == x ? other_draw : draw);
  bool slides_up = slides(up, down, falls, has(block.fell, 4u), left == x ? draw : other_draw);
  Block next = block;
  if (slides_down) {
    next.upper = has(down, kSwap) ? block.partner_lower : result_of(down);
    next.fell = (next.fell & ~1u) | (has(down, kSwap) ? block.fell >> 3 : 0u);
  }
  if (slides_up) {
    next.lower = has(up, kSwap) ? block.partner_upper : result_of(meeting_of(block.lower, block.partner_upper));
    next.fell = (next.fell & ~2u) | (has(up, kSwap) ? (block.fell >> 1) & 2u : 0u);
  }
  return next;
}

// Two blocks in a word of cells; `fell` and `partner_fell` begin with the bits of the word.
uint blocks_after(uint cells, uint partners, inout uint fell, uint partner_fell, int y) {
  uint crossed = ((partners >> 8) & 0x00ff00ffu) | ((partners << 8) & 0xff00ff00u);
  if (cells == crossed) return cells;
  uint next = 0u;
  for (int lane = 0; lane < 4; lane += 2) {
    Block block = Block(code_in(cells, lane), code_in(cells, lane + 1), code_in(partners, lane),
                        code_in(partners, lane + 1), ((fell >> lane) & 3u) | ((partner_fell >> lane) & 3u) << 2);
    block = after(block, y + lane);
    next |= (block.upper | block.lower << 8) << uint(8 * lane);
    fell = (fell & ~(3u << lane)) | (block.fell & 3u) << lane;
  }
  return next;
}

// The partner's cells, where each block of two rows from `top` on has its own partner.
Column partners_of(int row, int top) {
  Column even = blocks_of(partner_of(x, left_even), row), odd = blocks_of(partner_of(x, left_odd), row);
  uint rows = 0u;
  for (int k = 0; k < 16; k += 2) rows |= begins_in_odd_column(top + k) ? 3u << k : 0u;
  uvec4 mask = all_bytes_of(rows);
  return Column((odd.cells & mask) | (even.cells & ~mask), (odd.fell & rows) | (even.fell & ~rows));
}

// The uppermost cell of a texel, if it is the lower one of a block.
Block first_block(int row, uint cell, uint fell) {
  int y = 16 * row - 1, partner = partner_of(x, begins_in_odd_column(y) ? left_odd : left_even);
  Column above = column_at(x, row - 1), partner_above = column_at(partner, row - 1), beside = column_at(partner, row);
  return after(Block(above.cells.w >> 24, cell, partner_above.cells.w >> 24, beside.cells.x & 255u,
                     (above.fell >> 15 & 1u) | fell << 1 | (partner_above.fell >> 15 & 1u) << 2 | (beside.fell & 1u) << 3),
               y);
}

void main() {
  int row = int(gl_FragCoord.y), top = 16 * row + u_first_row;
  x = int(gl_FragCoord.x);
  left_even = left_of_pair(x, 0, u_turns);
  left_odd = left_of_pair(x, 1, u_turns);
  Column self = blocks_of(x, row), partner = partners_of(row, top), next = self;
  for (int word = 0; word < 4; ++word) {
    uint after_word = blocks_after(next.cells.x, partner.cells.x, next.fell, partner.fell, top + 4 * word);
    next = Column(uvec4(next.cells.yzw, after_word), next.fell >> 4 | (next.fell & 15u) << 12);
    partner = Column(partner.cells.yzwx, partner.fell >> 4);
  }
  if (u_first_row == 1) {
    Column here = column_at(x, row);
    Block first = first_block(row, here.cells.x & 255u, here.fell & 1u);
    next = Column(cells_above(next.cells, first.lower << 24), (next.fell << 1 & 0xffffu) | (first.fell >> 1 & 1u));
  }
  o_cells = next.cells;
  o_fell = next.fell;
}
