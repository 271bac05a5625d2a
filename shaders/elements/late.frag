// The late moves of one row of every block. They also change the row below. Inputs: u_before (unit 3) = the row after
// the turns, if u_had_turns, else the row is as before the pass; u_below (unit 4) = the result of the late moves of the
// row below; u_is_first = there were none. See rows.glsl, lattice.glsl, rules.glsl, turn.glsl.
#include "elements/rows.glsl"
#include "elements/turn.glsl"

uniform usampler2DArray u_before;
uniform usampler2DArray u_below;
uniform bool u_had_turns;
uniform bool u_is_first;

void main() {
  find_place(u_row);
  if (u_had_turns) {
    load_from_rows(u_before, u_row, 0);
  } else {
    load_from_world(0);
  }
  if (!u_is_first) {
    load_from_rows(u_below, u_row + 1, 1);
    falling = words_at(u_below, 1).r;
  }
  int y = window_first.y;
  if (y + 2 > held_by) falling = ~0u;
  Area group = group_at(place);
  bool right = rightwards(group, y);
  if (y >= block.begin.y && y < block.end.y) {
    int width = block.end.x - block.begin.x;
    for (int i = 0; i < width; ++i) {
      while (i < width && !may_move_late(nth_of_row(block, y, right, i))) ++i;
      if (i == width) break;
      ivec2 p = nth_of_row(block, y, right, i);
      move_late(block, p, slides_now(group, p));
    }
  }
  if (v_band == kSide) {
    keep_words(uvec4(0u), uvec4(u_is_first ? ~0u : falling_above(1)));
  } else {
    keep_row(u_row);
  }
}
