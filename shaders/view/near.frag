// Shades cells, one per fragment. Inputs: those of view/shade.glsl; u_area_first = the cell of fragment 0; u_fallen =
// how far matter has fallen since the start, in cells.
// Output: rgb = colour, a = emitted light.
#include "view/shade.glsl"
#include "view/motion.glsl"
#include "view/liquid.glsl"
#include "view/air.glsl"

uniform ivec2 u_area_first;
out vec4 o_light;

float edge_light(int above, int below) {
  float light = above != kSolid ? 1.0 + kSolidEdgeLight : 1.0;
  return below != kSolid ? light * (1.0 - kSolidEdgeShade) : light;
}

// The background behind a cell.
vec4 sky_light(ivec2 cell) {
  vec3 light = kDepthTint != 0u ? with_sky(u_background, cell.y, cell_hash(cell, 0)) : u_background;
  return with_emission(light, 0.0, 0u);
}

// How much of a cell with a liquid or a gas in motion is covered by it.
float covered(ivec2 cell, int matter, float glow) {
  if (matter == kLiquid) return is_bump(cell) ? kBumpCover : 1.0;
  if (matter != kGas) return 1.0;
  int open = 0;
  for (int i = 0; i < 4; ++i) {
    ivec2 at = cell + kNeighbours[i];
    if (inside(at) && byte_of(traits_at(at).r) == kBackground) ++open;
  }
  return 1.0 - kGasThin * (1.0 - glow) * float(open) / 4.0;
}

vec4 matter_light(ivec2 cell, int element, int matter) {
  if (kMotion != 0u && is_falling(cell)) {
    vec4 light = falling_light(cell, 0);
    return matter == kLiquid && is_drop(cell) ? mix(sky_light(cell), light, kDropCover) : light;
  }
  vec4 color_glow = color_and_glow(cell, element);
  uint hash = cell_hash(cell, element);
  vec3 light = own_light(color_glow, cell, element, matter, hash);
  if (kGrain != 0u && matter == kSolid) {
    light *= edge_light(matter_at(cell.x, cell.y - 1), matter_at(cell.x, cell.y + 1));
  }
  if ((kDepthTint != 0u || kMotion != 0u) && matter == kLiquid && color_glow.a == 0.0) {
    int under = below_surface(cell);
    if (kDepthTint != 0u) light = light_liquid(light, cell, under, hash);
    if (kMotion != 0u && under != kDeep) light = add_foam(light, cell, under, hash);
  }
  vec4 emitted = with_emission(light, color_glow.a, hash);
  return kMotion != 0u ? mix(sky_light(cell), emitted, covered(cell, matter, color_glow.a)) : emitted;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) + u_area_first;
  int element = element_at(cell);
  int matter = matter_of(element);
  if (matter != kBackground) {
    o_light = with_heat(matter_light(cell, element, matter), cell);
    return;
  }
  uint hash = cell_hash(cell, element);
  vec4 color_glow = color_and_glow(cell, element);
  vec4 light = with_emission(own_light(color_glow, cell, element, matter, hash), color_glow.a, hash);
  o_light = with_heat(kMotion != 0u || kDepthTint != 0u ? air_light(light, cell) : light, cell);
}
