// Counts what leaves an open world: one point for every rim cell that leaves, at the texel of its element, or nowhere.
// Draw as many points as the rim has cells; no inputs. Inputs: u_cells (unit 0), the world after the step, before its
// rim is cleared; u_codes (unit 2), see common/cells.glsl; u_world = its size in cells; u_cell_bits. Constants from
// C++: kElementsMax.
#include "common/cells.glsl"

uniform usampler2D u_cells;
uniform sampler2D u_codes;
uniform ivec2 u_world;
uniform int u_cell_bits;

// Top row, bottom row, then the cells between them on the left and on the right.
ivec2 rim_cell(int i) {
  if (i < u_world.x) return ivec2(i, 0);
  i -= u_world.x;
  if (i < u_world.x) return ivec2(i, u_world.y - 1);
  i -= u_world.x;
  return i < u_world.y - 2 ? ivec2(0, i + 1) : ivec2(u_world.x - 1, i - (u_world.y - 2) + 1);
}

void main() {
  vec4 traits = traits_of(u_codes, packed_code(u_cells, rim_cell(gl_VertexID), u_cell_bits));
  float x = (float(index_of(traits)) + 0.5) / float(kElementsMax) * 2.0 - 1.0;
  gl_Position =
      traits.b > 0.0 ? vec4(x, 0.0, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);  // beyond the clip volume: not drawn
  gl_PointSize = 1.0;
}
