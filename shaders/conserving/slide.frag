// Blocks of 2 x 2 cells, a b over c d, whose diagonals are the pairs. u_first_row: the first row of the first blocks, 0
// or 1; u_blocks: the base of the draws of their first columns; u_draws: the base of the draws; u_turns: the rows turn.
#include "conserving/acts.glsl"
#include "conserving/columns.glsl"
#include "conserving/fell.glsl"

uniform int u_first_row;
uniform uint u_blocks;

// The cells of a column in a texel; the one below the texel in the lowest bits of a word, the one above in the highest
// ones; and which cells have fallen: bits 1 to 16, of the cells beyond the texel 0 and 17.
struct Column {
  uvec4 cells;
  uint beyond, fell;
};

Column column_at(int x, int row) {
  int over = max(row - 1, 0), under = min(row + 1, last_texel_row());
  uint fell = fell_at(x, row) << 1 | (fell_at(x, over) >> 15 & 1u) | (fell_at(x, under) & 1u) << 17;
  uint beyond = (texel_at(x, under).x & 255u) | (texel_at(x, over).w & ~0xffffffu);
  return Column(texel_at(x, row), beyond, fell);
}

// The rows of a texel whose block begins in an odd column.
uint rows_of_odd_blocks(int top) {
  uint rows = 0u;
  for (int y = -u_first_row; y < 16; y += 2) rows |= ((mix32(u_blocks ^ uint(top + y)) & 1u) * 3u) << uint(y + 1);
  return rows >> 1 & 0xffffu;
}

// The rows of a texel that are in a block. `upper_rows`: the upper rows of blocks.
uint rows_in_blocks(int top, uint upper_rows, uint odd_rows, int left_even, int left_odd) {
  uint rows = (left_odd < 0 ? 0u : odd_rows) | (left_even < 0 ? 0u : ~odd_rows & 0xffffu);
  if (top == 0 && u_first_row == 1) rows &= ~1u;
  int last = u_size.y - 1 - top;  // the world's last row is in a block only as the lower row
  if (last < 16) rows &= ((2u << uint(last)) - 1u) & ~(upper_rows & (1u << uint(last)));
  return rows;
}

uvec4 on_other_row(uvec4 cells, uint beyond, uvec4 uppers) {
  return choose(uppers, cells_below(cells, beyond), cells_above(cells, beyond));
}
uint bits_on_other_row(uint bits, uint uppers) {
  uint below = bits >> 2 & 0xffffu, above = bits & 0xffffu;
  return (below & uppers) | (above & ~uppers);
}

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y), top = 16 * row;
  int left_even = left_of_pair(x, 0, u_turns), left_odd = left_of_pair(x, 1, u_turns);
  uint upper_rows = 0xffffu / 3u << uint(u_first_row) & 0xffffu, odd_rows = rows_of_odd_blocks(top);
  uvec4 uppers = all_bytes_of(upper_rows), odd_cells = all_bytes_of(odd_rows);
  Column self = column_at(x, row), even = column_at(partner_of(x, left_even), row);
  Column odd = column_at(partner_of(x, left_odd), row), other;
  other.cells = choose(odd_cells, odd.cells, even.cells);
  uint beyond_odd = (has(odd_rows, 1u) ? 255u << 24 : 0u) | (has(odd_rows, 0x8000u) ? 255u : 0u);
  other.beyond = (odd.beyond & beyond_odd) | (even.beyond & ~beyond_odd);
  uint odd_bits = odd_rows << 1 | (odd_rows & 1u) | (odd_rows & 0x8000u) << 2;
  other.fell = (odd.fell & odd_bits) | (even.fell & ~odd_bits);
  uint rows = rows_in_blocks(top, upper_rows, odd_rows, left_even, left_odd);

  Nature own = nature_of(self.cells), others = nature_of(other.cells);
  Nature beyond = nature_of(uvec4(self.beyond, other.beyond, 0u, 0u));
  // `beside`: the cell over or under each cell in the block; then the cell on its diagonal.
  uvec4 beside = on_other_row(self.cells, self.beyond, uppers);
  uvec4 beside_kinds = on_other_row(own.kind, beyond.kind.x, uppers);
  uvec4 beside_fixed = on_other_row(own.fixed_, beyond.fixed_.x, uppers);
  uvec4 partner = on_other_row(other.cells, other.beyond, uppers);
  uvec4 partner_kinds = on_other_row(others.kind, beyond.kind.y, uppers);
  // The upper cell of each diagonal: with the lower one, and with the cell below it.
  uvec4 upper = choose(uppers, self.cells, partner);
  Acts diagonal = acts_of(upper, choose(uppers, partner, self.cells), choose(uppers, partner_kinds, own.kind));
  Acts below = acts_of(upper, choose(uppers, beside, other.cells), choose(uppers, beside_kinds, others.kind));
  // In upper rows: whether the cell of this column sinks; in lower rows, the other column's cell above. And so for the
  // rest of the blocks that are only half in the texel.
  uint edges = (other.cells.w >> 24) | (self.beyond & ~0xffffffu);
  Acts rest = acts_of(uvec4(edges), uvec4((other.beyond & 255u) | self.cells.x << 24),
                      uvec4((beyond.kind.y & 255u) | own.kind.x << 24));
  uint falls = bits_of(below.sinks) << 1 | rest.sinks.x >> 31 | (rest.sinks.x >> 7 & 1u) << 17;
  uint keep = (falls >> 1) | bits_on_other_row(falls, upper_rows) | bits_of(beside_fixed & others.fixed_);
  uint own_fell = self.fell >> 1 & 0xffffu, partner_fell = bits_on_other_row(other.fell, upper_rows);
  uint stay = (own_fell & upper_rows) | (partner_fell & ~upper_rows);
  uint swaps = bits_of(diagonal.sinks) & rows & ~keep & ~stay;
  uint reacts = (bits_of(diagonal.anywhere) | (bits_of(diagonal.reacts) & ~keep)) & rows;

  o_cells = choose(all_bytes_of(swaps), partner, self.cells);
  o_fell = (own_fell & ~swaps) | (partner_fell & swaps);
  uvec4 column_even = uvec4(column_draw(u_draws, left_even)), column_odd = uvec4(column_draw(u_draws, left_odd));
  // The pairs a and d, which have the low half of a draw: in upper rows those of a left column.
  uint low_half = ((left_odd == x ? odd_rows : 0u) | (left_even == x ? ~odd_rows : 0u)) ^ ~upper_rows;
  for (uint todo = lanes_of(reacts); todo != 0u; todo &= todo - 1u) {
    int lane = first_lane(todo);
    uvec4 meetings = meetings_of(fours_of(self.cells, lane), fours_of(partner, lane));
    uvec4 columns = choose(0u - ones_of(odd_rows, lane), column_odd, column_even);
    uvec4 draws = draw_numbers(columns, rows_of(top + lane) - 1u + ones_of(upper_rows, lane));
    uvec4 happen = ones_of(reacts, lane) & hits(draws << (ones_of(low_half, lane) * 16u), meetings);
    o_cells = with_results(o_cells, meetings, happen, lane);
    o_fell &= ~bits_from(happen, lane);
  }
}
