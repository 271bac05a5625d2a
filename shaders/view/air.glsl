// The background with what moves through it: the same as src/render/shading.cpp. After view/liquid.glsl. The constants
// (k...) come from motion.hpp. Lights: rgb = colour, a = emitted light.
uniform int u_fallen;

// A falling liquid or powder of the cell `source` below, drawn in this cell.
vec4 falling_light(ivec2 cell, int source) {
  ivec2 from = cell + source * kDown;
  int element = element_at(from);
  bool liquid = matter_of(element) == kLiquid;
  uint hash = cell_hash(from, element);
  vec4 color_glow = color_and_glow(from, element);
  vec3 light = color_glow.rgb;
  if (kGrain != 0u) {
    int place = liquid ? (cell.y - u_fallen) >> kStripeBits : from.y - u_fallen;
    light *= 1.0 + (liquid ? kStreamGrain : kPowderGrain) * centred(cell_hash(ivec2(cell.x, place), element), 0);
    light = with_shimmer(light, element, hash);
  }
  if (kDepthTint != 0u && liquid && color_glow.a == 0.0) light = mix(light, vec3(1.0), kStreamLight);
  return with_emission(light, color_glow.a, hash);
}

vec4 cover_with_gas(vec4 light, ivec2 cell) {
  int count = 0;
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 4; ++i) {
    ivec2 at = cell + kNeighbours[i];
    if (!inside(at)) continue;
    int element = element_at(at);
    if (matter_of(element) != kGas) continue;
    ++count;
    sum += vec4(color_and_glow(at, element).rgb, light.a);
  }
  return count < 2 ? light : mix(light, sum / float(count), kGasFill * float(count - 1) / 3.0);
}

vec4 spray(vec4 light, ivec2 cell, int down) {
  float near = splash(cell + down * kDown) / float(down);
  if (near <= 0.0 || unit(mix32(cell_hash(cell, 0) ^ u_flicker_seed), 2) < kSprayFrom) return light;
  ivec2 from = cell + down * kDown;
  vec3 drop = mix(color_and_glow(from, element_at(from)).rgb, vec3(1.0), kSprayLight);
  return vec4(mix(light.rgb, drop, kSprayCover * near), light.a);
}

vec4 cover_air(vec4 light, ivec2 cell, int down) {
  ivec2 found = streak(cell, down);
  if (found.x != 0) {
    bool liquid = is_liquid_at(cell + found.x * kDown);
    float fade = 1.0 - float(found.x - 1) / float(kStreakCells);
    float cover = found.y != 0 ? (liquid ? kLiquidBridge : kPowderBridge) : (liquid ? kLiquidStreak : kPowderStreak) * fade;
    return mix(light, falling_light(cell, found.x), cover);
  }
  int beside = down == 1 ? gap_filler(cell) : 0;
  if (beside != 0) light = mix(light, liquid_light(cell, cell + beside * kRight), kGapCover);
  return down <= kSprayRows && is_liquid_at(cell + down * kDown) ? spray(light, cell, down) : light;
}

vec4 air_light(vec4 light, ivec2 cell) {
  if (kMotion != 0u) light = cover_with_gas(light, cell);
  int down = below(cell);
  if (down == 0) return light;
  if (kDepthTint != 0u && is_bubble(cell, down)) {
    return mix(light, liquid_light(cell, cell + down * kDown), kBubbleCover);
  }
  return kMotion != 0u ? cover_air(light, cell, down) : light;
}
