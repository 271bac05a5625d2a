// Means of heights over u_factor x u_factor texels. Inputs: u_image (unit 0), the output of height_half.frag; u_extent
// = the part of it in use. Output: the same, reduced; the highest sand includes kHighestMargin texels around.
uniform sampler2D u_image;
uniform ivec2 u_extent;
uniform int u_factor;
uniform int u_stones;  // 0: the highest sand is not needed
out vec4 o_mean;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * u_factor;
  vec4 sum = vec4(0.0, 0.0, kNoSand, 0.0);
  for (int y = 0; y < u_factor; ++y) {
    for (int x = 0; x < u_factor; ++x) sum.rg += texelFetch(u_image, min(first + ivec2(x, y), u_extent - 1), 0).rg;
  }
  int margin = kHighestMargin, end = u_stones != 0 ? u_factor + margin : -margin;
  for (int y = -margin; y < end; ++y) {
    for (int x = -margin; x < end; ++x) {
      vec2 highest = texelFetch(u_image, clamp(first + ivec2(x, y), ivec2(0), u_extent - 1), 0).ba;
      if (highest.y > 0.0) sum.ba = vec2(max(sum.b, highest.x), 1.0);
    }
  }
  o_mean = vec4(sum.rg / float(u_factor * u_factor), sum.a > 0.0 ? sum.b : 0.0, sum.a);
}
