// Pairs of a cell and the cell to its right. u_fell (unit 2): the cells that have fallen, a bit each, as in o_fell;
// u_pass: the number of this pass; u_directions, u_coins: the bases of the draws of a row; u_draws: the base of the
// draws of reactions; u_reacts: true if this pass has reactions; u_fluidity: the base of the draws of viscous cells;
// u_turns: the rows turn; u_running: the range of the codes that run.
#include "conserving/packed.glsl"
#include "conserving/columns.glsl"

uniform usampler2D u_fell;
uniform uint u_pass;
uniform uint u_directions;
uniform uint u_coins;
uniform uint u_draws;
uniform bool u_reacts;
uniform uint u_fluidity;
uniform bool u_turns;
uniform uvec2 u_running;
layout(location = 0) out uvec4 o_cells;
layout(location = 1) out uint o_fell;

// A word of cells and what is above and below them; `fell` begins with their bits.
struct Cells {
  uint here, above, below, fell;
};

int left_even, left_odd;  // the left column of this column's pair, where pairs begin in column 0 and in column 1

bool coin(int left, int y) {
  uint coins = mix32(mix32(u_coins ^ uint(y)) ^ uint(left / 64));
  return ((coins >> uint(left / 2 % 32)) & 1u) != 0u;
}

// Whether a pair that may run does, in this lane: unless the denser cell has fallen or would fall; if the lighter one
// could rise, a coin decides.
bool runs(Cells denser, Cells lighter, int lane, int left, int y) {
  if (has(denser.fell, 1u << lane)) return false;
  if (y + 1 < u_size.y && sinks(denser.here >> uint(8 * lane), denser.below >> uint(8 * lane))) return false;
  bool rises = y > 0 && sinks(lighter.above >> uint(8 * lane), lighter.here >> uint(8 * lane));
  return !rises || coin(left, y);
}

// What becomes of a word. `rows`: begins with the bits of the rows whose pairs begin in column 1.
uint after(Cells self, Cells partner, uint rows, int top, inout uint fell) {
  uint cells = self.here;
  for (int lane = 0; lane < 4; ++lane) {
    uint code = code_in(self.here, lane), other = code_in(partner.here, lane), meeting = meeting_of(code, other);
    if (code == other || !has(meeting, kAnywhere | kRuns)) continue;
    int y = top + lane, left = has(rows, 1u << lane) ? left_odd : left_even;
    uint next = code, mark = 0u;
    if (has(meeting, kRuns)) {
      bool is_denser = has(meeting, kDenser);
      Cells denser = self, lighter = partner;
      if (!is_denser) {
        denser = partner;
        lighter = self;
      }
      if (!runs(denser, lighter, lane, left, y)) continue;
      if (!hits(draw_number(column_draw(u_fluidity, left), y), probability_of(meeting))) continue;
      next = other;
      mark = (partner.fell >> lane) & 1u;
    } else {
      if (!u_reacts || !hits(draw_number(column_draw(u_draws, left), y), probability_of(meeting))) continue;
      next = result_of(meeting);
    }
    cells = (cells & ~(255u << uint(8 * lane))) | next << uint(8 * lane);
    fell = (fell & ~(1u << lane)) | mark << lane;
  }
  return cells;
}

bool may_act(uint cells, uint partners) {
  uint acts = differing(cells, partners);
  if (!u_reacts) acts &= in_range(cells, u_running) & in_range(partners, u_running);
  return acts != 0u;
}

uint rows_from_odd_columns(int top) {
  uint rows = 0u;
  for (int k = 0; k < 16; ++k) rows |= ((u_pass ^ mix32(u_directions ^ uint(top + k))) & 1u) << k;
  return rows;
}

uint fell_at(int column, int row) { return texelFetch(u_fell, ivec2(column, row), 0).r; }
uint word_above(int column, int row) { return row > 0 ? texel_at(column, row - 1).w : 0u; }
uint word_below(int column, int row) { return row < last_texel_row() ? texel_at(column, row + 1).x : 0u; }

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y);
  left_even = left_of_pair(x, 0, u_turns);
  left_odd = left_of_pair(x, 1, u_turns);
  int partner_even = partner_of(x, left_even), partner_odd = partner_of(x, left_odd);
  uint rows = rows_from_odd_columns(16 * row);
  uvec4 mask = all_bytes_of(rows), self = texel_at(x, row);
  uvec4 even = texel_at(partner_even, row), odd = texel_at(partner_odd, row), partner = (odd & mask) | (even & ~mask);
  o_cells = self;
  o_fell = fell_at(x, row);
  bvec4 acts = bvec4(may_act(self.x, partner.x), may_act(self.y, partner.y), may_act(self.z, partner.z),
                     may_act(self.w, partner.w));
  if (!any(acts)) return;
  uint partner_fell = (fell_at(partner_odd, row) & rows) | (fell_at(partner_even, row) & ~rows);
  uvec4 above = cells_above(self, word_above(x, row)), below = cells_below(self, word_below(x, row));
  uvec4 partner_above = (cells_above(odd, word_above(partner_odd, row)) & mask) |
                        (cells_above(even, word_above(partner_even, row)) & ~mask);
  uvec4 partner_below = (cells_below(odd, word_below(partner_odd, row)) & mask) |
                        (cells_below(even, word_below(partner_even, row)) & ~mask);
  uint fell = o_fell;
  for (int word = 0; word < 4; ++word) {
    uint next = self.x;
    if (acts.x) {
      next = after(Cells(self.x, above.x, below.x, fell), Cells(partner.x, partner_above.x, partner_below.x, partner_fell),
                   rows, 16 * row + 4 * word, fell);
    }
    o_cells = uvec4(o_cells.yzw, next);
    fell = fell >> 4 | (fell & 15u) << 12;
    partner_fell >>= 4;
    rows >>= 4;
    acts = acts.yzwx;
    self = self.yzwx;
    above = above.yzwx;
    below = below.yzwx;
    partner = partner.yzwx;
    partner_above = partner_above.yzwx;
    partner_below = partner_below.yzwx;
  }
  o_fell = fell;
}
