// Shades cells, one a fragment. Inputs: those of view/shade.glsl; u_area_first = the cell of fragment 0.
// Output: rgb = colour, a = the light it gives off.
#include "view/shade.glsl"

uniform ivec2 u_area_first;
out vec4 o_light;

float edge_light(ivec2 cell) {
  float light = matter_at(cell.x, cell.y - 1) != kSolid ? 1.0 + kSolidEdgeLight : 1.0;
  return matter_at(cell.x, cell.y + 1) != kSolid ? light * (1.0 - kSolidEdgeShade) : light;
}

// How many cells of liquid lie above: looks up at 1, 3, 6, 10, ... less a random part of the gap, until out of the liquid.
int liquid_depth(ivec2 cell, uint hash) {
  int depth = 0;
  for (uint tap = 0u; tap < kDepthTaps; ++tap) {
    uint farthest = (tap + 1u) * (tap + 2u) / 2u;
    int distance = int(farthest - ((((hash >> (4u * tap)) & 0xffu) * (tap + 1u)) >> 8u));
    if (distance > cell.y || matter_at(cell.x, cell.y - distance) != kLiquid) break;
    depth = distance;
  }
  return depth;
}

vec3 light_liquid(vec3 light, ivec2 cell, uint hash) {
  int depth = liquid_depth(cell, hash);
  light *= depth_scale(depth);
  int above = matter_at(cell.x, cell.y - min(depth + 1, 2));
  bool open = cell.y >= 2 && depth <= 1 && (above == kBackground || above == kGas);
  return open ? mix(light, vec3(1.0), depth == 0 ? kSurfaceLight : kSubsurfaceLight) : light;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) + u_area_first;
  int element = element_at(cell);
  vec4 nature = texelFetch(u_palette, ivec2(element, 1), 0);
  int matter = byte_of(nature.r);
  uint hash = cell_hash(cell, element);
  vec3 light = own_light(cell, element, matter, nature.g, hash);
  if (u_grain && matter == kSolid) light *= edge_light(cell);
  if (u_depth_tint && matter == kLiquid) light = light_liquid(light, cell, hash);
  o_light = with_emission(light, nature.g, hash);
}
