// Shared by the passes of bursts, whose cells are one a texel (common/cells.glsl). Inputs: u_cells (unit 0), the world;
// u_meetings (unit 1), row = this cell, column = its partner: r is not 0 if the two swap, a = the density of this cell;
// u_size, in cells; u_wraps: the last column and column 0 are neighbours.
#include "common/cells.glsl"
#include "common/rng.glsl"

uniform sampler2D u_cells;
uniform sampler2D u_meetings;
uniform ivec2 u_size;
uniform bool u_wraps;

vec4 cell_at(ivec2 p) { return texelFetch(u_cells, p, 0); }

vec4 cell_of(uint element) {
  float density = texelFetch(u_meetings, ivec2(int(element)), 0).a;
  return vec4(float(element) / 255.0, density, 0.0, 1.0);
}

bool sinks(vec4 upper, vec4 lower) {
  if (density_of(upper) <= density_of(lower)) return false;
  return texelFetch(u_meetings, ivec2(index_of(lower), index_of(upper)), 0).r > 0.0;
}

uint draw_number(uint base, ivec2 p) { return mix32(mix32(base ^ uint(p.x)) ^ uint(p.y)); }

bool hits(uint random, uint probability) { return (random >> 16) < probability; }
