// Where falls begin, and what the pairs of a texel carry up its column: see falls.glsl. u_draws: the base of the draws.
#include "conserving/falls.glsl"

out uvec4 o_falls;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  uvec4 cells = texel_at(p.x, p.y), gaps = uvec4(u_background * kOnes);
  bool is_lowest = p.y == last_texel_row();
  uint next = is_lowest ? 0u : texel_at(p.x, p.y + 1).x;
  uvec4 lower = cells_below(cells, next);
  Nature nature = nature_of(cells);
  Acts acts = acts_of(cells, lower, cells_below(nature.kind, nature_of(uvec4(next)).kind.x));
  // The world's last row has no pair.
  uint pairs = is_lowest ? (1u << uint(u_size.y - 1 - 16 * p.y)) - 1u : 0xffffu;
  uint reacts = bits_of(acts.reacts | acts.anywhere) & pairs, starts = (bits_of(acts.sinks) & pairs) | reacts;
  uint from_gaps = starts & ~reacts & bits_of(~nonzero(lower ^ gaps)), column = column_draw(u_draws, p.x);
  for (uint todo = kHasUncertain == 0 ? 0u : lanes_of(reacts); todo != 0u; todo &= todo - 1u) {
    int lane = first_lane(todo);
    uvec4 meetings = meetings_of(fours_of(cells, lane), fours_of(lower, lane));
    uvec4 ones = ones_of(reacts, lane), happen = hits(draw_numbers(uvec4(column), rows_of(16 * p.y + lane)), meetings);
    starts &= ~bits_from(ones & ~happen, lane);
    from_gaps |= bits_from(ones & happen & uvec4(equal(meetings & 255u, uvec4(u_background))), lane);
  }
  reacts &= starts;
  uint gap = bits_of(nature.gap), grainy = bits_of(nature.grainy);
  bool is_steady = is_lowest || (~(starts | gap | grainy) & 0xffffu) != 0u;
  o_falls = uvec4(starts | reacts << 16, 0u, from_gaps | gap << 16, grainy | (is_steady ? kSteady : 0u));
  o_falls.g = carried_through(cells, lower, o_falls, 0u);
  o_falls.g |= carried_through(cells, lower, o_falls, kMoved | u_background) << 9;
}
