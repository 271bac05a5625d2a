// Counts what leaves over open sides: one point for every cell of the rim that leaves, at the texel of its element, or
// nowhere. Draw as many points as the rim has cells, before leave.frag. Constants from C++: kElementsMax.
#include "conserving/leave.glsl"
#include "common/rim.glsl"

void main() {
  ivec2 p = rim_cell(gl_VertexID, u_size);
  vec4 cell = cell_at(p);
  gl_Position = count_position(int(index_of(cell)), leaves(p, cell));
  gl_PointSize = 1.0;
}
