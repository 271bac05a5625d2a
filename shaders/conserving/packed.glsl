// Shared by the passes over packed cells of conserving. Names are those of src/automata/conserving/conserving.hpp. A
// texel of u_cells (unit 0) holds 16 cells of a column as codes of 8 bits, the uppermost in the lowest bits of r; the
// lowest texels of the world may hold cells beyond it. A word is one of the four numbers of a texel. Other inputs:
// u_pairs (unit 1), row = the code of a cell, column = that of its partner, and the constants from C++: see
// src/automata/conserving/gpu.cpp; u_size, in cells; u_wraps: the last column and column 0 are neighbours;
// u_background: the code of the background. docs/automata.md, "Borders", says where rows turn (u_turns).
#include "common/rng.glsl"

uniform usampler2D u_cells;
uniform usampler2D u_pairs;
uniform ivec2 u_size;
uniform bool u_wraps;
uniform uint u_background;
uniform uint u_draws;  // the base of the draws of the pass

const uint kTops = kOnes << 7;  // the top bit of each cell of a word; kOnes: 1 in each

uvec4 texel_at(int x, int row) { return texelFetch(u_cells, ivec2(x, row), 0); }

// The row of the lowest texels.
int last_texel_row() { return (u_size.y - 1) >> 4; }

// Only the low 8 bits of a code count.
uint meeting_of(uint self, uint partner) {
  return texelFetch(u_pairs, ivec2(partner & 255u, self & 255u), 0).r;
}

bool has(uint meeting, uint bits) { return (meeting & bits) != 0u; }
uint result_of(uint meeting) { return meeting & 255u; }

uint code_in(uint word, int lane) { return (word >> uint(8 * lane)) & 255u; }
uint with_lane(uint word, int lane, uint code) {
  return (word & ~(255u << uint(8 * lane))) | (code & 255u) << uint(8 * lane);
}
uint code_at(uvec4 cells, int lane) { return code_in(cells[(lane >> 2) & 3], lane & 3); }
uvec4 with_code(uvec4 cells, int lane, uint code) {
  uint mask = 255u << uint(8 * (lane & 3));
  cells[lane >> 2] = (cells[lane >> 2] & ~mask) | (code << uint(8 * (lane & 3)));
  return cells;
}

// The cell below, or above, each cell; `beyond` is the word that follows, or comes before.
uvec4 cells_below(uvec4 cells, uint beyond) { return (cells >> 8) | (uvec4(cells.yzw, beyond) << 24); }
uvec4 cells_above(uvec4 cells, uint beyond) { return (cells << 8) | (uvec4(beyond, cells.xyz) >> 24); }

// A truth value of a cell is its top bit; the other bits may have any value. A set of cells of a texel can also be 16
// bits, the uppermost cell first. These convert such bits to all bits of their cells, and truth values to bits.
uint bytes_of(uint bits) {
  uint ones = ((bits & 15u) * 0x00204081u) & kOnes;
  return (ones << 8) - ones;
}
uvec4 all_bytes_of(uint bits) {
  return uvec4(bytes_of(bits), bytes_of(bits >> 4), bytes_of(bits >> 8), bytes_of(bits >> 12));
}
uint bits_of(uvec4 truth) {
  uvec4 four = (((truth >> 7) & kOnes) * 0x01020408u) >> 24;
  return four.x | four.y << 4 | four.z << 8 | four.w << 12;
}
uvec4 choose(uvec4 mask, uvec4 yes, uvec4 no) { return no ^ ((no ^ yes) & mask); }
uvec4 nonzero(uvec4 cells) { return ((cells & ~kTops) + ~kTops) | cells; }

// The top bits of the cells with a >= b.
uint at_least(uint a, uint b) {
  uint rest = (a | kTops) - (b & ~kTops);
  return ((a & ~b) | (~(a ^ b) & rest)) & kTops;
}
// The top bits of the cells in a range of codes, both ends included.
uint in_range(uint cells, uvec2 range) {
  return at_least(cells, range.x * kOnes) & at_least(range.y * kOnes, cells);
}

// What needs look-ups or draws is done for up to four cells at once: those in the same lane of the four words. Loops go
// over the lanes in which any cell needs it, `lanes_of` such cells; `ones_of`: 1 for the cells in a lane that are in a
// set; `bits_from`: back to a set; `fours_of`: the four codes, in the lowest bits.
uint lanes_of(uint bits) {
  bits |= bits >> 8;
  return (bits | bits >> 4) & 15u;
}
int first_lane(uint lanes) { return has(lanes, 1u) ? 0 : has(lanes, 2u) ? 1 : has(lanes, 4u) ? 2 : 3; }
uvec4 ones_of(uint bits, int lane) { return (uvec4(bits, bits >> 4, bits >> 8, bits >> 12) >> uint(lane)) & 1u; }
uint bits_from(uvec4 ones, int lane) { return (ones.x | ones.y << 4 | ones.z << 8 | ones.w << 12) << uint(lane); }
uvec4 fours_of(uvec4 cells, int lane) { return cells >> uint(8 * lane); }
uvec4 meetings_of(uvec4 codes, uvec4 partners) {
  return uvec4(meeting_of(codes.x, partners.x), meeting_of(codes.y, partners.y), meeting_of(codes.z, partners.z),
               meeting_of(codes.w, partners.w));
}
// The results of the meetings, for those of the four cells whose `ones` is 1.
uvec4 with_results(uvec4 cells, uvec4 meetings, uvec4 ones, int lane) {
  return choose((ones * 255u) << uint(8 * lane), meetings << uint(8 * lane), cells);
}

// The draw of a cell, from the part that all cells of a column share.
uint column_draw(uint base, int x) { return mix32(base ^ uint(x)); }
uint draw_number(uint column, int y) { return mix32(column ^ uint(y)); }
bool hits(uint random, uint probability) { return (random >> 16) < probability; }

// The draws of four cells in a lane, the first in row `y`; `columns`: the parts of their columns.
uvec4 draw_numbers(uvec4 columns, uvec4 y) {
  uvec4 v = columns ^ y;
  v = (v ^ v >> 16) * kMixFactor1;
  v = (v ^ v >> 15) * kMixFactor2;
  return v ^ v >> 16;
}
uvec4 rows_of(int y) { return uvec4(0u, 4u, 8u, 12u) + uint(y); }
uvec4 hits(uvec4 random, uvec4 meetings) { return uvec4(lessThanEqual(random >> 16, meetings >> 16)); }
