// Means of heights over u_factor x u_factor texels. Inputs: u_image (unit 0), as height_half.frag makes it; u_extent = how much
// of it is in use. Output: the same, reduced.
uniform sampler2D u_image;
uniform ivec2 u_extent;
uniform int u_factor;
out vec4 o_mean;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * u_factor;
  vec4 sum = vec4(0.0, 0.0, kNoSand, 0.0);
  for (int y = 0; y < u_factor; ++y) {
    for (int x = 0; x < u_factor; ++x) {
      vec4 t = texelFetch(u_image, min(first + ivec2(x, y), u_extent - 1), 0);
      sum = vec4(sum.rg + t.rg, t.a > 0.0 ? max(sum.b, t.b) : sum.b, max(sum.a, t.a));
    }
  }
  o_mean = vec4(sum.rg / float(u_factor * u_factor), sum.a > 0.0 ? sum.b : 0.0, sum.a);
}
