// The speeds of gusts in the cells of texels of packed cells: AirField::gust_right() and gust_down() in
// src/automata/conserving/air.hpp. A texel for each column of tiles, a word for each of four tiles over one another:
// the speed over pairs of cells of the tile, and over those with one of the next tile, the latter << 16. Less than a
// breeze is 0. Where all are less than u_least, nothing is drawn. u_air (unit 2): as in air_step.frag.
uniform isampler2D u_air;
uniform int u_least;
layout(location = 0) out uvec4 o_right;
layout(location = 1) out uvec4 o_down;

uint word_of(int inside, int between) {
  ivec2 speeds = ivec2(inside, between);
  speeds = clamp(speeds * ivec2(greaterThanEqual(abs(speeds), ivec2(kBreeze))), -kGustMost, kGustMost);
  return uint((speeds.x & 0xffff) | speeds.y << 16);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(u_air, 0) - 1;
  o_right = uvec4(0u);
  o_down = uvec4(0u);
  int most = 0;
  for (int i = 0; i < 4; ++i) {
    int row = min(4 * at.y + i, last.y);
    ivec2 flow = texelFetch(u_air, ivec2(at.x, row), 0).gb;
    int from_left = texelFetch(u_air, ivec2(at.x > 0 ? at.x - 1 : last.x, row), 0).g;
    int from_above = texelFetch(u_air, ivec2(at.x, row > 0 ? row - 1 : last.y), 0).b;
    // The cells below the last tile are moved by its air.
    int down = from_above + flow.y;
    ivec4 speeds = abs(ivec4(from_left + flow.x, 2 * flow.x, down, 2 * flow.y));
    most = max(most, max(max(speeds.x, speeds.y), max(speeds.z, speeds.w)));
    o_right = uvec4(o_right.yzw, word_of(from_left + flow.x, 2 * flow.x));
    o_down = uvec4(o_down.yzw, word_of(down, row == last.y ? down : 2 * flow.y));
  }
  if (most < u_least) discard;
}
