// The colour at a position on heights, from the lit samples. Inputs: u_sand, u_stone: the output of height_light.frag;
// u_extent = the part of them in use; u_edge = half a pixel in samples; u_grains = number of fine grains along the side
// of a cell; constants kReduced, kStones, kFineGrains.
#include "common/rng.glsl"
#include "view/samples.glsl"
#include "view/smooth.glsl"
#include "view/grain.glsl"

uniform sampler2D u_sand;
uniform sampler2D u_stone;
uniform vec2 u_extent;
uniform float u_edge;
uniform int u_grains;

vec3 color_at(vec2 place) {
  vec4 sand = smooth_at(u_sand, place, u_extent),
       stone = kStones != 0u ? smooth_at(u_stone, place, u_extent) : vec4(0.0);
  float covered = kReduced != 0u ? stone.a : clamp((stone.a - 0.5 + u_edge) / (2.0 * u_edge), 0.0, 1.0);
  vec3 light = mix(sand.rgb / max(1.0 - stone.a, 1e-3), stone.rgb / max(stone.a, 1e-3), covered);
  if (kFineGrains == 0u) return light;
  ivec2 grain = u_first * u_grains + ivec2(floor(place * float(u_grains)));
  return light * (1.0 + kFineGrain * (1.0 - kFineGrainOnStone * covered) * centred(cell_hash(grain, 2), 0));
}
