// The turns of one row of every group. They also change the rows above and below. Inputs: u_before (unit 3) = the
// result of the turns of the row below; u_is_first = there were none. See rows.glsl, lattice.glsl, rules.glsl,
// turn.glsl.
#include "elements/rows.glsl"
#include "elements/turn.glsl"

uniform usampler2DArray u_before;
uniform bool u_is_first;

void main() {
  find_place(u_row - 1);
  load_from_world(0);
  if (u_is_first) {
    load_from_world(1);
    load_from_world(2);
  } else {
    load_from_rows(u_before, u_row, 1);
    load_from_rows(u_before, u_row + 1, 2);
    stamp_waiting = words_at(u_before, 0);
    falling = words_at(u_before, 1).r;
  }
  int y = window_first.y + 1;
  if (y + 2 > held_by) falling = ~0u;
  Area group = group_at(place);
  if (y >= group.begin.y && y < group.end.y) {
    bool right = rightwards(group, y);
    int width = group.end.x - group.begin.x;
    for (int i = 0; i < width; ++i) {
      while (i < width && !has_turn(nth_of_row(group, y, right, i))) ++i;
      if (i < width) take_turn(nth_of_row(group, y, right, i));
    }
  }
  if (v_band == kSide) {
    keep_words(stamp_waiting, uvec4(falling_above(2)));
  } else {
    keep_row(u_row - 1);
  }
}
