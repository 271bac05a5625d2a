// Paints one element. Inputs: u_cell = index and density to put; u_only_over = the index that may be painted over, or
// -1 for any; u_cells (unit 0) = a copy of the cells under the brush, read only with u_only_over.
#include "common/cells.glsl"

uniform sampler2D u_cells;
uniform ivec2 u_cell;
uniform int u_only_over;
out vec4 o_cell;

void main() {
  if (u_only_over >= 0 && index_of(texelFetch(u_cells, ivec2(gl_FragCoord.xy), 0)) != u_only_over) discard;
  o_cell = make_cell(u_cell);
}
