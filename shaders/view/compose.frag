// Lays the glow over the shaded cells. The two are screened, not added, so that bright things keep their colour.
// Inputs: u_image (unit 0), the shaded cells; u_tight, u_wide (units 1, 2), light at 1/4 and 1/16 of the resolution, read
// smoothly; u_tight_texels, u_wide_texels = their sizes. Output: the finished colour.
uniform sampler2D u_image;
uniform sampler2D u_tight;
uniform sampler2D u_wide;
uniform vec2 u_tight_texels;
uniform vec2 u_wide_texels;
out vec4 o_color;

void main() {
  vec3 color = texelFetch(u_image, ivec2(gl_FragCoord.xy), 0).rgb;
  vec3 tight = texture(u_tight, gl_FragCoord.xy / (4.0 * u_tight_texels)).rgb;
  vec3 wide = texture(u_wide, gl_FragCoord.xy / (16.0 * u_wide_texels)).rgb;
  vec3 glow = kTightGlow * tight + kWideGlow * wide;
  glow = glow / (1.0 + glow);
  o_color = vec4(1.0 - (1.0 - color) * (1.0 - glow), 1.0);
}
