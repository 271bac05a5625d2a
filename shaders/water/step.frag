// A pass of water. Names are those of src/automata/water/water.hpp.
//
// A fragment computes a square of cells from its top row down. Each row needs the flows out of its own cells, what
// falls from the row above, what rises from the row below, and what the cells at its two ends get from beside the
// square. So 52 splits are computed where 32 would do, and nothing but the cells is read or written.
//
// A neighbour is represented by its mass: 0 if it is a drain, and for ground kClosed, so much that nothing flows there.
//
// Inputs: see square_pass.glsl: masses, kGround or kDrain; u_compress, u_min_flow, u_max_speed, u_share = the members
// of water::Flows. Constants from C++: kFullCell, kPressedMax, kGround, kClosed.
#include "common/square_pass.glsl"
#include "common/wide_product.glsl"

uniform int u_compress;
uniform int u_min_flow;
uniform int u_max_speed;
uniform uint u_share;

int closed(int cell) { return cell == kGround ? kClosed : max(cell, 0); }
ivec4 closed(ivec4 cells) { return ivec4(closed(cells.x), closed(cells.y), closed(cells.z), closed(cells.w)); }

// How much of a total the lower of two cells should hold.
int split(uint total) {
  uint over = max(total, uint(kFullCell)) - uint(kFullCell);
  int low = kFullCell + int(high_word(over, u_share));
  int high = int((total + uint(u_compress)) >> 1);
  return total >= uint(2 * kFullCell + u_compress) ? high : low;
}

int calmed(int flow) { return flow > u_min_flow ? flow >> 1 : flow; }

// What flows out of a cell: each depends on what the flows before it have left.
int down(int mass, int below_it) {
  int held = min(split(uint(mass) + uint(below_it)), kPressedMax);
  return clamp(calmed(held - below_it), 0, min(u_max_speed, mass));
}
int aside(int mass, int beside, int rest) { return min(calmed(max(mass - beside, 0) >> 2), rest); }
int up(int rest, int above) {
  int flow = min(rest - split(uint(rest) + uint(above)), kPressedMax - above);
  return clamp(calmed(flow), 0, min(u_max_speed, rest));
}

ivec4 down(ivec4 mass, ivec4 below_it) {
  return ivec4(down(mass.x, below_it.x), down(mass.y, below_it.y), down(mass.z, below_it.z), down(mass.w, below_it.w));
}
ivec4 aside(ivec4 mass, ivec4 beside, ivec4 rest) {
  return ivec4(aside(mass.x, beside.x, rest.x), aside(mass.y, beside.y, rest.y), aside(mass.z, beside.z, rest.z),
               aside(mass.w, beside.w, rest.w));
}
ivec4 up(ivec4 rest, ivec4 above) {
  return ivec4(up(rest.x, above.x), up(rest.y, above.y), up(rest.z, above.z), up(rest.w, above.w));
}

ivec4 keep_fixed(ivec4 before, ivec4 after) {
  return ivec4(before.x < 0 ? before.x : after.x, before.y < 0 ? before.y : after.y, before.z < 0 ? before.z : after.z,
               before.w < 0 ? before.w : after.w);
}

// The rows that are being computed.
struct Row {
  ivec4 cells, left, right;  // of the square, and of the squares beside it
};
Row row_here;
ivec4 above;        // masses of the row above, as of neighbours
ivec4 from_above;   // what falls from there
ivec4 almost_done;  // the row above without what rises into it

Row row_at(int row) {
  ivec2 p = this_square();
  return Row(cells_at(p, row), cells_at(p - ivec2(1, 0), row), cells_at(p + ivec2(1, 0), row));
}

// Goes on by one row: `row_here` is row number `row`. Returns the row above it, which is done then.
ivec4 next_row(int row) {
  Row next = row_at(row + 1);
  ivec4 cells = row_here.cells, beside = closed(cells), mass = max(cells, 0), rest = mass;
  ivec4 to_below = down(mass, closed(next.cells));
  rest -= to_below;
  ivec4 to_left = aside(mass, ivec4(closed(row_here.left.w), beside.xyz), rest);
  rest -= to_left;
  ivec4 to_right = aside(mass, ivec4(beside.yzw, closed(row_here.right.x)), rest);
  rest -= to_right;
  ivec4 to_above = up(rest, above);
  ivec4 done = keep_fixed(almost_done, almost_done + to_above);
  if (row == kSquareSide) return done;  // that row is below the square

  int left = max(row_here.left.w, 0), right = max(row_here.right.x, 0);
  int left_rest = left - down(left, closed(next.left.w)), right_rest = right - down(right, closed(next.right.x));
  left_rest -= aside(left, closed(row_here.left.z), left_rest);
  ivec4 from_left = ivec4(aside(left, beside.x, left_rest), to_right.xyz);
  ivec4 from_right = ivec4(to_left.yzw, aside(right, beside.w, right_rest));
  almost_done = keep_fixed(cells, rest - to_above + from_above + from_left + from_right);
  from_above = to_below;
  above = beside;
  row_here = next;
  return done;
}

void main() {
  ivec4 cells_above = cells_at(this_square(), -1);
  row_here = row_at(0);
  above = closed(cells_above);
  from_above = down(max(cells_above, 0), closed(row_here.cells));
  almost_done = cells_above;
  next_row(0);
  o_rows[0] = next_row(1);
  o_rows[1] = next_row(2);
  o_rows[2] = next_row(3);
  o_rows[3] = next_row(kSquareSide);
}
