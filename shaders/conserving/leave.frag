// Empties the open sides: what leaves becomes background. No inputs besides those of leave.glsl.
#include "conserving/leave.glsl"
#include "conserving/fell.glsl"

uint after(uint cells, int x, int top) {
  for (int lane = 0; lane < 4; ++lane) {
    if (!is_open(ivec2(x, top + lane)) || !leaves(code_in(cells, lane))) continue;
    cells = with_lane(cells, lane, u_background);
  }
  return cells;
}

void main() {
  o_fell = 0u;  // nothing; but WebGL wants each texture to be written
  ivec2 p = ivec2(gl_FragCoord.xy);
  o_cells = texel_at(p.x, p.y);
  if (p.x > 0 && p.x < u_size.x - 1 && p.y > 0 && p.y < last_texel_row()) return;
  for (int word = 0; word < 4; ++word) o_cells = uvec4(o_cells.yzw, after(o_cells.x, p.x, 16 * p.y + 4 * word));
}
