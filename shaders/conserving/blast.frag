// What blasts make of the cells in their radius. u_claims (unit 4): output of blast_claims.frag; u_draws: the base of
// the draws of what resists.
#include "conserving/bursts.glsl"

uniform sampler2D u_claims;
uniform uint u_draws;
out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  o_cell = cell_at(p);
  Claim claim = claim_at(u_claims, p);
  ivec2 way = claim.from - p;
  if (!claim.exists) return;
  Traits self = traits_of(o_cell);
  bool resists = way != ivec2(0) && (self.flags & kResists) != 0 && hits(draw_number(u_draws, p), self.resistance);
  if (!resists) o_cell = cell_of(claim.blast.into);
}
