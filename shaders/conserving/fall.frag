// Pairs of a cell and the cell below it, arranged like the squares of a chessboard. u_falls_from: the column of the
// first upper cell in row 0; u_draws: the base of the draws.
#include "conserving/pairs.glsl"

uniform uint u_falls_from;
uniform uint u_draws;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  bool is_upper = ((uint(p.x) ^ uint(p.y) ^ u_falls_from) & 1u) == 0u;
  ivec2 other = p + ivec2(0, is_upper ? 1 : -1);
  vec4 self = cell_at(p);
  o_cell = self;
  if (other.y < 0 || other.y >= u_size.y) return;
  vec4 partner = cell_at(other), upper = partner, lower = self;
  if (is_upper) {
    upper = self;
    lower = partner;
  }
  Meeting meeting = meeting_of(upper, lower);
  if (!has(meeting, kSwap | kReaction)) return;
  if (!has(meeting, kAnywhere) && !is_denser(upper, lower)) return;
  if (hits(draw_number(u_draws, is_upper ? p : other), meeting.probability)) o_cell = result(self, partner);
}
