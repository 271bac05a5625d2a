// Shades cells, one per fragment. Inputs: those of view/shade.glsl; u_area_first = the cell of fragment 0.
// Output: rgb = colour, a = emitted light.
#include "view/shade.glsl"

uniform ivec2 u_area_first;
out vec4 o_light;

float edge_light(int above, int below) {
  float light = above != kSolid ? 1.0 + kSolidEdgeLight : 1.0;
  return below != kSolid ? light * (1.0 - kSolidEdgeShade) : light;
}

// Reads upwards at 1, 2, 4, 7, 11, ... cells, minus a random part of the gap, until outside the liquid. `above` is the
// cell of the first read.
vec3 light_liquid(vec3 light, ivec2 cell, int above, uint hash) {
  int depth = 0, met = above;
  for (uint tap = 1u; met == kLiquid; ++tap) {
    depth = tap_distance(tap - 1u, hash);
    int next = tap_distance(tap, hash);
    if (tap == kDepthTaps || next > cell.y) break;
    met = matter_at(cell.x, cell.y - next);
  }
  light *= depth_scale(depth);
  if (depth > 1 || cell.y == 0 || (met != kBackground && met != kGas)) return light;
  return mix(light, vec3(1.0), depth == 0 ? kSurfaceLight : kSubsurfaceLight);
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) + u_area_first;
  int element = element_at(cell);
  vec4 color_glow = color_and_glow(cell, element);
  int matter = matter_of(element);
  uint hash = cell_hash(cell, element);
  vec3 light = own_light(color_glow, cell, element, matter, hash);
  if (kGrain != 0u || kDepthTint != 0u) {
    int above = matter_at(cell.x, cell.y - 1);
    if (kGrain != 0u && matter == kSolid) light *= edge_light(above, matter_at(cell.x, cell.y + 1));
    if (kDepthTint != 0u && matter == kLiquid && color_glow.a == 0.0) light = light_liquid(light, cell, above, hash);
  }
  o_light = with_heat(with_emission(light, color_glow.a, hash), cell);
}
