// Counts what leaves over open sides: one point for every cell of the rim that leaves, at the texel of its element, or
// nowhere. Draw as many points as the rim has cells, before leave.frag. Constants from C++: kElementsMax.
#include "conserving/leave.glsl"

// Top row, bottom row, then the cells between them on the left and on the right.
ivec2 rim_cell(int i) {
  if (i < u_size.x) return ivec2(i, 0);
  i -= u_size.x;
  if (i < u_size.x) return ivec2(i, u_size.y - 1);
  i -= u_size.x;
  return i < u_size.y - 2 ? ivec2(0, i + 1) : ivec2(u_size.x - 1, i - (u_size.y - 2) + 1);
}

void main() {
  ivec2 p = rim_cell(gl_VertexID);
  vec4 cell = cell_at(p);
  float x = (float(index_of(cell)) + 0.5) / float(kElementsMax) * 2.0 - 1.0;
  gl_Position = leaves(p, cell) ? vec4(x, 0.0, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);  // beyond the clip volume
  gl_PointSize = 1.0;
}
