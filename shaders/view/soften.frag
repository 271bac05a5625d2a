// Softens the finished picture: a binomial blur over 3 x 3 texels. Outside the picture the edge is repeated.
// Inputs: u_image (unit 0); u_extent = the part of it in use, in texels. Output: the softened colour.
uniform sampler2D u_image;
uniform ivec2 u_extent;
out vec4 o_color;

vec3 row(ivec2 p, int y) {
  vec3 sum = vec3(0.0);
  for (int x = -1; x <= 1; ++x) {
    sum += float(2 - abs(x)) * texelFetch(u_image, clamp(p + ivec2(x, y), ivec2(0), u_extent - 1), 0).rgb;
  }
  return sum;
}

void main() {
  ivec2 p = min(ivec2(gl_FragCoord.xy), u_extent - 1);  // the rim repeats the softened edge
  o_color = vec4((row(p, -1) + 2.0 * row(p, 0) + row(p, 1)) / 16.0, 1.0);
}
