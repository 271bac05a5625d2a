// Lays the glow over the shaded cells: it lights surfaces in their own colour and hangs in the air as a haze.
// Inputs: u_image (unit 0), the shaded cells; u_tight, u_wide (units 1, 2), light at 1/4 and 1/16 of the resolution, read
// smoothly; u_tight_texels, u_wide_texels = their sizes. Output: the finished colour.
#include "view/light.glsl"

uniform sampler2D u_image;
uniform sampler2D u_tight;
uniform sampler2D u_wide;
uniform vec2 u_tight_texels;
uniform vec2 u_wide_texels;
out vec4 o_color;

void main() {
  vec3 color = texelFetch(u_image, ivec2(gl_FragCoord.xy), 0).rgb;
  vec3 tight = unpack_light(texture(u_tight, gl_FragCoord.xy / (4.0 * u_tight_texels)));
  vec3 wide = unpack_light(texture(u_wide, gl_FragCoord.xy / (16.0 * u_wide_texels)));
  vec3 glow = kTightGlow * tight + kWideGlow * wide;
  vec3 lit = color * (1.0 + 2.0 * (1.0 - kHaze) * glow);
  vec3 haze = kHaze * glow / (1.0 + glow);
  o_color = vec4(1.0 - (1.0 - min(lit, 1.0)) * (1.0 - haze), 1.0);
}
