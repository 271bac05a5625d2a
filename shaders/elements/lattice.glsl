// The lattice of blocks, the same as src/automata/elements/lattice.hpp.
// Inputs: u_size; u_block = side of a block; u_period = the origin of the period that contains the world's first cell;
// u_pass = 0..3; u_first_column = which class of columns comes first; u_rows = the base of the draws of directions.
#include "common/rng.glsl"

uniform ivec2 u_size;
uniform int u_block;
uniform ivec2 u_period;
uniform int u_pass;
uniform int u_first_column;
uniform uint u_rows;

struct Area {
  ivec2 begin, end;
};

Area clipped(ivec2 begin, int side, int margin) {
  return Area(max(begin, ivec2(margin)), min(begin + side, u_size - margin));
}

// The first cell of the group of this pass at that position of the lattice.
ivec2 group_origin(ivec2 place) {
  ivec2 group_class = ivec2((u_pass & 1) ^ u_first_column, u_pass < 2 ? 1 : 0);
  return u_period + u_block * place + u_block / 2 * group_class;
}

Area group_at(ivec2 place) { return clipped(group_origin(place), u_block / 2, 1); }
Area block_at(ivec2 place) { return clipped(group_origin(place) - u_block / 4, u_block, 0); }

int pass_of(ivec2 p) {
  ivec2 half_of = (p - u_period) / (u_block / 2) & 1;
  return (half_of.y == 1 ? 0 : 2) + (half_of.x ^ u_first_column);
}

// For a row of the lower groups: the first row of the upper groups below, or the border; -1 for the others.
int held_up_by(int y) {
  int side = u_block / 2, half_of = (y - u_period.y) / side;
  return (half_of & 1) == 1 ? min(u_period.y + (half_of + 1) * side, u_size.y - 1) : -1;
}

bool slides_now(Area group, ivec2 p) {
  return u_pass >= 2 && held_up_by(p.y) >= 0 && p.x >= group.begin.x && p.x < group.end.x;
}

bool rightwards(Area group, int y) { return (mix32(mix32(u_rows ^ uint(group.begin.x)) ^ uint(y)) >> 31) != 0u; }

// The cell number `n`, from 0, in the scan of a row.
ivec2 nth_of_row(Area area, int y, bool right, int n) {
  return ivec2(right ? area.begin.x + n : area.end.x - 1 - n, y);
}

bool is_border(ivec2 p) { return any(lessThanEqual(p, ivec2(0))) || any(greaterThanEqual(p, u_size - 1)); }
