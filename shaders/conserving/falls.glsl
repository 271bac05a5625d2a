// What fall carries up a column, from a pair to the next one: 0 if the pair has not acted; otherwise kMoved + the code
// that has risen into its upper cell. While that is background, cells that fall into gaps follow it; anything else can
// be followed by grainy cells only (acts.glsl), and those it takes look-ups to know: then a texel is unsure.
// A texel of u_falls, the output of starts.frag, holds sets of pairs, each pair at the bit of its upper cell: r = those
// that act if the pair below has not acted, and from bit 16 on those of them that react; b = those of them from which
// background rises, and from bit 16 on cells that fall into gaps; a = grainy cells, and kSteady: what leaves the
// uppermost pair does not depend on what comes in. g = bits 0 to 8, what leaves it if nothing comes in; bits 9 to 17,
// if background comes in.
#include "conserving/acts.glsl"

bool follows(uint upper, uint risen) {
  uint meeting = meeting_of(upper, risen), both = 1u << kActSinks | 1u << kActGrainy;
  return risen == u_background ? has(meeting, 1u << kActGap) : (meeting & both) == both;
}

// Which pairs of a texel act, and those in which background rises, if `carried` comes in from below.
struct Chains {
  uint acting, gaps;
  bool unsure;
};

Chains chains_of(uvec4 falls, uint carried) {
  bool acts = carried != 0u, is_gap = carried == (kMoved | u_background);
  Chains chains = Chains(0u, 0u, false);
  for (int lane = 15; lane >= 0; --lane) {
    uint bit = 1u << lane;
    if (kHasGrainy != 0) chains.unsure = chains.unsure || (acts && !is_gap && has(falls.a, bit));
    bool goes_on = is_gap && has(falls.b, bit << 16), begins = !acts && has(falls.r, bit);
    is_gap = goes_on || (begins && has(falls.b, bit));
    acts = goes_on || begins;
    chains.acting |= acts ? bit : 0u;
    chains.gaps |= is_gap ? bit : 0u;
  }
  return chains;
}

// The same, pair by pair, only if `wanted`: what the pairs carry up. Drivers that do not skip what is not executed take
// one turn of the loop for nothing.
uint carried_by_each(uvec4 cells, uvec4 lower, uint falls, uint carried, bool wanted) {
  for (int lane = kHasGrainy != 0 && wanted ? 15 : -1; lane >= 0; --lane) {
    uint self = code_at(cells, lane), below = code_at(lower, lane);
    if (carried != 0u) {
      if (!follows(self, carried & 255u)) carried = 0u;
    } else if (has(falls, 1u << lane)) {
      carried = kMoved | (has(falls, 0x10000u << lane) ? result_of(meeting_of(self, below)) : below);
    }
  }
  return carried;
}

// What the pairs of a texel carry up if `carried` comes in from below. `lower`: the cells below its cells.
uint carried_through(uvec4 cells, uvec4 lower, uvec4 falls, uint carried) {
  Chains chains = chains_of(falls, carried);
  uint risen = has(falls.r, 0x10000u) ? result_of(meeting_of(cells.x, lower.x)) : lower.x & 255u;
  if (has(chains.gaps, 1u)) risen = u_background;
  uint sure = has(chains.acting, 1u) ? kMoved | risen : 0u;
  uint otherwise = carried_by_each(cells, lower, falls.r, carried, chains.unsure);
  return chains.unsure ? otherwise : sure;
}
