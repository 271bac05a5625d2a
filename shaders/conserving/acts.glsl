// What cells may do with others, for all cells of a texel at once; truth values as in packed.glsl. With few kinds of
// elements, kKinds of them, by arithmetic: the codes of a kind follow one another, a set of kinds is 7 bits, and the
// set of those with which a cell acts is found by comparing its code with the first codes of all kinds. With more kinds
// (kKinds is 0), by looking up each pair. u_first: the first code of each kind, in every cell of a word; u_sets: for
// each act, the sets of all kinds, each but the first as its difference from the one before. Drivers read uniforms fast
// only where the index is a constant, so there are no loops over kinds.
#include "conserving/packed.glsl"

uniform uint u_first[7];
uniform uint u_sets[7 * kActCount];

// What a cell is, whatever is beside it. kind: a set that contains its kind alone; the others are truth values: it
// swaps with nothing; it falls into a gap of background below it; it may fall into the place of something else that has
// risen.
struct Nature {
  uvec4 kind, fixed_, gap, grainy;
};

// Whether two cells sink (the first into the second, if it is above), react if the first is above, react anywhere, run.
struct Acts {
  uvec4 sinks, reacts, anywhere, runs;
};

uint change(int act, int kind) { return u_sets[7 * (act - kActSinks) + kind]; }

// All bits of a set for the cells of this kind or a later one.
uvec4 from_kind(uvec4 cells, int kind) {
  uvec4 truth = ((cells | kTops) - u_first[kind]) & kTops;
  return truth - (truth >> 7);
}

uvec4 holds(uvec4 kinds) { return kinds + ~kTops; }  // the truth value: the set is not empty

void add_kind(inout Nature nature, uvec4 cells, int kind) {
  uvec4 from = from_kind(cells, kind);
  nature.kind ^= from & ((3u * kOnes) << uint(kind - 1));
  nature.fixed_ ^= from & change(kActFixed, kind);
  nature.gap ^= from & change(kActGap, kind);
  nature.grainy ^= from & change(kActGrainy, kind);
}

void add_kind(inout Acts acts, uvec4 cells, int kind) {
  uvec4 from = from_kind(cells, kind);
  acts.sinks ^= from & change(kActSinks, kind);
  acts.reacts ^= from & change(kActReacts, kind);
  acts.anywhere ^= from & change(kActAnywhere, kind);
  acts.runs ^= from & change(kActRuns, kind);
}

Nature nature_of(uvec4 cells) {
  Nature nature = Nature(uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));
  if (kKinds > 0) {
    nature = Nature(uvec4(kOnes), uvec4(change(kActFixed, 0)), uvec4(change(kActGap, 0)), uvec4(change(kActGrainy, 0)));
    if (kKinds > 1) add_kind(nature, cells, 1);
    if (kKinds > 2) add_kind(nature, cells, 2);
    if (kKinds > 3) add_kind(nature, cells, 3);
    if (kKinds > 4) add_kind(nature, cells, 4);
    if (kKinds > 5) add_kind(nature, cells, 5);
    if (kKinds > 6) add_kind(nature, cells, 6);
    return Nature(nature.kind, holds(nature.fixed_), holds(nature.gap), holds(nature.grainy));
  }
  for (int lane = 0; lane < 4; ++lane) {
    uvec4 words = meetings_of(fours_of(cells, lane), uvec4(0u));
    nature.fixed_ |= ((words >> kActFixed) & 1u) << uint(8 * lane + 7);
    nature.gap |= ((words >> kActGap) & 1u) << uint(8 * lane + 7);
    nature.grainy |= ((words >> kActGrainy) & 1u) << uint(8 * lane + 7);
  }
  return nature;
}

// The acts of the cells a with the cells b, of which `kinds` are the kinds.
Acts acts_of(uvec4 a, uvec4 b, uvec4 kinds) {
  Acts acts = Acts(uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));
  if (kKinds > 0) {
    acts = Acts(uvec4(change(kActSinks, 0)), uvec4(change(kActReacts, 0)), uvec4(change(kActAnywhere, 0)),
                uvec4(change(kActRuns, 0)));
    if (kKinds > 1) add_kind(acts, a, 1);
    if (kKinds > 2) add_kind(acts, a, 2);
    if (kKinds > 3) add_kind(acts, a, 3);
    if (kKinds > 4) add_kind(acts, a, 4);
    if (kKinds > 5) add_kind(acts, a, 5);
    if (kKinds > 6) add_kind(acts, a, 6);
    return Acts(holds(acts.sinks & kinds), holds(acts.reacts & kinds), holds(acts.anywhere & kinds),
                holds(acts.runs & kinds));
  }
  for (int lane = 0; lane < 4; ++lane) {
    uvec4 words = meetings_of(fours_of(a, lane), fours_of(b, lane));
    acts.sinks |= ((words >> kActSinks) & 1u) << uint(8 * lane + 7);
    acts.reacts |= ((words >> kActReacts) & 1u) << uint(8 * lane + 7);
    acts.anywhere |= ((words >> kActAnywhere) & 1u) << uint(8 * lane + 7);
    acts.runs |= ((words >> kActRuns) & 1u) << uint(8 * lane + 7);
  }
  return acts;
}
