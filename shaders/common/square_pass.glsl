// A pass that draws squares of cells, sixteen cells a fragment. Input: u_cells (unit 0), see common/squares.glsl.
// Output: o_rows, the rows of the square. Constant from C++: kSquareSide.
#include "common/squares.glsl"

uniform isampler2DArray u_cells;
layout(location = 0) out ivec4 o_rows[kSquareSide];

// Four cells of row `row` of the square at texel `square`, or of the square below or above, where rows go on.
ivec4 cells_at(ivec2 square, int row) {
  int beyond = row < 0 ? -1 : row >= kSquareSide ? 1 : 0;
  return texelFetch(u_cells, ivec3(square.x, square.y + beyond, row - beyond * kSquareSide), 0);
}

ivec2 this_square() { return ivec2(gl_FragCoord.xy); }
// The world cell at the left end of a row of this square.
ivec2 first_cell(int row) { return (this_square() - 1) * kSquareSide + ivec2(0, row); }
