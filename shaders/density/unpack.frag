// Unpacks to one cell a texel: r = element index, g = density. Inputs: u_cells (unit 0), u_codes (unit 1), u_cell_bits:
// see common/cells.glsl.
#include "common/cells.glsl"

uniform usampler2D u_cells;
uniform sampler2D u_codes;
uniform int u_cell_bits;
out vec4 o_cell;

void main() {
  uint code = packed_code(u_cells, ivec2(gl_FragCoord.xy), u_cell_bits);
  vec2 cell = u_cell_bits == 16 ? vec2(code & 255u, code >> 8) / 255.0 : traits_of(u_codes, code).rg;
  o_cell = vec4(cell, 0.0, 1.0);
}
