// Adds the glow to the shaded cells: it lights surfaces in their own colour and appears in the air as a haze.
// Inputs: u_image (unit 0), the shaded cells; u_tight, u_wide (units 1, 2), light at 1/4 and 1/16 of the resolution,
// read smoothly; u_tight_texels, u_wide_texels = their sizes. Output: the finished colour.
#include "view/light.glsl"

uniform sampler2D u_image;
uniform sampler2D u_tight;
uniform sampler2D u_wide;
uniform vec2 u_tight_texels;
uniform vec2 u_wide_texels;
out vec4 o_color;

void main() {
  vec4 shaded = texelFetch(u_image, ivec2(gl_FragCoord.xy), 0);
  vec3 tight = unpack_light(texture(u_tight, gl_FragCoord.xy / (4.0 * u_tight_texels)));
  vec3 wide = unpack_light(texture(u_wide, gl_FragCoord.xy / (16.0 * u_wide_texels)));
  vec3 glow = kTightGlow * tight + kWideGlow * wide;
  glow = glow / (1.0 + glow) * (1.0 - shaded.a);  // glowing cells keep their own colour
  vec3 lit = min(shaded.rgb * (1.0 + kSurfaceGlow * glow), 1.0);
  o_color = vec4(1.0 - (1.0 - lit) * (1.0 - kHaze * glow), 1.0);
}
