// A pass that changes every cell by itself. The shader defines changed() and calls change_square(). Input and output:
// see square_pass.glsl.
#include "common/square_pass.glsl"

// A cell of the world after the pass.
int changed(ivec2 p, int cell);

ivec4 changed_row(int row) {
  ivec4 cells = cells_at(this_square(), row);
  ivec2 p = first_cell(row);
  return ivec4(changed(p, cells.x), changed(p + ivec2(1, 0), cells.y), changed(p + ivec2(2, 0), cells.z),
               changed(p + ivec2(3, 0), cells.w));
}

void change_square() {
  o_rows[0] = changed_row(0);
  o_rows[1] = changed_row(1);
  o_rows[2] = changed_row(2);
  o_rows[3] = changed_row(3);
}
