// Cells that change places because one of them wanders. u_sideways: pairs lie side by side, otherwise over one another;
// u_from: the column or row of the first pair, 0 or 1; u_turns: the rows turn; u_draws: the base of the draws; u_wander
// (unit 3): for each element, r not 0 if it wanders, g and b = its chance minus 1 as low and high byte.
#include "conserving/pairs.glsl"

uniform bool u_sideways;
uniform int u_from;
uniform bool u_turns;
uniform uint u_draws;
uniform sampler2D u_wander;
out vec4 o_cell;

uint chance_of(vec4 cell) {
  vec4 texel = texelFetch(u_wander, ivec2(index_of(cell), 0), 0);
  return texel.r == 0.0 ? 0u : uint(byte_of(texel.g) + 256 * byte_of(texel.b) + 1);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), first, second;
  o_cell = cell_at(p);
  if (!find_pair(p, u_sideways, u_from, u_turns, first, second)) return;
  vec4 partner = cell_at(p == first ? second : first);
  if (!has(meeting_of(o_cell, partner), kSwap)) return;
  uint chance = max(chance_of(o_cell), chance_of(partner));
  if (hits(draw_number(u_draws, first), chance)) o_cell = partner;
}
