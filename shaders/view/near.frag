// Shades cells, one per fragment. Inputs: those of view/shade.glsl; u_area_first = the cell of fragment 0; u_fallen =
// how far matter has fallen since the start, in cells; u_classes (unit 5) = the classes of the cells where kClassed,
// from the cell u_first_class on.
// Output: rgb = colour, a = emitted light.
#include "view/shade.glsl"

uniform ivec2 u_area_first;
uniform int u_fallen;
uniform sampler2D u_classes;
uniform ivec2 u_first_class;
out vec4 o_light;

// Kind, place, cover and surface, as in CellClass of src/render/motion.hpp.
ivec4 class_at(ivec2 cell) { return ivec4(texelFetch(u_classes, cell - u_first_class, 0) * 255.0 + 0.5); }

float edge_light(int above, int below) {
  float light = above != kSolid ? 1.0 + kSolidEdgeLight : 1.0;
  return below != kSolid ? light * (1.0 - kSolidEdgeShade) : light;
}

// One tap that meets air, an obstacle or a drop does not end the liquid; two that meet air do. An obstacle that has no
// liquid above it counts as the surface, but not beyond air: that is a ceiling.
int depth(ivec2 cell, uint hash) {
  int deepest = 0, obstacle = 0;  // -1: air was last
  bool was_air = false;
  for (uint tap = 0u; tap < kDepthTaps; ++tap) {
    int next = tap_distance(tap, hash);
    if (next > cell.y) break;
    int kind = class_at(ivec2(cell.x, cell.y - next)).r, met = kind & 7;
    bool liquid = met == kLiquid, air = met == kBackground || met == kGas || (liquid && (kind & kFallsBit) != 0);
    if (air && was_air) return deepest;
    was_air = air;
    if (liquid && !air) deepest = next;
    obstacle = air ? -1 : liquid ? 0 : obstacle == 0 ? next : obstacle;
  }
  return max(deepest, obstacle);
}

vec3 light_liquid(vec3 light, ivec2 cell, int surface, uint hash) {
  int under = surface & 3;
  light *= depth_scale(under == kDeep ? depth(cell, hash) : under);
  return under == kDeep ? light : mix(light, vec3(1.0), (surface & 5) != 0 ? kSubsurfaceLight
                                                                                                   : kSurfaceLight);
}

vec3 add_foam(vec3 light, int surface, uint hash) {
  float near = float(surface >> 3) / float(kSplashColumns + 1);
  float share = kFoamLeast + (1.0 - kFoamLeast) * unit(mix32(hash ^ u_flicker_seed), 2);
  return mix(light, vec3(1.0), kFoam * near * share / float(1 + (surface & 3)));
}

vec3 light_falling(vec4 color_glow, ivec2 cell, ivec2 from, int element, int matter, uint hash) {
  vec3 light = color_glow.rgb;
  bool liquid = matter == kLiquid;
  if (kGrain != 0u) {
    int place = liquid ? (cell.y - u_fallen) >> kStripeBits : from.y - u_fallen;
    light *= 1.0 + (liquid ? kStreamGrain : kPowderGrain) * centred(cell_hash(ivec2(cell.x, place), element), 0);
    light = with_shimmer(light, element, hash);
  }
  return kDepthTint != 0u && liquid && color_glow.a == 0.0 ? mix(light, vec3(1.0), kStreamLight) : light;
}

float texture_light(ivec2 cell, int element) {
  int texture_index = byte_of(texelFetch(u_palette, ivec2(element, kMatterRow), 0).a);
  if (texture_index == 0) return 1.0;
  uint lighter = (kTextures[texture_index] >> uint((cell.y & 3) * 4 + (cell.x & 3))) & 1u;
  return lighter != 0u ? 1.0 + kTexture : 1.0 - kTexture;
}

// What does not fall.
vec3 light_resting(vec4 color_glow, ivec2 cell, int element, int matter, int surface, uint hash) {
  vec3 light = own_light(color_glow, cell, element, matter, hash) * texture_light(cell, element);
  if (kGrain != 0u && matter == kSolid) {
    light *= edge_light(matter_at(cell.x, cell.y - 1), matter_at(cell.x, cell.y + 1));
  }
  if (matter != kLiquid || color_glow.a > 0.0) return light;
  if (kDepthTint != 0u) light = light_liquid(light, cell, surface, hash);
  return kMotion != 0u && (surface >> 3) > 0 ? add_foam(light, surface, hash) : light;
}

// The background behind what a cell shows.
vec4 light_behind(ivec2 cell) {
  int own = element_at(cell), element = matter_of(own) == kBackground ? own : 0;
  vec3 light = texelFetch(u_palette, ivec2(element, kColorRow), 0).rgb;
  return with_emission(kDepthTint != 0u ? with_sky(light, cell.y, cell_hash(cell, element)) : light, 0.0, 0u);
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) + u_area_first;
  ivec4 shown = kClassed != 0u ? class_at(cell) : ivec4(0, kHere, 255, 0);
  ivec2 from = cell + ivec2(shown.g & 15, shown.g >> 4) - 8;
  int element = element_at(from), matter = matter_of(element), style = shown.r >> 4;
  vec4 color_glow = color_and_glow(from, element);
  float cover = float(shown.b) / 255.0;
  if (matter == kGas) cover = 1.0 - (1.0 - cover) * (1.0 - color_glow.a);
  bool falls = kMotion != 0u && ((shown.r & kFallsBit) != 0 || style == kStreakStyle);
  uint hash = cell_hash(falls ? from : cell, element);
  vec3 light = falls ? light_falling(color_glow, cell, from, element, matter, hash)
                     : light_resting(color_glow, cell, element, matter, shown.a, hash);
  vec4 drawn = with_emission(light, color_glow.a, hash);
  if (style == kSprayStyle) {
    drawn = with_emission(mix(color_glow.rgb, vec3(1.0), kSprayLight), 0.0, 0u);
    if (unit(mix32(cell_hash(cell, 0) ^ u_flicker_seed), 2) < kSprayFrom) cover = 0.0;
  }
  if (cover < 1.0) drawn = mix(light_behind(cell), drawn, cover);
  o_light = with_heat(drawn, cell);
}
