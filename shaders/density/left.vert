// Counts what left an open world in the step that drew u_cells: one point for every rim cell, at the texel of the element
// that left there, or nowhere. Draw as many points as the rim has cells; no inputs.
// Inputs: u_cells (unit 0), the world after the step; u_size = its size. Constants from C++: kElementsMax.
#include "common/cells.glsl"

uniform sampler2D u_cells;
uniform ivec2 u_size;

// Top row, bottom row, then what lies between them on the left and on the right.
ivec2 rim_cell(int i) {
  if (i < u_size.x) return ivec2(i, 0);
  i -= u_size.x;
  if (i < u_size.x) return ivec2(i, u_size.y - 1);
  i -= u_size.x;
  return i < u_size.y - 2 ? ivec2(0, i + 1) : ivec2(u_size.x - 1, i - (u_size.y - 2) + 1);
}

void main() {
  int left = left_of(texelFetch(u_cells, rim_cell(gl_VertexID), 0));
  float x = (float(left) + 0.5) / float(kElementsMax) * 2.0 - 1.0;
  gl_Position = left == 0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(x, 0.0, 0.0, 1.0);  // beyond the clip volume: not drawn
  gl_PointSize = 1.0;
}
