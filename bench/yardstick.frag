// One step of the density automaton, written plainly as in sand.js: one cell a texel (r = element index, g = density),
// every neighbour a texture look-up by normalised coordinates, compared as floats. The gpu backend is measured against it.
// Inputs: u_cells (unit 0); u_rules (unit 1), row = this cell, column = partner; u_size in cells; u_bias, -1 or +1.
uniform sampler2D u_cells;
uniform sampler2D u_rules;
uniform vec2 u_size;
uniform float u_bias;
out vec4 o_cell;

// Outside the world the texture repeats its edge.
vec4 cell_at(float dx, float dy) { return texture(u_cells, (gl_FragCoord.xy + vec2(dx, dy)) / u_size); }
float density(float dx, float dy) { return cell_at(dx, dy).g; }

void main() {
  float s = u_bias;
  vec4 self = cell_at(0.0, 0.0);
  vec4 cell_up = cell_at(0.0, -1.0), cell_dn = cell_at(0.0, 1.0), cell_dd = cell_at(s, 1.0), cell_ud = cell_at(-s, -1.0);
  float c = self.g, up = cell_up.g, dn = cell_dn.g, dd = cell_dd.g, ud = cell_ud.g;
  float up2 = density(0.0, -2.0), dn2 = density(0.0, 2.0), side = density(s, 0.0), other_side = density(-s, 0.0);
  float dd2 = density(2.0 * s, 1.0), de = density(s, 2.0), de2 = density(2.0 * s, 2.0);

  bool may_fall = gl_FragCoord.y < u_size.y - 1.0, may_take = gl_FragCoord.y > 1.0;
  bool falls = may_fall && dn < c && up <= c && (dn2 < dn || dn <= de || dd > de);
  bool falls_diagonally = may_fall && dd < c && dn >= c && c < 1.0 && side <= dd && (dd <= de || side > de) &&
                          (dd <= de2 || dd2 > de2);
  bool takes_from_above = may_take && up > c && up2 <= up;
  bool takes_from_diagonal_above = may_take && ud > c && ud < 1.0 && other_side >= ud;

  vec4 partner = falls ? cell_dn : falls_diagonally ? cell_dd : takes_from_above ? cell_up : cell_ud;
  bool meets = falls || falls_diagonally || takes_from_above || takes_from_diagonal_above;
  o_cell = meets ? texture(u_rules, (vec2(partner.r, self.r) * 255.0 + 0.5) / 256.0) : self;
}
