// The heights that cast shadows, at half the resolution. Inputs: u_half (unit 0), means of heights; those of
// stone_height.glsl. Output: the height of sand or stone.
#include "view/stone_height.glsl"

uniform sampler2D u_half;
out vec4 o_height;

void main() {
  vec4 t = texelFetch(u_half, ivec2(gl_FragCoord.xy), 0);
  float stone = t.g < 1.0 ? stone_height(gl_FragCoord.xy * 2.0) : 0.0;
  o_height = vec4(t.r + (1.0 - t.g) * stone, 0.0, 0.0, 1.0);
}
