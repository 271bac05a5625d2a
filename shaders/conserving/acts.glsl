// What cells may do with others, for all cells of a texel at once; truth values as in packed.glsl. With at most 8 kinds
// of elements (kByKinds), by arithmetic: the codes of a kind follow one another, a set of kinds is a byte, and the set
// of those with which a cell acts is found by comparing its code with the first codes of all kinds. With more, by
// looking up each pair. u_kinds: the number of kinds; u_first: the first code of each kind, in every cell of a word;
// u_sets: for each act, the sets of all kinds, each but the first as its difference from the one before.
#include "conserving/packed.glsl"

uniform int u_kinds;
uniform uint u_first[8];
uniform uint u_sets[8 * kActCount];

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

uint change(int act, int kind) { return u_sets[8 * (act - kActSinks) + kind]; }

Nature nature_of(uvec4 cells) {
  Nature nature = Nature(uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));
  if (kByKinds != 0u) {
    nature = Nature(uvec4(kOnes), uvec4(change(kActFixed, 0)), uvec4(change(kActGap, 0)), uvec4(change(kActGrainy, 0)));
    for (int kind = 1; kind < u_kinds; ++kind) {
      uvec4 from = where((cells | kTops) - u_first[kind]);
      nature.kind ^= from & ((3u * kOnes) << uint(kind - 1));
      nature.fixed_ ^= from & change(kActFixed, kind);
      nature.gap ^= from & change(kActGap, kind);
      nature.grainy ^= from & change(kActGrainy, kind);
    }
    return nature;
  }
  for (int lane = 0; lane < 4; ++lane) {
    uvec4 codes = cells >> uint(8 * lane);
    uvec4 words = uvec4(meeting_of(codes.x, 0u), meeting_of(codes.y, 0u), meeting_of(codes.z, 0u),
                        meeting_of(codes.w, 0u));
    nature.fixed_ |= ((words >> kActFixed) & 1u) << uint(8 * lane + 7);
    nature.gap |= ((words >> kActGap) & 1u) << uint(8 * lane + 7);
    nature.grainy |= ((words >> kActGrainy) & 1u) << uint(8 * lane + 7);
  }
  return nature;
}

// The acts of the cells a with the cells b, of which `kinds` are the kinds.
Acts acts_of(uvec4 a, uvec4 b, uvec4 kinds) {
  Acts acts = Acts(uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));
  if (kByKinds != 0u) {
    acts = Acts(uvec4(change(kActSinks, 0)), uvec4(change(kActReacts, 0)), uvec4(change(kActAnywhere, 0)),
                uvec4(change(kActRuns, 0)));
    for (int kind = 1; kind < u_kinds; ++kind) {
      uvec4 from = where((a | kTops) - u_first[kind]);
      acts.sinks ^= from & change(kActSinks, kind);
      acts.reacts ^= from & change(kActReacts, kind);
      acts.anywhere ^= from & change(kActAnywhere, kind);
      acts.runs ^= from & change(kActRuns, kind);
    }
    return Acts(nonzero(acts.sinks & kinds), nonzero(acts.reacts & kinds), nonzero(acts.anywhere & kinds),
                nonzero(acts.runs & kinds));
  }
  for (int lane = 0; lane < 4; ++lane) {
    uvec4 codes = a >> uint(8 * lane), others = b >> uint(8 * lane);
    uvec4 words = uvec4(meeting_of(codes.x, others.x), meeting_of(codes.y, others.y), meeting_of(codes.z, others.z),
                        meeting_of(codes.w, others.w));
    acts.sinks |= ((words >> kActSinks) & 1u) << uint(8 * lane + 7);
    acts.reacts |= ((words >> kActReacts) & 1u) << uint(8 * lane + 7);
    acts.anywhere |= ((words >> kActAnywhere) & 1u) << uint(8 * lane + 7);
    acts.runs |= ((words >> kActRuns) & 1u) << uint(8 * lane + 7);
  }
  return acts;
}
