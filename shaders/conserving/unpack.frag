// Unpacks cells to one a texel, as in common/cells.glsl.
#include "common/cells.glsl"
#include "conserving/traits.glsl"

out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  uint word = texel_at(p.x, p.y >> 4)[(p.y >> 2) & 3];
  uint element = trait_of(word >> uint(8 * (p.y & 3)), kElementRow);
  o_cell = make_cell(ivec2(element & 255u, element >> 8));
}
