// The cells after fall, and which of them have fallen: a bit for each, in o_fell. u_falls (unit 2): output of
// starts.frag, which says what comes up from the texels below.
#include "conserving/falls.glsl"

uniform usampler2D u_falls;
layout(location = 0) out uvec4 o_cells;
layout(location = 1) out uint o_fell;

uvec2 falls_at(int x, int row) { return texelFetch(u_falls, ivec2(x, row), 0).rg; }

// What comes up into a texel: looks down for a texel whose carry is known, then goes up from there.
uint carried_into(ivec2 p) {
  int last = last_texel_row(), row = p.y + 1;
  if (row > last) return 0u;
  uvec2 falls = falls_at(p.x, row);
  while (row < last && !has(falls.g, kSteady)) falls = falls_at(p.x, ++row);
  uint carried = falls.g & 511u;
  for (--row; row > p.y; --row) {
    falls = falls_at(p.x, row);
    if (carried == 0u) {
      carried = falls.g & 511u;
    } else if (carried == (kMoved | u_background)) {
      carried = (falls.g >> 9) & 511u;
    } else {
      uvec4 cells = texel_at(p.x, row);
      carried = carried_through(cells, cells_below(cells, texel_at(p.x, row + 1).x), falls.r, carried);
    }
  }
  return carried;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  uvec4 cells = texel_at(p.x, p.y);
  uint falls = falls_at(p.x, p.y).r, carried = carried_into(p), above = 0u;
  o_cells = cells;
  o_fell = 0u;
  // From here on `carried` comes from the pair of a cell and the one below it; first that of the lowest cell.
  uint lowest = cells.w >> 24;
  if (carried != 0u) {
    if (!follows(lowest, carried & 255u)) carried = 0u;
  } else if (has(falls, 0x8000u)) {
    uint below = texel_at(p.x, p.y + 1).x & 255u;
    carried = kMoved | (has(falls, 0x80000000u) ? result_of(meeting_of(lowest, below)) : below);
  }
  // The pairs of a cell and the one above it.
  uint above_falls = 0u;
  if (p.y > 0) {
    above = texel_at(p.x, p.y - 1).w;
    above_falls = falls_at(p.x, p.y - 1).r >> 15;
  }
  uvec4 upper = cells_above(cells, above);
  uint acts = ((falls & 0x7fffu) << 1) | (above_falls & 1u), reacts = ((falls >> 16) << 1) | (above_falls >> 16);
  if (carried == 0u && acts == 0u) return;
  for (int word = 3; word >= 0; --word) {
    uint after = 0u;
    for (int lane = 3; lane >= 0; --lane) {
      uint self = code_in(cells.w, lane), over = code_in(upper.w, lane), bit = 1u << uint(4 * word + lane);
      uint next = 0u, now = self;
      if (carried != 0u) {
        bool goes_on = (p.y > 0 || bit != 1u) && follows(over, carried & 255u);
        now = goes_on ? over : carried & 255u;
        next = goes_on ? carried : 0u;
      } else if (has(acts, bit)) {
        bool swaps = !has(reacts, bit);
        now = swaps ? over : result_of(meeting_of(self, over));
        next = kMoved | (swaps ? self : result_of(meeting_of(over, self)));
        carried = swaps ? next : 0u;
      }
      if (next != 0u && next == carried) o_fell |= bit;
      carried = next;
      after |= now << uint(8 * lane);
    }
    o_cells = uvec4(after, o_cells.xyz);
    cells = cells.wxyz;
    upper = upper.wxyz;
  }
}
