// Paints one element. Inputs: u_cells (unit 0), a copy of the cells under the brush; u_codes (unit 2), see
// common/cells.glsl; u_cell_bits; u_code to put; u_only_over = the index that may be painted over, or -1 for any.
#include "common/cells.glsl"

uniform usampler2D u_cells;
uniform sampler2D u_codes;
uniform int u_cell_bits;
uniform uint u_code;
uniform int u_only_over;
flat in ivec2 v_columns;
out uvec4 o_cells;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int count = 128 / u_cell_bits;
  uvec4 cells = texelFetch(u_cells, p, 0);
  for (int lane = 0; lane < count; ++lane) {
    int x = p.x * count + lane;
    bool covered = x >= v_columns.x && x < v_columns.y;
    if (covered && u_only_over >= 0)
      covered = index_of(traits_of(u_codes, code_in(cells, lane, u_cell_bits))) == u_only_over;
    if (covered) cells = with_code(cells, lane, u_cell_bits, u_code);
  }
  o_cells = cells;
}
