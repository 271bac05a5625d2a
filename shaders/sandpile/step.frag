// A step of sand. Names are those of src/automata/sandpile/sandpile.hpp.
//
// A fragment computes a square of stacks from its top row down. Each row needs what its own stacks give, what those
// above give down, what those below give up, and what the stacks beside the square give to its two ends. So 32 stacks
// decide for 16, and nothing but the heights is read or written; wet sand needs its wetness too.
//
// Inputs: see square_pass.glsl: heights, or kBlocked; u_ground (unit 1), g = wetness; u_size = size of the world;
// u_threshold and u_amount = T and M, and the change of T and M per level of wetness; u_random_base = random_base() of
// repose/rng.hpp. Constants from C++: kBlocked; kWet = 1 if sand may be wet.
#include "common/bytes.glsl"
#include "common/rng.glsl"
#include "common/square_pass.glsl"

uniform sampler2D u_ground;
uniform ivec2 u_size;
uniform ivec2 u_threshold;
uniform ivec2 u_amount;
uniform uint u_random_base;

// Beyond the world there are no stacks that give, so their wetness does not matter.
int wetness_at(ivec2 p) { return kWet == 0u ? 0 : byte_of(texelFetch(u_ground, clamp(p, ivec2(0), u_size - 1), 0).g); }

// A stack, and the highest that a neighbour may be to get sand from it: far too low for all, if it is an obstacle.
struct Stack {
  int height, highest, amount;
};
Stack stack_of(int height, ivec2 p) {
  int wetness = wetness_at(p);
  int threshold = u_threshold.x + u_threshold.y * wetness;
  return Stack(height, height == kBlocked ? -kBlocked : height - threshold, u_amount.x - u_amount.y * wetness);
}

struct Neighbours {
  int up, down, left, right;
};

// What a stack gives to each neighbour.
Neighbours gifts(Stack stack, Neighbours heights, uint half_random) {
  int up = int(heights.up <= stack.highest), down = int(heights.down <= stack.highest);
  int left = int(heights.left <= stack.highest), right = int(heights.right <= stack.highest);
  int before_left = up + down, before_right = before_left + left, count = before_right + right;
  int chosen = int((half_random * uint(count)) >> 16);
  return Neighbours(up == 1 && chosen == 0 ? stack.amount : 0, down == 1 && chosen == up ? stack.amount : 0,
                    left == 1 && chosen == before_left ? stack.amount : 0,
                    right == 1 && chosen == before_right ? stack.amount : 0);
}
int sum(Neighbours n) { return n.up + n.down + n.left + n.right; }

// All stacks of a row.
struct RowGifts {
  ivec4 up, down, left, right, given;
};

// The random numbers of columns: of the square, and of the two beside it. The last ones of two rows.
uvec4 column_randoms, randoms;
uvec2 column_randoms_beside, randoms_beside;

void draw_columns() {
  uint x = uint(first_cell(0).x);
  column_randoms = uvec4(mix32(u_random_base ^ x), mix32(u_random_base ^ (x + 1u)), mix32(u_random_base ^ (x + 2u)),
                         mix32(u_random_base ^ (x + 3u)));
  column_randoms_beside = uvec2(mix32(u_random_base ^ (x - 1u)), mix32(u_random_base ^ (x + 4u)));
}

// One random number serves two rows of a column.
void draw(int row) {
  uint y = uint(first_cell(row).y >> 1);
  randoms = uvec4(mix32(column_randoms.x ^ y), mix32(column_randoms.y ^ y), mix32(column_randoms.z ^ y),
                  mix32(column_randoms.w ^ y));
  randoms_beside = uvec2(mix32(column_randoms_beside.x ^ y), mix32(column_randoms_beside.y ^ y));
}
uint half_of(uint random, int row) { return (row & 1) == 0 ? random >> 16 : random & 0xffffu; }

// Heights of a row: of the square, and of the squares beside it.
struct Row {
  ivec4 cells, left, right;
};
Row row_above, row_here;
ivec4 from_above;   // what the row above gives down
ivec4 almost_done;  // the row above without what it gets from below

Row row_at(int row) {
  ivec2 p = this_square();
  return Row(cells_at(p, row), cells_at(p - ivec2(1, 0), row), cells_at(p + ivec2(1, 0), row));
}

RowGifts row_gifts(int row, ivec4 up, ivec4 down) {
  ivec4 c = row_here.cells;
  ivec2 p = first_cell(row);
  Neighbours around_x = Neighbours(up.x, down.x, row_here.left.w, c.y), around_y = Neighbours(up.y, down.y, c.x, c.z);
  Neighbours around_z = Neighbours(up.z, down.z, c.y, c.w), around_w = Neighbours(up.w, down.w, c.z, row_here.right.x);
  Neighbours x = gifts(stack_of(c.x, p), around_x, half_of(randoms.x, row));
  Neighbours y = gifts(stack_of(c.y, p + ivec2(1, 0)), around_y, half_of(randoms.y, row));
  Neighbours z = gifts(stack_of(c.z, p + ivec2(2, 0)), around_z, half_of(randoms.z, row));
  Neighbours w = gifts(stack_of(c.w, p + ivec2(3, 0)), around_w, half_of(randoms.w, row));
  return RowGifts(ivec4(x.up, y.up, z.up, w.up), ivec4(x.down, y.down, z.down, w.down),
                  ivec4(x.left, y.left, z.left, w.left), ivec4(x.right, y.right, z.right, w.right),
                  ivec4(sum(x), sum(y), sum(z), sum(w)));
}

// Goes on by one row: `row_here` is row number `row`. Returns the row above it, which is done then.
ivec4 next_row(int row) {
  Row next = row_at(row + 1);
  RowGifts gives = row_gifts(row, row_above.cells, next.cells);
  ivec4 done = almost_done + gives.up;
  if (row == kSquareSide) return done;  // that row is below the square

  ivec2 p = first_cell(row);
  Neighbours around_left = Neighbours(row_above.left.w, next.left.w, row_here.left.z, row_here.cells.x);
  Neighbours around_right = Neighbours(row_above.right.x, next.right.x, row_here.cells.w, row_here.right.y);
  Neighbours left = gifts(stack_of(row_here.left.w, p - ivec2(1, 0)), around_left, half_of(randoms_beside.x, row));
  Neighbours right = gifts(stack_of(row_here.right.x, p + ivec2(4, 0)), around_right, half_of(randoms_beside.y, row));
  almost_done = row_here.cells - gives.given + from_above + ivec4(left.right, gives.right.xyz) +
                ivec4(gives.left.yzw, right.left);
  from_above = gives.down;
  row_above = row_here;
  row_here = next;
  return done;
}

void main() {
  draw_columns();
  ivec4 two_above = cells_at(this_square(), -2);
  row_here = row_at(-1);
  Row first = row_at(0);
  draw(-1);
  from_above = row_gifts(-1, two_above, first.cells).down;
  row_above = row_here;
  row_here = first;
  almost_done = ivec4(0);
  draw(0);
  next_row(0);
  o_rows[0] = next_row(1);
  draw(2);
  o_rows[1] = next_row(2);
  o_rows[2] = next_row(3);
  draw(4);
  o_rows[3] = next_row(kSquareSide);
}
