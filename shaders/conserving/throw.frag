// One pass of throwing: pairs of a cell and the one to its right, or below it, in which the denser one moves away from
// the blast. u_claims (unit 4): output of blast_claims.frag; u_sideways; u_from: the column or row of the first pair,
// 0 or 1, or 2 if there is none; u_turns: the rows turn; u_draws: the base of the draws.
#include "conserving/bursts.glsl"

uniform sampler2D u_claims;
uniform bool u_sideways;
uniform int u_from;
uniform bool u_turns;
uniform uint u_draws;
out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), first, second;
  o_cell = cell_at(p);
  if (u_from == 2 || !find_pair(p, u_sideways, u_from, u_turns, first, second)) return;
  bool is_first = p == first;
  Claim claim = claim_at(u_claims, first);
  if (!claim.exists) return;
  ivec2 apart = first - claim.from, way = abs(apart);
  // On the far side of a world that wraps no direction leads outward.
  if (u_wraps && u_sideways && (2 * (apart.x + 1) >= u_size.x || 2 * apart.x <= -u_size.x)) return;
  bool outward = u_sideways ? apart.x >= 0 : apart.y >= 0;  // the second cell is the outer one
  vec4 partner = cell_at(is_first ? second : first), inner = partner, outer = o_cell;
  if (is_first == outward) {
    inner = o_cell;
    outer = partner;
  }
  uint length_along = uint(u_sideways ? way.x : way.y), across = uint(u_sideways ? way.y : way.x);
  uint chance = length_along >= across ? kCertain : length_along * kCertain / across;
  if (sinks(inner, outer) && hits(draw_number(u_draws, first), chance)) o_cell = partner;
}
