// The light on a sample of heights; the same as src/render/field_shading.cpp.
// Inputs: u_heights, u_eighth, u_sixtyfourth, u_shadows, u_traits (units 0 to 4); u_extent = the part of u_heights in
// use; those of samples.glsl, stone_height.glsl and sunlight.glsl; u_shadow_extent = the part of u_shadows in use, at
// half the resolution: the height up to which the sun's rays are blocked; constants kGrain, kDepthTint, kStones,
// kReduced. Outputs: sand and stone, times their share; a of stone = its share.
#include "common/rng.glsl"
#include "view/mark.glsl"
#include "view/samples.glsl"
#include "view/stone_height.glsl"
#include "view/grain.glsl"
#include "view/sunlight.glsl"

uniform sampler2D u_heights;
uniform sampler2D u_traits;
uniform ivec2 u_extent;
uniform sampler2D u_shadows;
uniform ivec2 u_shadow_extent;
layout(location = 0) out vec4 o_sand;
layout(location = 1) out vec4 o_stone;

float lit_from(ivec2 p, float edge) {
  return 1.0 - ramp(0.0, kShadowSoft, texelFetch(u_shadows, clamp(p, ivec2(0), u_shadow_extent - 1), 0).r - edge);
}

// Reads one texel towards the sun, so that a sample casts no shadow on itself. Compares the four texels around one by
// one: the mean of the results makes a soft edge; comparing with the mean would not.
float sunlight(float height) {
  vec2 place = gl_FragCoord.xy / 2.0 + u_sun.xy / max(length(u_sun.xy), 1e-4) - 0.5;
  ivec2 p = ivec2(floor(place));
  float edge = height + u_sun.w * 2.0 * u_step;
  vec2 share = place - vec2(p);
  return mix(mix(lit_from(p, edge), lit_from(p + ivec2(1, 0), edge), share.x),
             mix(lit_from(p + ivec2(0, 1), edge), lit_from(p + ivec2(1, 1), edge), share.x), share.y);
}

// The colour of dry sand, by its drawn height.
vec3 elevation_color(float drawn) {
  float height = max(drawn, 0.0), t = height / (height + kElevationBend);
  if (t < kOchreAt) return mix(kValley, kOchre, t / kOchreAt);
  if (t < kSandAt) return mix(kOchre, kSand, (t - kOchreAt) / (kSandAt - kOchreAt));
  return mix(kSand, kCrest, ramp(kSandAt, kCrestAt, t));
}

ivec2 inside(ivec2 p) { return clamp(p, ivec2(0), u_extent - 1); }

float height_at(ivec2 p, float otherwise) {
  float height = texelFetch(u_heights, inside(p), 0).r;
  return kStones == 0u || height > kNoSand ? height : otherwise;
}

float sand_at(ivec2 p) { return texelFetch(u_traits, inside(p), 0).g; }

vec2 slope_at(ivec2 p, float own) {
  float nw = height_at(p + ivec2(-1, -1), own), ne = height_at(p + ivec2(1, -1), own);
  float sw = height_at(p + ivec2(-1, 1), own), se = height_at(p + ivec2(1, 1), own);
  return vec2(ne + se - nw - sw, sw + se - nw - ne) / (4.0 * u_step);
}

vec3 light_sand(ivec2 p, vec4 traits, float height, float sunlit) {
  vec2 slope = slope_at(p, height);
  vec4 around = smooth_at(u_eighth, gl_FragCoord.xy / 8.0, u_eighth_extent);
  float hollow = clamp((around.r / max(around.g, 1e-3) - height) / (kHollowReach * u_step), -1.0, 1.0);
  float open = kDepthTint != 0u ? 1.0 - (hollow > 0.0 ? kHollowDark : kRidgeLight) * hollow : 1.0;
  float wetness = traits.b, mark = unpack_mark(traits.a);
  vec3 albedo = elevation_color(height) * (1.0 - (1.0 - kWetDark) * wetness);
  albedo = mix(albedo, mark > 0.0 ? kSpringMark : kDrainMark, abs(mark));
  if (kGrain != 0u) {
    uint level = kReduced != 0u
                     ? 0u
                     : uint(int(floor(height * kGrainLevels + kGrainLevelOffset)));  // grains change where sand moves
    uint hash = mix32(cell_hash(cell_under(gl_FragCoord.xy), 0) ^ level);
    albedo *= 1.0 + kHeightGrain * centred(hash, 0);
  }
  vec3 light = lit(albedo, facing(slope) * sunlit * min(open, 1.0), open);
  float inverse_length = inversesqrt((dot(slope, slope) + 1.0) * (2.0 + 2.0 * u_sun.z));
  float mirror = max((u_sun.z + 1.0 - dot(slope, u_sun.xy)) * inverse_length, 0.0);
  float m2 = mirror * mirror, m4 = m2 * m2, m8 = m4 * m4;
  return light + kWetGloss * wetness * sunlit * m8 * m8;
}

vec3 light_stone(ivec2 p, float sunlit) {
  vec2 lean = kStoneBevel * vec2(sand_at(p + ivec2(-1, 0)) - sand_at(p + ivec2(1, 0)),
                                 sand_at(p + ivec2(0, -1)) - sand_at(p + ivec2(0, 1)));
  vec3 albedo = kStone;
  if (kGrain != 0u) {
    ivec2 cell = cell_under(gl_FragCoord.xy);
    albedo *= 1.0 + kSolidGrain * centred(cell_hash(cell, 1), 0) + kSolidPatch * centred(cell_hash(cell >> 1, 1), 1);
  }
  return lit(albedo, facing(lean) * sunlit, 1.0);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec4 traits = texelFetch(u_traits, p, 0);
  float sand = kStones != 0u ? traits.g : 1.0, height = texelFetch(u_heights, p, 0).r;
  if (kStones != 0u && sand <= 0.5) height = stone_height(gl_FragCoord.xy);
  float sunlit = sunlight(height);
  o_sand = vec4(light_sand(p, traits, height, sunlit) * sand, 1.0);
  o_stone = kStones != 0u && sand < 1.0 ? vec4(light_stone(p, sunlit), 1.0) * (1.0 - sand) : vec4(0.0);
}
