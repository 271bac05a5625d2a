// Elements that turn into others by themselves: the cells of a word whose first row is `top`. `column`: the part of the
// draws that all cells of a column share.
#include "conserving/traits.glsl"

uint decayed(uint cells, uint column, int top) {
  if (are_restless(cells) == 0u) return cells;
  for (int lane = 0; lane < 4; ++lane) {
    uint decay = trait_of(code_in(cells, lane), kDecayRow), chance = decay >> 8;
    if (chance == 0u || !hits(draw_number(column, top + lane), chance)) continue;
    cells = with_lane(cells, lane, decay);
  }
  return cells;
}
