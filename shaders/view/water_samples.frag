// Water and ground at a sample of water with mass; the same as src/render/field_shading.cpp.
// Inputs: those of samples.glsl; u_masses, u_cells (units 0, 1), u_palette (unit 2, as in shade.glsl); u_first_mass,
// u_first_cell = world cell of their texel (0, 0); u_mass_squares (unit 3) in place of u_masses if kInSquares is 1;
// u_world = size in cells; constants kGrain, kReduced.
// Outputs: r = filled share, g = veil, b = depth, a = pressure; and the lit ground times its share, a = its share.
#include "common/bytes.glsl"
#include "common/rng.glsl"
#include "common/squares.glsl"
#include "view/depth.glsl"
#include "view/grain.glsl"
#include "view/samples.glsl"

layout(location = 0) out vec4 o_filled;
layout(location = 1) out vec4 o_ground;

uniform isampler2D u_masses;
uniform isampler2DArray u_mass_squares;
uniform sampler2D u_cells;
uniform sampler2D u_palette;
uniform ivec2 u_first_mass;
uniform ivec2 u_first_cell;
uniform ivec2 u_world;

float mass_at(ivec2 cell) {
  cell = clamp(cell, ivec2(0), u_world - 1);
  int units = kInSquares != 0u ? amount_in(u_mass_squares, cell) : texelFetch(u_masses, cell - u_first_mass, 0).r;
  return units < 0 ? -1.0 : float(units) / float(kFullCell);
}

float pressure_rows(float mass) { return max(mass - 1.0, 0.0) / kPressureRow; }
float pressure_shown(float mass) { return sqrt(min(pressure_rows(mass) / kPressureMost, 1.0)); }

float depth_at(ivec2 cell, uint hash) {
  int way = 0;
  for (uint tap = 0u; tap < kDepthTaps; ++tap) {
    int next = tap_distance(tap, hash);
    if (next > cell.y || mass_at(cell - ivec2(0, next)) < kWetFrom) break;
    if (next - way > 2 && mass_at(cell - ivec2(0, (way + next) / 2)) < 0.0) break;  // a floor between two bodies of
                                                                                    // water
    way = next;
  }
  float by_pressure = min(pressure_rows(mass_at(cell)) / kDeepRows, 1.0);
  return (1.0 - kDeepByPressure) * min(float(way) / kDepthReach, 1.0) + kDeepByPressure * by_pressure;
}

int element_at(ivec2 cell) { return byte_of(texelFetch(u_cells, cell - u_first_cell, 0).r); }
vec3 color_of(int element) { return texelFetch(u_palette, ivec2(element, kColorRow), 0).rgb; }

float solid_grain(ivec2 cell, int element) {
  return 1.0 + kSolidGrain * centred(cell_hash(cell, element), 0) +
         kSolidPatch * centred(cell_hash(cell >> 1, element), 1);
}

vec3 ground_at(ivec2 cell) {
  int element = element_at(cell);
  vec3 light = color_of(element);
  if (kGrain == 0u) return light;
  light *= solid_grain(cell, element);
  if (mass_at(cell + ivec2(0, -1)) >= 0.0) light *= 1.0 + kSolidEdgeLight;
  if (mass_at(cell + ivec2(0, 1)) >= 0.0) light *= 1.0 - kSolidEdgeShade;
  return light;
}

void sample_cell(ivec2 cell) {
  float own = mass_at(cell), above = mass_at(cell + ivec2(0, -1)), below = mass_at(cell + ivec2(0, 1));
  uint hash = cell_hash(cell, 0);
  if (own >= 0.0) {
    float covered = min(max(above, 0.0) / kCoveredBy, 1.0) * clamp(own / kWetFrom, 0.0, 1.0);
    float falls = below < 0.0 || cell.y + 1 >= u_world.y ? 0.0 : clamp(1.0 - 2.0 * below, 0.0, 1.0);
    float deep = own > 0.0 ? depth_at(cell, hash) : 0.0;
    o_filled = vec4(min(own + covered, 1.0), falls * sqrt(min(own, 1.0)), deep, pressure_shown(own));
    o_ground = vec4(0.0);
    return;
  }
  // Ground continues like the water beside it, so that water touches it without a gap or a rim.
  float left = mass_at(cell + ivec2(-1, 0)), right = mass_at(cell + ivec2(1, 0));
  float beside = max(above > kWetFrom || below >= 1.0 ? 1.0 : 0.0, max(left, right));
  float fullest = max(max(max(above, below), max(left, right)), 0.0);
  float deep = above > 0.0 ? depth_at(cell + ivec2(0, -1), hash) : 0.0;
  if (fullest > 0.0) deep = max(deep, depth_at(cell + ivec2(left >= right ? -1 : 1, 0), hash));
  o_filled = vec4(min(beside, 1.0), 0.0, beside > 0.0 ? deep : 0.0, pressure_shown(fullest));
  o_ground = vec4(ground_at(cell), 1.0);
}

void add_cell(vec2 place, inout vec4 filled, inout vec4 solid) {
  ivec2 cell = clamp(cell_under(place), ivec2(0), u_world - 1);
  float own = mass_at(cell);
  if (own < 0.0) {
    solid += vec4(color_of(element_at(cell)), 1.0);
  } else {
    filled += vec4(min(own * kFarFill, 1.0), 0.0, kDeepByPressure * min(pressure_rows(own) / kDeepRows, 1.0),
                   pressure_shown(own));
  }
}

void sample_pixel(vec2 place) {
  vec4 filled = vec4(0.0), solid = vec4(0.0);
  add_cell(place + vec2(-0.25, -0.25), filled, solid);
  add_cell(place + vec2(0.25, -0.25), filled, solid);
  add_cell(place + vec2(-0.25, 0.25), filled, solid);
  add_cell(place + vec2(0.25, 0.25), filled, solid);
  ivec2 cell = clamp(cell_under(place - 0.25), ivec2(0), u_world - 1);
  if (kGrain != 0u) solid.rgb *= solid_grain(cell, 0);
  uint hash = cell_hash(cell, 0);
  int deep = 0;
  for (uint i = 0u; i < kFarLooks; ++i) {
    int look = int(1u + (i * 256u + ((hash >> (8u * i)) & 0xffu)) * kFarDepth / (256u * kFarLooks));
    deep += int(cell.y >= look && mass_at(cell - ivec2(0, look)) >= kWetFrom);
  }
  filled /= max(4.0 - solid.a, 1.0);
  filled.b += (1.0 - kDeepByPressure) * float(deep) / float(kFarLooks) * float(kFarDepth) / kDepthReach;
  o_filled = filled;
  o_ground = solid * 0.25;
}

void main() {
  if (kReduced == 0u) {
    sample_cell(cell_under(gl_FragCoord.xy));
  } else {
    sample_pixel(gl_FragCoord.xy);
  }
}
