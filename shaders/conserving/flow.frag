// Pairs of a cell and the cell to its right. u_pass: the number of this pass; u_directions, u_coins: the bases of the
// draws of a row; u_draws: the base of the draws of reactions; u_reacts: true if this pass has reactions; u_fluidity:
// the base of the draws of viscous cells; u_turns: the rows turn.
#include "conserving/acts.glsl"
#include "conserving/columns.glsl"
#include "conserving/fell.glsl"

uniform uint u_pass;
uniform uint u_directions;
uniform uint u_coins;
uniform bool u_reacts;
uniform uint u_fluidity;

// The cells of a column in a texel; the one below the texel in the lowest bits of a word, the one above in the highest
// ones; and which cells have fallen.
struct Column {
  uvec4 cells;
  uint beyond, fell;
};

Column column_at(int x, int row) {
  uint above = row > 0 ? texel_at(x, row - 1).w : 0u, below = row < last_texel_row() ? texel_at(x, row + 1).x : 0u;
  return Column(texel_at(x, row), (below & 255u) | (above & ~0xffffffu), fell_at(x, row));
}

// Bit 0: the cell above the texel sinks; bits 1 to 16: so do its cells.
uint sinking(Column column, uvec4 kinds, uint beyond_kinds, uint top_sinks) {
  Acts acts = acts_of(column.cells, cells_below(column.cells, column.beyond), cells_below(kinds, beyond_kinds));
  return bits_of(acts.sinks) << 1 | top_sinks >> 31;
}

uint rows_from_odd_columns(int top) {
  uint rows = 0u;
  for (int k = 0; k < 16; ++k) rows |= ((u_pass ^ mix32(u_directions ^ uint(top + k))) & 1u) << k;
  return rows;
}

// The coins of the pairs in rows from `top` on.
uint coins_of(int top, uint odd_rows, int left_even, int left_odd) {
  uint coins = 0u;
  for (int k = 0; k < 16; ++k) {
    int left = has(odd_rows, 1u << k) ? left_odd : left_even;
    uint word = mix32(mix32(u_coins ^ uint(top + k)) ^ uint(left >> 6));
    coins |= ((word >> uint(left >> 1 & 31)) & 1u) << k;
  }
  return coins;
}

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y), top = 16 * row;
  int left_even = left_of_pair(x, 0, u_turns), left_odd = left_of_pair(x, 1, u_turns);
  uint odd_rows = rows_from_odd_columns(top);
  Column self = column_at(x, row), even = column_at(partner_of(x, left_even), row);
  Column odd = column_at(partner_of(x, left_odd), row);
  uvec4 partner = choose(all_bytes_of(odd_rows), odd.cells, even.cells);
  o_cells = self.cells;
  o_fell = self.fell;
  if (self.cells == partner) return;

  uvec4 own_kinds = nature_of(self.cells).kind, even_kinds = nature_of(even.cells).kind;
  uvec4 odd_kinds = nature_of(odd.cells).kind, beyond = uvec4(self.beyond, even.beyond, odd.beyond, 0u);
  uvec4 beyond_kinds = nature_of(beyond).kind;
  uvec4 tops = uvec4(self.cells.x, even.cells.x, odd.cells.x, 0u) << 24;
  uvec4 top_kinds = uvec4(own_kinds.x, even_kinds.x, odd_kinds.x, 0u) << 24;
  uvec4 top_sinks = row == 0 ? uvec4(0u) : acts_of(beyond, tops, top_kinds).sinks;
  uint sinks = sinking(self, own_kinds, beyond_kinds.x, top_sinks.x);
  uint even_sinks = sinking(even, even_kinds, beyond_kinds.y, top_sinks.y);
  uint odd_sinks = sinking(odd, odd_kinds, beyond_kinds.z, top_sinks.z);
  int last = u_size.y - 1 - top;  // below the world's last row is nothing
  uint floor_row = last < 16 ? 1u << uint(last) : 0u;
  // Whether each cell and its partner would fall, and whether they could rise.
  uint falls = sinks >> 1 & ~floor_row, rises = sinks;
  uint partner_falls = ((odd_sinks >> 1 & odd_rows) | (even_sinks >> 1 & ~odd_rows)) & ~floor_row;
  uint partner_rises = (odd_sinks & odd_rows) | (even_sinks & ~odd_rows);
  uint partner_fell = (odd.fell & odd_rows) | (even.fell & ~odd_rows);

  uvec4 kinds = choose(all_bytes_of(odd_rows), odd_kinds, even_kinds);
  Acts acts = acts_of(self.cells, partner, kinds);
  uint denser = bits_of(acts.sinks);
  uint blocked = (denser & (falls | self.fell)) | (~denser & (partner_falls | partner_fell));
  uint rising = (denser & partner_rises) | (~denser & rises);
  uint coins = coins_of(top, odd_rows, left_even, left_odd);
  uint swaps = bits_of(acts.runs) & ~blocked & (~rising | coins);
  uint reacts = kHasAnywhere != 0 && u_reacts ? bits_of(acts.anywhere) : 0u;
  uvec4 react_even = uvec4(column_draw(u_draws, left_even)), react_odd = uvec4(column_draw(u_draws, left_odd));
  uvec4 run_even = uvec4(column_draw(u_fluidity, left_even)), run_odd = uvec4(column_draw(u_fluidity, left_odd));
  uint drawn = (kHasViscous != 0 ? swaps : 0u) | reacts;
  for (uint todo = lanes_of(drawn); todo != 0u; todo &= todo - 1u) {
    int lane = first_lane(todo);
    uvec4 meetings = meetings_of(fours_of(self.cells, lane), fours_of(partner, lane));
    uvec4 react = ones_of(reacts, lane), odd_mask = 0u - ones_of(odd_rows, lane);
    uvec4 columns = choose(0u - react, choose(odd_mask, react_odd, react_even), choose(odd_mask, run_odd, run_even));
    uvec4 happen = hits(draw_numbers(columns, rows_of(top + lane)), meetings);
    swaps &= ~bits_from(ones_of(drawn, lane) & ~happen, lane);
    o_cells = with_results(o_cells, meetings, react & happen, lane);
    o_fell &= ~bits_from(react & happen, lane);
  }
  o_cells = choose(all_bytes_of(swaps), partner, o_cells);
  o_fell = (o_fell & ~swaps) | (partner_fell & swaps);
}
