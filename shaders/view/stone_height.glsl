// The height of obstacles: above the sand around. Inputs: u_eighth, u_sixtyfourth: means of heights; their extents.
#include "view/smooth.glsl"

uniform sampler2D u_eighth;
uniform sampler2D u_sixtyfourth;
uniform vec2 u_eighth_extent;
uniform vec2 u_sixtyfourth_extent;

float stone_height(vec2 place) {
  vec4 sum = smooth_at(u_eighth, place / 8.0, u_eighth_extent) +
             smooth_at(u_sixtyfourth, place / 64.0, u_sixtyfourth_extent) * kFarWeight;
  return sum.b / max(sum.a, 1e-4) + kStoneRise;
}
