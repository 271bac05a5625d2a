// Cells that change places because one of them wanders, and those that become something else because of the side on
// which the other one lies. u_directs: there are such; u_directed (unit 4): what two cells become, column = the code of
// the left or upper one, row = that of the other, from kElementsMax on of pairs over one another: their codes, and from
// bit 16 on the probability minus 1. u_sideways: pairs lie side by side, otherwise over one another; u_from: the column
// or row of the first pair, 0 or 1; u_turns: the rows turn; u_draws: the base of the draws.
#include "conserving/traits.glsl"
#include "conserving/columns.glsl"
#include "conserving/fell.glsl"

uniform bool u_sideways;
uniform int u_from;
uniform bool u_directs;
uniform usampler2D u_directed;

// The cells of the partners; a cell without one is its own partner.
uvec4 partners_of(uvec4 cells, ivec2 p, int left) {
  if (u_sideways) return texel_at(partner_of(p.x, left), p.y);
  uvec4 above = cells_above(cells, p.y > 0 ? texel_at(p.x, p.y - 1).w : cells.x << 24);
  uvec4 below = cells_below(cells, p.y < last_texel_row() ? texel_at(p.x, p.y + 1).x : 0u);
  uint uppers = u_from == 0 ? 0x00ff00ffu : 0xff00ff00u;
  return (below & uppers) | (above & ~uppers);
}

uint fell_of_partners(uint fell, ivec2 p, int left) {
  if (u_sideways) return fell_at(partner_of(p.x, left), p.y);
  uint above = fell << 1 | (p.y > 0 ? fell_at(p.x, p.y - 1) >> 15 & 1u : 0u);
  uint below = fell >> 1 | (p.y < last_texel_row() ? (fell_at(p.x, p.y + 1) & 1u) << 15 : 0u);
  uint uppers = 0xffffu / 3u << uint(u_from);
  return (below & uppers) | (above & ~uppers & 0xffffu);
}

// What becomes of a cell and its partner; the cell itself if nothing does. `number`: the draw.
uint directed(uint code, uint other, bool is_first, uint number) {
  uint first = is_first ? code : other, second = is_first ? other : code;
  uint word = texelFetch(u_directed, ivec2(first, int(second) + (u_sideways ? 0 : kElementsMax)), 0).r;
  uint result = (is_first ? word : word >> 8) & 255u;
  bool acts = (word & 255u) != first || (word >> 8 & 255u) != second;
  return acts && hits(number, (word >> 16) + 1u) ? result | 256u : code;
}

// `swaps`: adds the bits of the cells that change places; `reacts`: of those that have a directed reaction.
uint after(uint cells, uint partners, ivec2 pair, int top, inout uint swaps, inout uint reacts) {
  if (cells == partners || (are_restless(cells) | are_restless(partners)) == 0u) return cells;
  uint next = cells;
  for (int lane = 0; lane < 4; ++lane) {
    uint code = code_in(cells, lane), other = code_in(partners, lane);
    bool may_swap = has(meeting_of(code, other), kSwap);
    if (code == other || !(may_swap || u_directs)) continue;
    int y = top + lane;
    bool is_first = pair.x == pair.y;
    if (!u_sideways) {  // y: of the upper cell
      is_first = ((y + u_from) & 1) == 0;
      y -= (y + u_from) & 1;
    }
    if (!u_sideways && (y < 0 || y + 1 >= u_size.y)) continue;
    uint number = draw_number(column_draw(u_draws, pair.y), y);
    uint made = u_directs ? directed(code, other, is_first, number) : code;
    if (made > 255u) {
      next = with_lane(next, lane, made);
      reacts |= 1u << uint((top + lane) & 15);
      continue;
    }
    if (!may_swap) continue;
    uint chance = max(trait_of(code, kWanderRow), trait_of(other, kWanderRow));
    if (!hits(number, chance)) continue;
    next = with_lane(next, lane, other);
    swaps |= 1u << uint((top + lane) & 15);
  }
  return next;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  uint swaps = 0u, reacts = 0u;
  int left = u_sideways ? left_of_pair(p.x, u_from, u_turns) : p.x;
  o_cells = texel_at(p.x, p.y);
  uvec4 partners = partners_of(o_cells, p, left);
  for (int word = 0; word < 4; ++word) {
    o_cells = uvec4(o_cells.yzw, after(o_cells.x, partners.x, ivec2(p.x, left), 16 * p.y + 4 * word, swaps, reacts));
    partners = partners.yzwx;
  }
  o_fell = fell_at(p.x, p.y) & ~reacts;
  if (swaps != 0u) o_fell = (o_fell & ~swaps) | (fell_of_partners(fell_at(p.x, p.y), p, left) & swaps);
}
