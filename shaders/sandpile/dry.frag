// Lowers the wetness by one level. Input: u_ground (unit 1). Output: the ground.
#include "common/bytes.glsl"

uniform sampler2D u_ground;
out vec4 o_ground;

void main() {
  vec4 ground = texelFetch(u_ground, ivec2(gl_FragCoord.xy), 0);
  o_ground = vec4(ground.r, float(max(byte_of(ground.g) - 1, 0)) / 255.0, ground.ba);
}
