// Where falls begin, and what the pairs of a texel carry up its column: see falls.glsl. u_draws: the base of the draws.
#include "conserving/falls.glsl"

uniform uint u_draws;
out uvec2 o_falls;

// The pairs that act if the pair below has not acted, and those of them that react.
uint falls_of(uvec4 cells, uvec4 lower, ivec2 p) {
  uint falls = 0u, column = column_draw(u_draws, p.x);
  for (int word = 0; word < 4; ++word) {
    if (cells.x != lower.x) {
      for (int lane = 0; lane < 4; ++lane) {
        uint meeting = meeting_of(cells.x >> uint(8 * lane), lower.x >> uint(8 * lane));
        if (!has(meeting, kFalls)) continue;
        int k = 4 * word + lane;
        bool reacts = has(meeting, kReaction);
        if (reacts && !hits(draw_number(column, 16 * p.y + k), probability_of(meeting))) continue;
        falls |= (reacts ? 0x10001u : 1u) << uint(k);
      }
    }
    cells = cells.yzwx;
    lower = lower.yzwx;
  }
  return falls;
}

// Whether a pair does not act, whatever is carried into it.
bool is_steady(uvec4 cells, uint falls) {
  if (u_first_dropping == 0u) return false;
  uint last = (u_first_dropping - 1u) * kOnes;
  uvec4 stay = uvec4(at_least(last, cells.x), at_least(last, cells.y), at_least(last, cells.z), at_least(last, cells.w));
  return (stay & ~all_bytes_of(falls)) != uvec4(0u);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  uvec4 cells = texel_at(p.x, p.y);
  bool is_lowest = p.y == last_texel_row();
  uvec4 lower = cells_below(cells, is_lowest ? 0u : texel_at(p.x, p.y + 1).x);
  uint falls = falls_of(cells, lower, p);
  if (is_lowest) {  // the world's last row has no pair
    uint pairs = (1u << uint(u_size.y - 1 - 16 * p.y)) - 1u;
    falls &= pairs | pairs << 16;
  }
  uint carries[2] = uint[2](0u, kMoved | u_background);
  for (int i = 0; i < 2; ++i) carries[i] = carried_through(cells, lower, falls, carries[i]);
  o_falls = uvec2(falls, carries[0] | carries[1] << 9 | (is_lowest || is_steady(cells, falls) ? kSteady : 0u));
}
