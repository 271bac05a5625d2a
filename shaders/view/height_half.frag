// Heights at half the resolution. Inputs: u_image (unit 0), drawn heights or kNoSand; u_extent = the part of it in use.
// Output: r = mean height times share of sand, g = share of sand, b = the greatest height, valid if a = 1.
uniform sampler2D u_image;
uniform ivec2 u_extent;
out vec4 o_mean;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * 2;
  vec4 sum = vec4(0.0, 0.0, kNoSand, 0.0);
  for (int i = 0; i < 4; ++i) {
    float height = texelFetch(u_image, min(first + ivec2(i & 1, i >> 1), u_extent - 1), 0).r;
    if (height > kNoSand) sum = vec4(sum.r + height, sum.g + 1.0, max(sum.b, height), 1.0);
  }
  o_mean = vec4(sum.rg * 0.25, sum.a > 0.0 ? sum.b : 0.0, sum.a);
}
