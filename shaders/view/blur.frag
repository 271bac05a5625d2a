// One direction of a Gaussian blur with a standard deviation of 2 texels. Beyond the edge it is dark.
// Inputs: u_image (unit 0); u_extent = how much of it is in use, in texels; u_direction = (1, 0) or (0, 1).
// Output: light, packed.
#include "view/light.glsl"

uniform sampler2D u_image;
uniform ivec2 u_extent;
uniform ivec2 u_direction;
out vec4 o_light;

const float kWeights[6] = float[](0.1994, 0.1760, 0.1210, 0.0648, 0.0270, 0.0088);

vec3 light_at(ivec2 p) {
  bool inside = all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, u_extent));
  return inside ? unpack_light(texelFetch(u_image, p, 0)) : vec3(0.0);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec3 sum = light_at(p) * kWeights[0];
  for (int i = 1; i < 6; ++i) sum += (light_at(p + i * u_direction) + light_at(p - i * u_direction)) * kWeights[i];
  o_light = pack_light(sum);
}
