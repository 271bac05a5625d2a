// Depth, surface and foam of a liquid: the same as src/render/shading.cpp, where each function is explained. After
// view/motion.glsl. The constants (k...) come from shading.hpp and motion.hpp.

const int kDeep = 2;

int depth(ivec2 cell, uint hash) {
  int deepest = 0, obstacle = 0;
  bool was_air = false;
  for (uint tap = 0u; tap < kDepthTaps; ++tap) {
    int next = tap_distance(tap, hash);
    if (next > cell.y) break;
    int met = matter_at(cell.x, cell.y - next);
    bool air = is_air(met) || (met == kLiquid && is_air_at(ivec2(cell.x, cell.y - next + 1)));
    if (air && was_air) return deepest;
    was_air = air;
    if (air) continue;
    if (met == kLiquid) {
      deepest = next;
      obstacle = 0;
    } else if (obstacle == 0) {
      obstacle = next;
    }
  }
  return max(deepest, obstacle);
}

int below_surface(ivec2 cell) {
  for (int under = 0; under < 2 && cell.y > under; ++under) {
    ivec2 above = cell + (1 + under) * kUp;
    int met = matter_at(above.x, above.y);
    if (is_air(met)) return is_bubble(above, below(above)) ? kDeep : under;
    if (met != kLiquid) break;
  }
  return kDeep;
}

vec3 light_liquid(vec3 light, ivec2 cell, int under, uint hash) {
  light *= depth_scale(under == kDeep ? depth(cell, hash) : under);
  if (under == kDeep) return light;
  bool filled = under == 1 || (kMotion != 0u && gap_filler(cell + kUp) != 0);
  return mix(light, vec3(1.0), filled ? kSubsurfaceLight : kSurfaceLight);
}

vec3 add_foam(vec3 light, ivec2 cell, int under, uint hash) {
  float near = splash(cell + under * kUp);
  if (near <= 0.0) return light;
  float foam = kFoam * near * mix(kFoamLeast, 1.0, unit(mix32(hash ^ u_flicker_seed), 2));
  return mix(light, vec3(1.0), foam / float(1 + under));
}

// The liquid of another cell, as it would look in this one. a = emitted light.
vec4 liquid_light(ivec2 cell, ivec2 from) {
  int element = element_at(from);
  uint hash = cell_hash(cell, element);
  vec4 color_glow = color_and_glow(from, element);
  vec3 light = color_glow.rgb;
  if (kGrain != 0u) light *= 1.0 + kLiquidGrain * centred(hash, 0);
  if (kDepthTint != 0u && color_glow.a == 0.0) light = light_liquid(light, cell, below_surface(cell), hash);
  return with_emission(light, color_glow.a, hash);
}
