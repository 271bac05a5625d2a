// Gathers the light of emissive cells at a quarter of the resolution: the mean over 4 x 4 texels of colour squared
// times alpha. Inputs: u_image (unit 0); u_extent = how much of it is in use, in texels. Output: light, packed.
#include "view/light.glsl"

uniform sampler2D u_image;
uniform ivec2 u_extent;
out vec4 o_light;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * 4;
  vec3 sum = vec3(0.0);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      vec4 texel = texelFetch(u_image, min(first + ivec2(x, y), u_extent - 1), 0);
      sum += texel.rgb * texel.rgb * texel.a;  // squared: light is more colourful than its source
    }
  }
  o_light = pack_light(sum / 16.0);
}
