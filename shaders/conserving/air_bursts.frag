// How many cells of a tile give it the pressure of blasts. Inputs: those of bursts.glsl, with the cells after the
// blasts; u_claims (unit 4): output of blast_claims.frag.
#include "conserving/bursts.glsl"

uniform sampler2D u_claims;
out int o_count;

void main() {
  ivec2 begin = ivec2(gl_FragCoord.xy) * kAirTile, end = begin + kAirTile;
  o_count = 0;
  for (int y = begin.y; y < end.y; ++y) {
    for (int x = begin.x; x < end.x; ++x) {
      if (texelFetch(u_claims, ivec2(x, y), 0).a == 0.0) continue;
      if ((traits_of(cell_at(ivec2(x, y))).flags & kAirtight) == 0) ++o_count;
    }
  }
}
