// What the cells of a tile do with its air: AirFacts in src/automata/conserving/air.hpp. u_air (unit 2): as in
// air_step.frag; u_pressed (unit 4): output of air_bursts.frag; u_joined: the last column of tiles lies beside the
// first, and the last row over the first; u_has_sources. Output: r = pressure, that of blasts included; g = how open
// the ways right and down are, the latter << 8; b = the pushes of all sources right and down, the latter << 16; a =
// their pressure.
#include "conserving/traits.glsl"

uniform isampler2D u_air;
uniform isampler2D u_pressed;
uniform bvec2 u_joined;
uniform bool u_has_sources;
out ivec4 o_facts;

struct Ways {
  uvec4 closed, loose;
  ivec3 source;
};

int count_of(uint truth) { return int((((truth >> 7) & kOnes) * kOnes) >> 24); }

// Of 16 cells; each code in them is looked up once.
Ways ways_of(uvec4 cells) {
  Ways ways = Ways(uvec4(0u), uvec4(0u), ivec3(0));
  for (uint todo = 0xffffu; todo != 0u;) {
    int word = has(todo, 0xfu) ? 0 : has(todo, 0xf0u) ? 4 : has(todo, 0xf00u) ? 8 : 12;
    uint code = code_at(cells, word + first_lane(todo >> uint(word)));
    uvec4 same = ~nonzero(cells ^ (code * kOnes)) & kTops;
    todo &= ~bits_of(same);
    uint way = trait_of(code, kAirRow);
    if (has(way, kAirClosed)) ways.closed |= same;
    if (has(way, kAirLoose)) ways.loose |= same;
    if (!u_has_sources) continue;
    int count = count_of(same.x) + count_of(same.y) + count_of(same.z) + count_of(same.w);
    int push = int(trait_of(code, kAirPushRow));
    ways.source += count * ivec3(int(trait_of(code, kAirPressureRow)), (push << 16) >> 16, push >> 16);
  }
  return ways;
}

// In eighths: 2 for each cell of the word, 1 if it is loose, 0 if it is closed.
int open_of(uint closed, uint loose) { return 2 * count_of(~closed) - count_of(loose & ~closed); }

uint any_of(uvec4 words) { return words.x | words.y | words.z | words.w; }
// A word with a cell for each of four words: whether any of its cells is true.
uint any_in_each(uvec4 words) {
  uvec4 tops = uvec4(notEqual(words, uvec4(0u))) << 7;
  return tops.x | tops.y << 8 | tops.z << 16 | tops.w << 24;
}

uint word_at(int x, int row) { return texel_at(x, row >> 2)[row & 3]; }
uvec4 words_at(int x, int row) {
  return uvec4(word_at(x, row), word_at(x + 1, row), word_at(x + 2, row), word_at(x + 3, row));
}

void main() {
  ivec2 tile = ivec2(gl_FragCoord.xy), size = textureSize(u_air, 0), next = tile + 1;
  bvec2 last = equal(next, size);
  if (last.x) next.x = 0;
  if (last.y) next.y = 0;
  int x = kAirTile * tile.x, beside = kAirTile * next.x;
  uvec4 own = words_at(x, tile.y), under = words_at(x, next.y);
  Ways right = ways_of(uvec4(own.zw, word_at(beside, tile.y), word_at(beside + 1, tile.y)));
  Ways down = ways_of((own & 0xffff0000u) | (under & 0xffffu));
  int open_right = last.x && !u_joined.x ? 0 : open_of(any_of(right.closed), any_of(right.loose));
  int open_down = last.y && !u_joined.y ? 0 : open_of(any_in_each(down.closed), any_in_each(down.loose));
  ivec3 source = u_has_sources ? ways_of(own).source : ivec3(0);
  int pressure = texelFetch(u_air, tile, 0).r;
  if (pressure < kAirMost) pressure += kBurstAir * texelFetch(u_pressed, tile, 0).r;
  o_facts = ivec4(pressure, open_right | open_down << 8, (source.y & 0xffff) | source.z << 16, source.x);
}
