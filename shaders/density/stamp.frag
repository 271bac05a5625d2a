// Copies a stamp of cells. Inputs: u_cells (unit 0), a copy of the cells under it; u_stamp (unit 1), r and g = low and
// high byte of a code, where alpha 0 leaves the world as it is; u_stamp_cells = x_begin, y_begin, x_end, y_end;
// u_codes, u_cell_bits and u_only_over as in paint.frag.
#include "common/cells.glsl"

uniform usampler2D u_cells;
uniform sampler2D u_stamp;
uniform sampler2D u_codes;
uniform ivec4 u_stamp_cells;
uniform int u_cell_bits;
uniform int u_only_over;
flat in ivec2 v_columns;
out uvec4 o_cells;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int count = 128 / u_cell_bits;
  uvec4 cells = texelFetch(u_cells, p, 0);
  for (int lane = 0; lane < count; ++lane) {
    int x = p.x * count + lane;
    // Outside the world the cells are a copy of the edge.
    vec4 code = texelFetch(u_stamp, ivec2(clamp(x, u_stamp_cells.x, u_stamp_cells.z - 1), p.y) - u_stamp_cells.xy, 0);
    if (x < v_columns.x || x >= v_columns.y || code.a == 0.0) continue;
    if (u_only_over >= 0 && index_of(traits_of(u_codes, code_in(cells, lane, u_cell_bits))) != u_only_over) continue;
    cells = with_code(cells, lane, u_cell_bits, uint(byte_of(code.r) | byte_of(code.g) << 8));
  }
  o_cells = cells;
}
