// Blocks of 2 x 2 cells, a b over c d, whose diagonals are the pairs. u_first_row: the first row of the first blocks, 0
// or 1; u_blocks: the base of the draws of their first columns; u_draws: the base of the draws;
// u_turns: the rows turn.
#include "conserving/pairs.glsl"

uniform int u_first_row;
uniform uint u_blocks;
uniform uint u_draws;
uniform bool u_turns;
out vec4 o_cell;

// No slide where a column falls, nor between two fixed cells (p, q), nor a swap of one that has fallen.
bool slides(vec4 upper, vec4 lower, vec4 p, vec4 q, bool falls, uint draw) {
  Meeting meeting = meeting_of(upper, lower);
  if (!has(meeting, kSwap | kReaction)) return false;
  bool swaps = has(meeting, kSwap), stays = swaps && has_fallen(upper);
  bool squeezes = is_fixed(p) && is_fixed(q);
  bool may = has(meeting, kAnywhere) || (is_denser(upper, lower) && !falls && !squeezes && !stays);
  return may && (swaps || hits(draw, meeting.probability));
}

vec4 after(vec4 self, vec4 partner) {
  return has(meeting_of(self, partner), kSwap) ? partner : result(self, partner);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), at;
  at.y = p.y - ((p.y + u_first_row) & 1);
  int first_column = int(mix32(u_blocks ^ uint(at.y)) & 1u);
  at.x = left_of_pair(p.x, first_column, u_turns);
  o_cell = cell_at(p);
  if (at.x < 0 || at.y < 0 || at.y + 1 >= u_size.y) return;
  ivec2 beside = ivec2(right_of(at.x), at.y), down = ivec2(0, 1);
  vec4 a = cell_at(at), b = cell_at(beside), c = cell_at(at + down), d = cell_at(beside + down);
  bool falls = sinks(a, c) || sinks(b, d);
  uint draw = draw_number(u_draws, at);
  bool on_falling_diagonal = (p.x == at.x) == (p.y == at.y), is_upper = p.y == at.y;  // a and d
  if (on_falling_diagonal) {
    if (slides(a, d, b, c, falls, draw << 16)) o_cell = is_upper ? after(a, d) : after(d, a);
  } else {
    if (slides(b, c, a, d, falls, draw)) o_cell = is_upper ? after(b, c) : after(c, b);
  }
}
