// Pairs of a cell and the cell to its right. u_fell (unit 2): the cells that have fallen, a bit each, as in o_fell;
// u_pass: the number of this pass; u_directions, u_coins: the bases of the draws of a row; u_draws: the base of the
// draws of reactions; u_reacts: true if this pass has reactions; u_fluidity: the base of the draws of viscous cells;
// u_viscous: there are any; u_turns: the rows turn; u_running: the range of the codes that run.
#include "conserving/acts.glsl"
#include "conserving/columns.glsl"

uniform usampler2D u_fell;
uniform uint u_pass;
uniform uint u_directions;
uniform uint u_coins;
uniform uint u_draws;
uniform bool u_reacts;
uniform uint u_fluidity;
uniform bool u_viscous;
uniform bool u_turns;
uniform uvec2 u_running;
layout(location = 0) out uvec4 o_cells;
layout(location = 1) out uint o_fell;

// The cells of a column in a texel, the words of the texels above and below it that are next to them, and which cells
// have fallen.
struct Column {
  uvec4 cells;
  uint above, below, fell;
};

Column column_at(int x, int row) {
  return Column(texel_at(x, row), row > 0 ? texel_at(x, row - 1).w : 0u,
                row < last_texel_row() ? texel_at(x, row + 1).x : 0u, texelFetch(u_fell, ivec2(x, row), 0).r);
}

// Bit 0: the cell above the texel sinks; bits 1 to 16: so do its cells.
uint sinking(Column column, Nature nature, uint below_kind, uint top_sinks) {
  Acts acts = acts_of(column.cells, cells_below(column.cells, column.below), cells_below(nature.kind, below_kind));
  return bits_of(acts.sinks) << 1 | (top_sinks >> 7 & 1u);
}

uint rows_from_odd_columns(int top) {
  uint rows = 0u;
  for (int k = 0; k < 16; ++k) rows |= ((u_pass ^ mix32(u_directions ^ uint(top + k))) & 1u) << k;
  return rows;
}

// The coins of the pairs in rows from `top` on.
uint coins_of(int top, int left) {
  uint coins = 0u;
  for (int k = 0; k < 16; ++k) {
    uint word = mix32(mix32(u_coins ^ uint(top + k)) ^ uint(left / 64));
    coins |= ((word >> uint(left / 2 % 32)) & 1u) << k;
  }
  return coins;
}

// Whether a cell may act with another one beside it.
bool may_act(uvec4 cells, uvec4 partners) {
  if (cells == partners) return false;
  if (u_reacts) return true;
  for (int word = 0; word < 4; ++word) {
    if (cells.x != partners.x && (in_range(cells.x, u_running) & in_range(partners.x, u_running)) != 0u) return true;
    cells = cells.yzwx;
    partners = partners.yzwx;
  }
  return false;
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
  if (!may_act(self.cells, partner)) return;

  Nature own = nature_of(self.cells), even_nature = nature_of(even.cells), odd_nature = nature_of(odd.cells);
  uvec4 below_kinds = nature_of(uvec4(self.below, even.below, odd.below, 0u)).kind;
  uvec4 tops = acts_of(uvec4(self.above, even.above, odd.above, 0u) >> 24,
                       uvec4(self.cells.x, even.cells.x, odd.cells.x, 0u),
                       uvec4(own.kind.x, even_nature.kind.x, odd_nature.kind.x, 0u)).sinks;
  if (row == 0) tops = uvec4(0u);
  uint sinks = sinking(self, own, below_kinds.x, tops.x), even_sinks = sinking(even, even_nature, below_kinds.y, tops.y);
  uint odd_sinks = sinking(odd, odd_nature, below_kinds.z, tops.z);
  int last = u_size.y - 1 - top;  // below the world's last row is nothing
  uint floor_row = last < 16 ? 1u << uint(last) : 0u;
  // Of each cell and its partner: whether it would fall, and whether it could rise.
  uint falls = sinks >> 1 & ~floor_row, rises = sinks;
  uint partner_falls = ((odd_sinks >> 1 & odd_rows) | (even_sinks >> 1 & ~odd_rows)) & ~floor_row;
  uint partner_rises = (odd_sinks & odd_rows) | (even_sinks & ~odd_rows);
  uint partner_fell = (odd.fell & odd_rows) | (even.fell & ~odd_rows);

  uvec4 kinds = choose(all_bytes_of(odd_rows), odd_nature.kind, even_nature.kind);
  Acts acts = acts_of(self.cells, partner, kinds);
  uint denser = bits_of(acts.sinks), blocked = (denser & (falls | self.fell)) | (~denser & (partner_falls | partner_fell));
  uint rising = (denser & partner_rises) | (~denser & rises);
  uint coins = (coins_of(top, left_odd) & odd_rows) | (coins_of(top, left_even) & ~odd_rows);
  uint swaps = bits_of(acts.runs) & ~blocked & (~rising | coins);
  uint reacts = u_reacts ? bits_of(acts.anywhere) : 0u;
  for (uint todo = (u_viscous ? swaps : 0u) | reacts; todo != 0u; todo &= todo - 1u) {
    int lane = lowest_of(todo), left = has(odd_rows, 1u << lane) ? left_odd : left_even;
    uint bit = 1u << lane, meeting = meeting_of(code_at(self.cells, lane), code_at(partner, lane));
    uint base = has(reacts, bit) ? u_draws : u_fluidity;
    bool happens = todo != 0u && hits(draw_number(column_draw(base, left), top + lane), probability_of(meeting));
    if (happens && has(reacts, bit)) {
      o_cells = with_code(o_cells, lane, result_of(meeting));
      o_fell &= ~bit;
    }
    if (!happens && todo != 0u) swaps &= ~bit;
  }
  o_cells = choose(all_bytes_of(swaps), partner, o_cells);
  o_fell = (o_fell & ~swaps) | (partner_fell & swaps);
}
