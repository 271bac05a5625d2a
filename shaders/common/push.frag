// Pushes cells of one texel each: a cell that swaps gets the texel of its partner. Inputs: u_cells (unit 0) = a copy of
// the cells; push.glsl has the others.
#include "common/cells.glsl"
#include "common/push.glsl"

uniform sampler2D u_cells;
out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), other = partner_of(p);
  ivec2 first = is_first(p) ? p : other, second = is_first(p) ? other : p;
  vec4 self = texelFetch(u_cells, p, 0);
  o_cell = self;
  if (!may_swap(first, second)) return;
  vec4 partner = texelFetch(u_cells, other, 0);
  int here = index_of(self), there = index_of(partner);
  if (swaps(first, p == first ? here : there, p == first ? there : here)) o_cell = partner;
}
