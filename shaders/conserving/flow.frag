// Pairs of a cell and the cell to its right. u_pass: the number of this pass; u_directions, u_coins: the bases of the
// draws of a row; u_draws: the base of the draws of reactions; u_reacts: true if this pass has reactions;
// u_fluidity: the base of the draws of viscous cells; u_turns: the rows turn.
#include "conserving/pairs.glsl"

uniform uint u_pass;
uniform uint u_directions;
uniform uint u_coins;
uniform uint u_draws;
uniform bool u_reacts;
uniform uint u_fluidity;
uniform bool u_turns;
out vec4 o_cell;

bool coin(ivec2 left) {
  uint coins = mix32(mix32(u_coins ^ uint(left.y)) ^ uint(left.x / 64));
  return ((coins >> uint(left.x / 2 % 32)) & 1u) != 0u;
}

// True unless the denser cell has fallen or would fall; if the lighter one could rise, a coin decides.
bool runs(ivec2 at, ivec2 beside, vec4 left, vec4 right) {
  bool left_is_denser = is_denser(left, right);
  ivec2 denser = left_is_denser ? at : beside, lighter = left_is_denser ? beside : at;
  vec4 denser_cell = left, lighter_cell = right;
  if (!left_is_denser) {
    denser_cell = right;
    lighter_cell = left;
  }
  if (has_fallen(denser_cell)) return false;
  if (at.y + 1 < u_size.y && sinks(denser_cell, cell_at(denser + ivec2(0, 1)))) return false;
  bool rises = at.y > 0 && sinks(cell_at(lighter - ivec2(0, 1)), lighter_cell);
  return !rises || coin(at);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int first_column = int((u_pass ^ mix32(u_directions ^ uint(p.y))) & 1u);
  ivec2 at, beside;
  vec4 self = cell_at(p);
  o_cell = self;
  if (!find_pair(p, true, first_column, u_turns, at, beside)) return;
  bool is_left = p.x == at.x;
  vec4 partner = cell_at(is_left ? beside : at), left = partner, right = self;
  if (is_left) {
    left = self;
    right = partner;
  }
  Meeting meeting = meeting_of(left, right);
  bool reacts = u_reacts && has(meeting, kAnywhere) && hits(draw_number(u_draws, at), meeting.probability);
  if (reacts) o_cell = result(self, partner);
  if (!has(meeting, kRuns) || !runs(at, beside, left, right)) return;
  if (hits(draw_number(u_fluidity, at), meeting.probability)) o_cell = partner;
}
