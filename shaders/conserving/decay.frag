// Decays: elements that turn into others by themselves. u_draws: the base of the draws.
#include "conserving/traits.glsl"

uniform uint u_draws;
layout(location = 0) out uvec4 o_cells;
layout(location = 1) out uint o_fell;  // nothing; but WebGL wants each texture to be written

uint after(uint cells, uint column, int top) {
  if (are_restless(cells) == 0u) return cells;
  for (int lane = 0; lane < 4; ++lane) {
    uint decay = trait_of(code_in(cells, lane), kDecayRow), chance = decay >> 8;
    if (chance == 0u || !hits(draw_number(column, top + lane), chance)) continue;
    cells = (cells & ~(255u << uint(8 * lane))) | (decay & 255u) << uint(8 * lane);
  }
  return cells;
}

void main() {
  o_fell = 0u;
  ivec2 p = ivec2(gl_FragCoord.xy);
  uint column = column_draw(u_draws, p.x);
  o_cells = texel_at(p.x, p.y);
  for (int word = 0; word < 4; ++word) o_cells = uvec4(o_cells.yzw, after(o_cells.x, column, 16 * p.y + 4 * word));
}
