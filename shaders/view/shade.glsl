// The look of one cell, the same as src/render/painter.cpp; the constants (k...) come from shading.hpp.
// Inputs:
// - those of view/element.glsl;
// - u_palette (unit 1), by element: kColorRow = colour and glow; kMatterRow = matter, shimmer, traits, texture;
//   kHotColorRow, a = 1 if there is one;
// - u_energy (unit 2), with kEnergyUse; u_energy_channel = 0 or 1: the energy is in r or g;
// - u_background = colour of element 0; u_world = size of the world in cells; u_flicker_seed; u_shimmer_time;
// - u_first_energy = the world cell of the first texel of u_energy.
// Constants: kGrain, kDepthTint, kGlow, kMotion = 0 or 1, which looks are on; kEnergyUse = 0, kHotColors or
// kHeatOverlay. Each combination is another program, so looks that are off cost nothing.
#include "common/rng.glsl"
#include "view/depth.glsl"
#include "view/element.glsl"
#include "view/grain.glsl"

uniform sampler2D u_palette;
uniform sampler2D u_energy;
uniform int u_energy_channel;
uniform ivec2 u_world;
uniform ivec2 u_first_energy;
uniform vec3 u_background;
uniform uint u_flicker_seed;
uniform float u_shimmer_time;

int energy_at(ivec2 cell) {
  vec4 texel = texelFetch(u_energy, cell - u_first_energy, 0);
  return min(byte_of(texel[u_energy_channel]) & kEnergyMask, kEnergyMax);
}

float hot_glow(int energy) {
  return kHotGlow * float(max(energy - kHotGlowFrom, 0)) / float(kEnergyMax - kHotGlowFrom);
}

ivec3 bytes_of(vec3 color) { return ivec3(color * 255.0 + 0.5); }

vec4 color_and_glow(ivec2 cell, int element) {
  vec4 cold = texelFetch(u_palette, ivec2(element, kColorRow), 0);
  if (kEnergyUse != kHotColors) return cold;
  vec4 hot = texelFetch(u_palette, ivec2(element, kHotColorRow), 0);
  if (hot.a == 0.0) return cold;
  int energy = energy_at(cell);
  ivec3 from = bytes_of(cold.rgb), to = bytes_of(hot.rgb);
  return vec4(vec3((kEnergyMax * from + energy * (to - from)) / kEnergyMax) / 255.0, max(cold.a, hot_glow(energy)));
}

int matter_of(int element) { return byte_of(texelFetch(u_palette, ivec2(element, kMatterRow), 0).r); }

// Above and below the world the cells are a copy of the edge.
int matter_at(int x, int y) { return matter_of(element_at(ivec2(x, clamp(y, 0, u_world.y - 1)))); }

float depth_scale(int depth) { return 1.0 - kDepthDark * min(float(depth) / kDepthReach, 1.0); }

// Makes the light of an element with shimmer lighter or darker; each cell has its own phase.
vec3 with_shimmer(vec3 light, int element, uint hash) {
  float shimmer = texelFetch(u_palette, ivec2(element, kMatterRow), 0).g;
  if (shimmer == 0.0) return light;
  float change = 4.0 * abs(fract(u_shimmer_time + unit(hash, 3)) - 0.5) - 1.0;
  return mix(light, vec3(change > 0.0 ? 1.0 : 0.0), kShimmer * shimmer * abs(change));
}

vec3 with_sky(vec3 light, int row, uint hash) {
  float height = 1.0 - (float(row) + 0.5) / float(u_world.y);
  light = light * (1.0 + kSkyLight * (2.0 * height - 1.0)) + kDither * centred(hash, 1);
  light.b += kSkyTint * height;
  return light;
}

// The part that needs no neighbour: colour with grain and shimmer, and the sky of the background.
vec3 own_light(vec4 color_glow, ivec2 cell, int element, int matter, uint hash) {
  vec3 light = color_glow.rgb;
  if (kGrain != 0u) {
    float amount = matter == kPowder   ? kPowderGrain
                   : matter == kLiquid ? kLiquidGrain
                   : matter == kSolid  ? kSolidGrain
                                       : 0.0;
    float patch_light = matter == kSolid ? kSolidPatch * centred(cell_hash(cell >> 1, element), 1) : 0.0;
    light *= 1.0 + amount * centred(hash, 0) + patch_light;
    if (matter == kGas) {
      light = mix(light, u_background, (kGasThinnest + kGasVariation * unit(hash, 0)) * (1.0 - color_glow.a));
    }
    light = with_shimmer(light, element, hash);
  }
  return kDepthTint != 0u && matter == kBackground ? with_sky(light, cell.y, hash) : light;
}

// The current brightness of an emissive cell, 0..1: half of it is constant, half flickers.
float flicker(uint hash) { return 0.5 * (unit(hash, 2) + unit(mix32(hash ^ u_flicker_seed), 2)); }

// rgb = colour, a = emitted light; without glow the picture is finished here and opaque.
vec4 with_emission(vec3 light, float glow, uint hash) {
  if (kGlow == 0u) return vec4(light, 1.0);
  if (glow <= 0.0) return vec4(light, 0.0);
  float heat = flicker(hash);
  return vec4(mix(light, kCore, kCoreWhite * glow * heat * heat), min(glow * (1.0 + kFlicker * (heat - 0.5)), 1.0));
}

// Draws the false colour of the energy over the finished cell.
vec4 with_heat(vec4 light, ivec2 cell) {
  if (kEnergyUse != kHeatOverlay) return light;
  int energy = energy_at(cell);
  vec3 dimmed = kHeatDim * mix(light.rgb, vec3((light.r + light.g + light.b) / 3.0), 0.5);
  if (energy == 0) return vec4(dimmed, light.a);
  float t = float(energy) / float(kEnergyMax);
  vec3 heat = vec3(t * kHeatRedSlope - kHeatRedFrom, t * kHeatGreenSlope - kHeatGreenFrom,
                   kHeatBluePeak - kHeatBlueFall * abs(t - kHeatBlueAt));
  return vec4(mix(dimmed, clamp(heat, 0.0, 1.0), kHeatShareLeast + (kHeatShareMost - kHeatShareLeast) * t), light.a);
}
