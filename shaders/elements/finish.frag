// The end of a frame: empties the border and gives every cell a turn again. Inputs: u_cells (unit 0), u_size.
#include "common/bytes.glsl"

uniform sampler2D u_cells;
uniform ivec2 u_size;
out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  bool is_border = any(equal(p, ivec2(0))) || any(equal(p, u_size - 1));
  o_cell = is_border ? vec4(0.0, 0.0, 0.0, 1.0) : texelFetch(u_cells, p, 0);
  o_cell.g = float(byte_of(o_cell.g) & int(kEnergyMask)) / 255.0;
}
