// What a step or an edit did to a cell, for the matter ledger: the elements to which it happened, kNoElement for
// none. Inputs: u_before (unit 0) and u_after (unit 1) = the world before and after; u_rules (unit 2), row = a cell,
// column = its partner: r = what it becomes, g = bits: kDestroys the cell, kMakes or kMoves what it becomes; u_bias;
// u_open = 1 when the edge is open; u_source = kOfPainting, kOfPush, or 0 for a step. Constants from C++:
// kWallDensity, kNoElement, kDestroys, kMakes, kMoves, kOfPainting, kOfPush. Output, each / 255: r = made, g =
// destroyed, b = moved, a = left; for painting r = painted, g = painted over.
#include "common/cells.glsl"

uniform sampler2D u_before;
uniform sampler2D u_after;
uniform sampler2D u_rules;
uniform ivec2 u_size;
uniform int u_bias;
uniform int u_open;
uniform int u_source;
out vec4 o_events;

// Which neighbour a cell meets. bias: -1 left, +1 right. False when it meets none.
bool meets(sampler2D cells, ivec2 p, ivec2 last, int bias, out vec4 self, out vec4 partner) {
  // Outside the world the cells are a copy of the edge.
  int y_up = max(p.y - 1, 0), y_up2 = max(p.y - 2, 0);
  int y_dn = min(p.y + 1, last.y), y_dn2 = min(p.y + 2, last.y);
  int x_side = clamp(p.x + bias, 0, last.x), x_side2 = clamp(p.x + 2 * bias, 0, last.x);
  int x_other = clamp(p.x - bias, 0, last.x);

  self = texelFetch(cells, p, 0);
  vec4 cell_up = texelFetch(cells, ivec2(p.x, y_up), 0);
  vec4 cell_dn = texelFetch(cells, ivec2(p.x, y_dn), 0);
  vec4 cell_dd = texelFetch(cells, ivec2(x_side, y_dn), 0);
  vec4 cell_ud = texelFetch(cells, ivec2(x_other, y_up), 0);

  int c = density_of(self);
  int up = density_of(cell_up), dn = density_of(cell_dn), dd = density_of(cell_dd), ud = density_of(cell_ud);
  int up2 = density_of(texelFetch(cells, ivec2(p.x, y_up2), 0));
  int dn2 = density_of(texelFetch(cells, ivec2(p.x, y_dn2), 0));
  int side = density_of(texelFetch(cells, ivec2(x_side, p.y), 0));
  int other_side = density_of(texelFetch(cells, ivec2(x_other, p.y), 0));
  int dd2 = density_of(texelFetch(cells, ivec2(x_side2, y_dn), 0));
  int de = density_of(texelFetch(cells, ivec2(x_side, y_dn2), 0));
  int de2 = density_of(texelFetch(cells, ivec2(x_side2, y_dn2), 0));

  bool may_fall = p.y < last.y, may_take = p.y > 0;
  bool falls = may_fall && dn < c && up <= c && (dn2 < dn || dn <= de || dd > de);
  bool falls_diagonally = may_fall && dd < c && dn >= c && c < kWallDensity && side <= dd && (dd <= de || side > de) &&
                          (dd <= de2 || dd2 > de2);
  bool takes_from_above = may_take && up > c && up2 <= up;
  bool takes_from_diagonal_above = may_take && ud > c && ud < kWallDensity && other_side >= ud;

  // The first condition that holds gives the partner.
  partner = falls              ? cell_dn
            : falls_diagonally ? cell_dd
            : takes_from_above ? cell_up
                               : cell_ud;
  return falls || falls_diagonally || takes_from_above || takes_from_diagonal_above;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), last = u_size - 1;
  int before = index_of(texelFetch(u_before, p, 0)), after = index_of(texelFetch(u_after, p, 0));
  ivec4 events = ivec4(kNoElement);
  if (u_source == kOfPainting) {
    if (before != after) events.rg = ivec2(after, before);
  } else if (u_source == kOfPush) {
    if (before != after) events.b = after;
  } else {
    bool may_leave = u_open == 1 && (p.x == 0 || p.y == 0 || p.x == last.x || p.y == last.y);
    int result = before;
    vec4 self, partner;
    if ((before != after || may_leave) && meets(u_before, p, last, u_bias, self, partner)) {
      vec4 rule = texelFetch(u_rules, ivec2(index_of(partner), before), 0);
      int change = byte_of(rule.g);
      result = byte_of(rule.r);
      if ((change & kDestroys) != 0) events.g = before;
      if ((change & kMakes) != 0) events.r = result;
      if ((change & kMoves) != 0) events.b = result;
    }
    if (result != after) events.a = result;
  }
  o_events = vec4(events) / 255.0;
}
