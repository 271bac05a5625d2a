// Cells of water and ground. Needs common/rng.glsl and view/grain.glsl.
// Inputs: u_masses, u_cells (units 0, 1), u_palette (unit 2, as in shade.glsl); u_first_mass, u_first_cell = world cell
// of their texel (0, 0); u_mass_squares (unit 3) in place of u_masses if kInSquares, a constant from C++, is 1;
// u_world = size in cells.
#include "common/bytes.glsl"
#include "common/squares.glsl"
#include "view/depth.glsl"

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
