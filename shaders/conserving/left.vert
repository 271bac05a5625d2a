// Counts what leaves over open sides: one point for every cell of the rim that leaves, at the texel of its element, or
// nowhere. Draw as many points as the rim has cells, before leave.frag. u_traits (unit 3): see
// src/automata/conserving/gpu.cpp. Constants from C++: kElementsMax, kElementRow.
#include "conserving/leave.glsl"
#include "common/rim.glsl"

uniform usampler2D u_traits;

void main() {
  ivec2 p = rim_cell(gl_VertexID, u_size);
  uint code = texel_at(p.x, p.y >> 4)[(p.y >> 2) & 3] >> uint(8 * (p.y & 3)) & 255u;
  int element = int(texelFetch(u_traits, ivec2(code, kElementRow), 0).r & 255u);
  gl_Position = count_position(element, is_open(p) && leaves(code));
  gl_PointSize = 1.0;
}
