// One step of the density automaton; the words are those of src/automata/density/scalar.cpp.
// Inputs: u_cells (unit 0), the world; u_rules (unit 1), row = this cell, column = partner, b of the diagonal not 0 where
// that element leaves at an open edge; u_bias, -1 left or +1 right.
// Constants from C++: kWallDensity; kOpenEdge, 1 when the edge is open, else 0. Output: the cell after the step.
#include "common/cells.glsl"

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
  // Beyond an edge lies a copy of the edge.
  int y_up = max(p.y - 1, 0), y_up2 = max(p.y - 2, 0);
  int y_dn = min(p.y + 1, last.y), y_dn2 = min(p.y + 2, last.y);
  int x_side = clamp(p.x + u_bias, 0, last.x), x_side2 = clamp(p.x + 2 * u_bias, 0, last.x);
  int x_other = clamp(p.x - u_bias, 0, last.x);

  vec4 self = texelFetch(u_cells, p, 0);
  vec4 cell_up = texelFetch(u_cells, ivec2(p.x, y_up), 0);
  vec4 cell_dn = texelFetch(u_cells, ivec2(p.x, y_dn), 0);
  vec4 cell_dd = texelFetch(u_cells, ivec2(x_side, y_dn), 0);
  vec4 cell_ud = texelFetch(u_cells, ivec2(x_other, y_up), 0);

  int c = density_of(self);
  int up = density_of(cell_up), dn = density_of(cell_dn), dd = density_of(cell_dd), ud = density_of(cell_ud);
  int up2 = density_of(texelFetch(u_cells, ivec2(p.x, y_up2), 0));
  int dn2 = density_of(texelFetch(u_cells, ivec2(p.x, y_dn2), 0));
  int side = density_of(texelFetch(u_cells, ivec2(x_side, p.y), 0));
  int other_side = density_of(texelFetch(u_cells, ivec2(x_other, p.y), 0));
  int dd2 = density_of(texelFetch(u_cells, ivec2(x_side2, y_dn), 0));
  int de = density_of(texelFetch(u_cells, ivec2(x_side, y_dn2), 0));
  int de2 = density_of(texelFetch(u_cells, ivec2(x_side2, y_dn2), 0));

  int wall = int(kWallDensity);
  bool may_fall = p.y < last.y, may_take = p.y > 0;
  bool falls = may_fall && dn < c && up <= c && (dn2 < dn || dn <= de || dd > de);
  bool falls_diagonally = may_fall && dd < c && dn >= c && c < wall && side <= dd && (dd <= de || side > de) &&
                          (dd <= de2 || dd2 > de2);
  bool takes_from_above = may_take && up > c && up2 <= up;
  bool takes_from_diagonal_above = may_take && ud > c && ud < wall && other_side >= ud;

  // The first that holds names the partner.
  vec4 partner = falls              ? cell_dn
                 : falls_diagonally ? cell_dd
                 : takes_from_above ? cell_up
                                    : cell_ud;
  bool meets = falls || falls_diagonally || takes_from_above || takes_from_diagonal_above;
  o_cell = meets ? texelFetch(u_rules, ivec2(index_of(partner), index_of(self)), 0) : self;
  if (kOpenEdge != 0u) o_cell = let_leave(o_cell, p, last);
}
