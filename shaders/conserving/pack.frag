// Packs cells, 16 of a column to a texel. u_world (unit 4): a cell a texel, as in common/cells.glsl.
#include "common/cells.glsl"
#include "conserving/traits.glsl"
#include "conserving/fell.glsl"

uniform sampler2D u_world;

void main() {
  o_fell = 0u;  // nothing; but WebGL wants each texture to be written
  ivec2 p = ivec2(gl_FragCoord.xy);
  for (int word = 0; word < 4; ++word) {
    uint cells = 0u;
    for (int lane = 0; lane < 4; ++lane) {
      int y = min(16 * p.y + 4 * word + lane, u_size.y - 1);
      uint element = uint(index_of(texelFetch(u_world, ivec2(p.x, y), 0)));
      cells |= trait_of(element, kCodeRow) << uint(8 * lane);
    }
    o_cells = uvec4(o_cells.yzw, cells);
  }
}
