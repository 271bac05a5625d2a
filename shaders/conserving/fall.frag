// The cells after fall, and which of them have fallen: a bit for each, in o_fell. u_falls (unit 2): output of
// starts.frag, which says what comes up from the texels below.
#include "conserving/falls.glsl"
#include "conserving/fell.glsl"

uniform usampler2D u_falls;

uvec4 falls_at(int x, int row) { return texelFetch(u_falls, ivec2(x, row), 0); }

// What comes up into a texel: looks down for a texel whose carry is known, then goes up from there.
uint carried_into(ivec2 p) {
  int last = last_texel_row(), row = p.y + 1;
  if (row > last) return 0u;
  uvec4 falls = falls_at(p.x, row);
  while (row < last && !has(falls.a, kSteady)) falls = falls_at(p.x, ++row);
  uint carried = falls.g & 511u;
  for (--row; row > p.y; --row) {
    falls = falls_at(p.x, row);
    uvec4 cells = texel_at(p.x, row), lower = cells_below(cells, texel_at(p.x, row + 1).x);
    bool is_gap = carried == (kMoved | u_background), is_other = carried != 0u && !is_gap;
    uint other = carried_through(cells, lower, falls, carried);
    carried = is_other ? other : (is_gap ? falls.g >> 9 : falls.g) & 511u;
  }
  return carried;
}

// A texel, pair by pair, only if `wanted`. `lowest`: the cell below its lowest one; `acts`, `reacts`: pairs as in
// falls.glsl, each at the bit of its lower cell, the lowest at bit 16.
void fall_each(uvec4 cells, uvec4 upper, uint lowest, uint acts, uint reacts, uint carried, bool wanted) {
  for (int lane = kHasGrainy != 0 && wanted ? 16 : -1; lane >= 0; --lane) {
    uint bit = 1u << lane, self = lane == 16 ? lowest & 255u : code_at(cells, lane), now = self, next = 0u;
    uint over = lane == 16 ? cells.w >> 24 : code_at(upper, lane);
    bool fell = false;
    if (carried != 0u) {
      fell = (gl_FragCoord.y > 1.0 || lane > 0) && follows(over, carried & 255u);
      now = fell ? over : carried & 255u;
      next = fell ? carried : 0u;
    } else if (has(acts, bit)) {
      fell = !has(reacts, bit);
      now = fell ? over : result_of(meeting_of(self, over));
      next = kMoved | (fell ? self : result_of(meeting_of(over, self)));
    }
    carried = next;
    if (lane == 16) continue;
    o_cells = with_code(o_cells, lane, now);
    o_fell = (o_fell & ~bit) | (fell ? bit : 0u);
  }
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  uvec4 cells = texel_at(p.x, p.y), falls = falls_at(p.x, p.y);
  uvec4 lower = cells_below(cells, p.y < last_texel_row() ? texel_at(p.x, p.y + 1).x : 0u);
  uint carried = carried_into(p), background = u_background * kOnes;
  Chains chains = chains_of(falls, carried);
  // The pair of the uppermost cell and the one above it.
  uvec4 falls_above = p.y > 0 ? falls_at(p.x, p.y - 1) : uvec4(0u);
  uint above = p.y > 0 ? texel_at(p.x, p.y - 1).w : 0u, top = chains.acting & 1u, top_gap = chains.gaps & 1u;
  uint top_reacts = (falls_above.r >> 31) & ~top;
  bool unsure = chains.unsure || (top > top_gap && has(falls_above.a, 0x8000u));
  uint enters = top_gap != 0u ? falls_above.b >> 31 : (falls_above.r >> 15) & ~top & 1u;
  // At the bit of its lower cell, each pair that acts.
  uint over_acts = (chains.acting << 1) | enters;
  uint begin = chains.acting & ~(chains.acting >> 1 | (carried != 0u ? 0x8000u : 0u)), react = begin & falls.r >> 16;
  uint over_react = react << 1 | top_reacts;
  uvec4 upper = cells_above(cells, above);
  uvec4 risen = choose(all_bytes_of(chains.gaps), uvec4(background), lower);
  o_cells = choose(all_bytes_of(over_acts), upper, choose(all_bytes_of(chains.acting), risen, cells));
  o_fell = over_acts & ~over_react & 0xffffu;
  uint changed = (over_react | (react & ~over_acts)) & 0xffffu;
  uvec4 partners = choose(all_bytes_of(over_react), upper, lower);
  for (uint todo = lanes_of(changed); todo != 0u; todo &= todo - 1u) {
    int lane = first_lane(todo);
    uvec4 meetings = meetings_of(fours_of(cells, lane), fours_of(partners, lane));
    o_cells = with_results(o_cells, meetings, ones_of(changed, lane), lane);
  }
  uint acts = (falls.r & 0xffffu) << 1 | (falls_above.r >> 15 & 1u);
  uint reacts = (falls.r >> 16) << 1 | falls_above.r >> 31;
  fall_each(cells, upper, lower.w >> 24, acts, reacts, carried, unsure);
}
