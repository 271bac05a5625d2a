// Counts what leaves an open world: one point for every rim cell that leaves, at the texel of its element, or nowhere.
// Draw as many points as the rim has cells; no inputs. Inputs: u_cells (unit 0), the world after the step, before its
// rim is cleared; u_codes (unit 2), see common/cells.glsl; u_world = its size in cells; u_cell_bits. Constants from
// C++: kElementsMax.
#include "common/cells.glsl"
#include "common/rim.glsl"

uniform usampler2D u_cells;
uniform sampler2D u_codes;
uniform ivec2 u_world;
uniform int u_cell_bits;

void main() {
  vec4 traits = traits_of(u_codes, packed_code(u_cells, rim_cell(gl_VertexID, u_world), u_cell_bits));
  gl_Position = count_position(int(index_of(traits)), traits.b > 0.0);
  gl_PointSize = 1.0;
}
