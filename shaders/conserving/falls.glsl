// What fall carries up a column, from a pair to the next one: 0 if the pair has not acted; otherwise kMoved + the code
// that has risen into its upper cell. A texel of u_falls, the output of starts.frag: r = bits 0 to 15, pairs of a cell
// and the one below that act if the pair below has not acted; bits 16 to 31, those of them that react; g = bits 0 to 8,
// what leaves the uppermost pair if nothing comes in; bits 9 to 17, if background comes in; kSteady: if anything does,
// the same as if nothing does. Inputs besides those of packed.glsl: u_first_dropping, u_gaps: codes from the first on
// may follow what has risen, and if u_gaps all of them follow background; u_background = its code.
#include "conserving/packed.glsl"

uniform uint u_first_dropping;
uniform bool u_gaps;
uniform uint u_background;

bool follows(uint upper, uint risen) {
  if (upper < u_first_dropping) return false;
  return (u_gaps && risen == u_background) || has(meeting_of(upper, risen), kFollows);
}

// What the pairs of a texel carry up if `carried` comes in. `lower`: the cells below its cells.
uint carried_through(uvec4 cells, uvec4 lower, uint falls, uint carried) {
  if ((falls & 0xffffu) == 0u && carried == 0u) return 0u;
  for (int word = 3; word >= 0; --word) {
    for (int lane = 3; lane >= 0; --lane) {
      uint self = code_in(cells.w, lane), below = code_in(lower.w, lane), bit = 1u << uint(4 * word + lane);
      if (carried != 0u) {
        if (!follows(self, carried & 255u)) carried = 0u;
      } else if ((falls & bit) != 0u) {
        carried = kMoved | (has(falls, bit << 16) ? result_of(meeting_of(self, below)) : below);
      }
    }
    cells = cells.wxyz;
    lower = lower.wxyz;
  }
  return carried;
}
