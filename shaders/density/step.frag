// One step of the density automaton; the words are those of src/automata/density/scalar.cpp.
// Inputs: u_cells (unit 0), the world; u_rules (unit 1), row = this cell, column = partner, b of the diagonal not 0 where
// that element leaves at an open edge; u_bias, -1 left or +1 right.
// Constants from C++: kWallDensity; kOpenEdge, 1 when the edge is open, else 0. Output: the cell after the step.
#include "density/meeting.glsl"

uniform sampler2D u_cells;
uniform sampler2D u_rules;
uniform ivec2 u_size;
uniform int u_bias;
out vec4 o_cell;

// What moves and has come to the rim of an open world leaves it: background stands there, marked with what left.
vec4 let_leave(vec4 cell, ivec2 p, ivec2 last) {
  bool inside = p.x > 0 && p.y > 0 && p.x < last.x && p.y < last.y;
  if (inside) return cell;
  int index = index_of(cell);
  bool leaves = texelFetch(u_rules, ivec2(index), 0).b > 0.0;
  return leaves ? with_left(texelFetch(u_rules, ivec2(0), 0), index) : with_left(cell, 0);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec2 last = u_size - 1;
  vec4 self, partner;
  bool changes = meets(u_cells, p, last, u_bias, self, partner);
  o_cell = changes ? texelFetch(u_rules, ivec2(index_of(partner), index_of(self)), 0) : self;
  if (kOpenEdge != 0u) o_cell = let_leave(o_cell, p, last);
}
