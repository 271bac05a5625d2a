// Assembles the cells after a pass from the rows of its blocks. Inputs: u_cells (unit 0) = the cells before the pass;
// u_even, u_odd (units 3, 4) = the results of the row passes with even and odd numbers; u_first_row, u_last_row = the
// rows of a block that they have changed. The last pass that changes a row is that of the row above, if there is one.
#include "elements/cell.glsl"
#include "elements/lattice.glsl"
#include "elements/band.glsl"

uniform sampler2D u_cells;
uniform usampler2DArray u_even;
uniform usampler2DArray u_odd;
uniform int u_first_row;
uniform int u_last_row;
uniform int u_last_number;
out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), from_first = p - (group_origin(ivec2(0)) - u_block / 4);
  ivec2 place = from_first / u_block, at = from_first % u_block;
  o_cell = texelFetch(u_cells, p, 0);
  if (at.y < u_first_row || at.y > u_last_row) return;
  ivec3 texel = ivec3(place.x, at.y * u_band + place.y, at.x / 4);
  bool is_odd = (min(u_last_row - at.y, u_last_number) & 1) != 0;
  uvec4 cells = is_odd ? texelFetch(u_odd, texel, 0) : texelFetch(u_even, texel, 0);
  o_cell = vec4(texel_of(cells[at.x % 4])) / 255.0;
}
