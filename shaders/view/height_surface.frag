// The height at which a sample, sand or stone, is drawn. Inputs: u_heights, u_eighth, u_sixtyfourth (units 0 to 2);
// those of stone_height.glsl. Output: the height.
#include "view/stone_height.glsl"

uniform sampler2D u_heights;
out vec4 o_height;

void main() {
  float height = texelFetch(u_heights, ivec2(gl_FragCoord.xy), 0).r;
  o_height = vec4(height > kNoSand ? height : stone_height(gl_FragCoord.xy), 0.0, 0.0, 1.0);
}
