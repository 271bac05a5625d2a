// Bodies fall a row or land: Bodies::move(). Inputs: those of bodies.glsl.
#include "conserving/bodies.glsl"

out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec4 cell = cell_at(p);
  o_cell = cell;
  if (p.y > 0) {
    vec4 above = cell_at(p - ivec2(0, 1));
    if (moves(above)) {
      o_cell = above;
      return;
    }
  }
  int body = body_of(cell);
  if (body == 0) {
    o_cell = without_body(cell);
  } else if (moves(cell)) {  // the uppermost of a column of cells that fall: here comes what they displace
    for (++p.y; p.y < u_size.y && moves(cell_at(p)); ++p.y) {}
    o_cell = p.y < u_size.y ? without_body(cell_at(p)) : cell_of(0u);
  } else {
    uvec4 sets = texelFetch(u_below, ivec2(0), 0);
    if (((sets.x | sets.y) & bit_of(body)) == 0u) return;
    bool breaks = (sets.x & bit_of(body)) != 0u && (body & kBreaks) != 0;
    o_cell = breaks ? rubble_of(cell) : without_body(cell);
  }
}
