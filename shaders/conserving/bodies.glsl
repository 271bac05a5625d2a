// Bodies, as in src/automata/conserving/bodies.hpp. A texel of u_cells (unit 0) has the cell's byte of Plane::bodies as
// b. Inputs besides those of pairs.glsl: u_traits (unit 3), a column for each element: r = what it is, as bits; g = its
// rubble; u_below (unit 2), one texel, the output of bodies_sum.frag; u_bottom_open; u_only_fast: bodies that are
// slowed down stay.
#include "conserving/pairs.glsl"

uniform sampler2D u_traits;
uniform usampler2D u_below;
uniform bool u_bottom_open;
uniform bool u_only_fast;

bool is(vec4 cell, int trait) {
  return (byte_of(texelFetch(u_traits, ivec2(index_of(cell), 0), 0).r) & trait) != 0;
}
vec4 rubble_of(vec4 cell) { return cell_of(uint(byte_of(texelFetch(u_traits, ivec2(index_of(cell), 0), 0).g))); }

vec4 without_body(vec4 cell) { return vec4(cell.rg, 0.0, 1.0); }
// The byte of a cell; 0 if it is no part of a body.
int body_of(vec4 cell) {
  int byte = byte_of(cell.b);
  return byte != 0 && is(cell, kStructure) ? byte : 0;
}
// A body in a set of bodies.
uint bit_of(int body) { return 1u << uint(body & kBodyNumber); }

// What a cell of a body has below it, as sets of bodies: x = it hits, y = it touches, z = it waits, w = it is slowed
// down (Bodies::Below).
uvec4 hits(uint body) { return uvec4(body, 0u, 0u, 0u); }
uvec4 touches(uint body) { return uvec4(0u, body, 0u, 0u); }
uvec4 waits(uint body) { return uvec4(0u, 0u, body, 0u); }
uvec4 slows(uint body) { return uvec4(0u, 0u, 0u, body); }

// The powder at p lies below it: ground_of_powder() in src/automata/conserving/survey.hpp.
uvec4 below_powder(ivec2 p, uint body, int number) {
  vec4 grain = cell_at(p);
  for (++p.y; p.y < u_size.y; ++p.y) {
    vec4 lower = cell_at(p);
    if (sinks(grain, lower)) return waits(body);
    grain = lower;
    if (is(lower, kPowder)) continue;
    if (!is(lower, kStructure)) return is(lower, kFixed) ? hits(body) : slows(body);
    int other = byte_of(lower.b) & kBodyNumber;
    return other == number ? slows(body) : other == 0 ? hits(body) : waits(body);
  }
  return u_bottom_open ? waits(body) : hits(body);
}

uvec4 below(vec4 cell, ivec2 p) {
  int number = byte_of(cell.b) & kBodyNumber;
  uint body = bit_of(number);
  ++p.y;
  if (p.y == u_size.y) return u_bottom_open ? uvec4(0u) : hits(body);
  vec4 lower = cell_at(p);
  if (index_of(lower) == 0) return uvec4(0u);
  if (is(lower, kStructure)) {
    int other = byte_of(lower.b) & kBodyNumber;
    return other == number ? uvec4(0u) : other == 0 ? hits(body) : touches(body);
  }
  if (is(lower, kPowder)) return below_powder(p, body, number);
  if (is(lower, kFixed)) return hits(body);
  return slows(body) | (is(lower, kLiquid) && is(cell, kFloats) ? touches(body) : uvec4(0u));
}

// Whether a cell is part of a body that falls now.
bool moves(vec4 cell) {
  int body = body_of(cell);
  if (body == 0) return false;
  uvec4 sets = texelFetch(u_below, ivec2(0), 0);
  return ((sets.x | sets.y | sets.z | (u_only_fast ? sets.w : 0u)) & bit_of(body)) == 0u;
}
