// Shared by all passes of conserving. Names are those of src/automata/conserving/conserving.hpp.
// Inputs: u_cells (unit 0), the world; u_rules (unit 1), row = this cell, column = its partner: the new cell;
// u_meetings (unit 2), the same: r = bits of what the two do, g and b = the probability minus 1 as low and high byte
// (of two that run: of doing so in a pass), a = the density of this cell; u_size; u_wraps: the last column and column 0
// are neighbours. Constants from C++: kSwap, kReaction, kAnywhere, kRuns, kFalls, kFollows; kFixed, kDecays, of the
// diagonal: bits of r. In the cells, b is 1 if a cell has fallen in this step; it is valid from fall on. Where rows
// turn, u_turns, is said in docs/automata.md, "Borders".
#include "common/cells.glsl"
#include "common/rng.glsl"

uniform sampler2D u_cells;
uniform sampler2D u_rules;
uniform sampler2D u_meetings;
uniform ivec2 u_size;
uniform bool u_wraps;

struct Meeting {
  int bits;
  uint probability;
};

vec4 cell_at(ivec2 p) { return texelFetch(u_cells, p, 0); }

Meeting meeting_of(vec4 a, vec4 b) {
  vec4 texel = texelFetch(u_meetings, ivec2(index_of(b), index_of(a)), 0);
  return Meeting(byte_of(texel.r), uint(byte_of(texel.g) + 256 * byte_of(texel.b) + 1));
}

bool has(Meeting meeting, uint bits) { return (uint(meeting.bits) & bits) != 0u; }

vec4 cell_of(uint element) {
  float density = texelFetch(u_meetings, ivec2(int(element)), 0).a;
  return vec4(float(element) / 255.0, density, 0.0, 1.0);
}

vec4 marked_as_fallen(vec4 cell) { return vec4(cell.rg, 1.0, cell.a); }

bool has_fallen(vec4 cell) { return cell.b > 0.5; }

bool is_denser(vec4 a, vec4 b) { return density_of(a) > density_of(b); }

bool sinks(vec4 upper, vec4 lower) { return is_denser(upper, lower) && has(meeting_of(upper, lower), kSwap); }

bool is_fixed(vec4 cell) { return has(meeting_of(cell, cell), kFixed); }

// The product of `self` by the rule for `self` and its partner, without a mark.
vec4 result(vec4 self, vec4 partner) { return texelFetch(u_rules, ivec2(index_of(partner), index_of(self)), 0); }

uint draw_number(uint base, ivec2 p) { return mix32(mix32(base ^ uint(p.x)) ^ uint(p.y)); }

bool hits(uint random, uint probability) { return (random >> 16) < probability; }

// The left column of the pair side by side to which column x belongs; -1 if it is in none. As side_pairs() in
// src/automata/conserving/borders.hpp.
int left_of_pair(int x, int first, bool turns) {
  int at = x - ((x + first) & 1), last = u_size.x - 1;
  bool even = (u_size.x & 1) == 0;
  if (u_wraps && last > 0 && (even ? first == 1 : turns)) {
    if (x == 0 || x == last) return last;
    if (!even && x == (first == 0 ? 1 : last - 1)) return -1;
  }
  return at < last ? at : -1;
}

int right_of(int x) { return x + 1 < u_size.x ? x + 1 : 0; }

// The two cells of the pair to which a cell belongs. `first`: the column or row of the first pair, 0 or 1.
bool find_pair(ivec2 p, bool sideways, int first, bool turns, out ivec2 a, out ivec2 b) {
  a = b = p;
  if (sideways) {
    a.x = left_of_pair(p.x, first, turns);
    b.x = right_of(a.x);
    return a.x >= 0;
  }
  a.y = p.y - ((p.y + first) & 1);
  b.y = a.y + 1;
  return a.y >= 0 && b.y < u_size.y;
}
