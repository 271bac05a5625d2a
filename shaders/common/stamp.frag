// Copies a stamp of cells. Inputs: u_stamp (unit 1), where alpha 0 with kTransparentDensity in g leaves the world as it
// is; u_stamp_cells = x_begin, y_begin, x_end, y_end; u_only_over = the index that may be painted over, or -1 for any;
// u_cells (unit 0) = a copy of the cells under it, read only with u_only_over. Constant from C++: kTransparentDensity.
#include "common/cells.glsl"

uniform sampler2D u_cells;
uniform sampler2D u_stamp;
uniform ivec4 u_stamp_cells;
uniform int u_only_over;
out vec4 o_cell;

void main() {
  vec4 cell = texelFetch(u_stamp, ivec2(gl_FragCoord.xy) - u_stamp_cells.xy, 0);
  if (cell.a == 0.0 && byte_of(cell.g) == kTransparentDensity) discard;
  if (u_only_over >= 0 && index_of(texelFetch(u_cells, ivec2(gl_FragCoord.xy), 0)) != u_only_over) discard;
  o_cell = cell;
}
