// Pushes packed cells. Inputs: u_cells (unit 0) = a copy of the cells; u_codes (unit 2) and u_cell_bits: see
// common/cells.glsl; u_width = of the world; common/push.glsl has the others.
#include "common/cells.glsl"
#include "common/push.glsl"

uniform usampler2D u_cells;
uniform sampler2D u_codes;
uniform int u_cell_bits;
uniform int u_width;
flat in ivec2 v_columns;
out uvec4 o_cells;

uint code_after(ivec2 p) {
  ivec2 other = partner_of(p), first = is_first(p) ? p : other, second = is_first(p) ? other : p;
  uint self = packed_code(u_cells, p, u_cell_bits);
  if (!may_swap(first, second)) return self;
  uint partner = packed_code(u_cells, other, u_cell_bits);
  int here = index_of(traits_of(u_codes, self)), there = index_of(traits_of(u_codes, partner));
  return swaps(first, p == first ? here : there, p == first ? there : here) ? partner : self;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int count = 128 / u_cell_bits;
  uvec4 cells = texelFetch(u_cells, p, 0);
  for (int lane = 0; lane < count; ++lane) {
    int x = p.x * count + lane;
    // Beyond the last cell of a row are copies of it.
    if (x >= v_columns.x && x < v_columns.y)
      cells = with_code(cells, lane, u_cell_bits, code_after(ivec2(min(x, u_width - 1), p.y)));
  }
  o_cells = cells;
}
