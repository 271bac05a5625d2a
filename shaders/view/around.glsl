// What the passes share that find the classes of cells, the same as src/render/motion.cpp: cells around a cell of the
// area. Input: u_image (unit 0), the result of the pass before; u_extent = the size of the area. The constants (k...)
// come from motion.hpp.
#include "common/bytes.glsl"

uniform sampler2D u_image;
uniform ivec2 u_extent;

bool outside(ivec2 p) { return any(lessThan(p, ivec2(0))) || any(greaterThanEqual(p, u_extent)); }

int traits_at(ivec2 p) { return outside(p) ? kTraitOutside : byte_of(texelFetch(u_image, p, 0).r); }

bool has(int traits, int trait) { return (traits & trait) != 0; }
bool is_matter(int traits) { return !has(traits, kTraitAir | kTraitOutside); }
bool is_background(int traits) { return (traits & (kTraitAir | kTraitGas)) == kTraitAir; }

vec4 bytes(int r, int g, int b, int a) { return vec4(r, g, b, a) / 255.0; }
ivec4 bytes_of(vec4 texel) { return ivec4(texel * 255.0 + 0.5); }

// The texel of class_columns.frag, and outside the area one of nothing.
ivec4 columns_at(ivec2 p) { return outside(p) ? ivec4(kTraitOutside, 0, 0, 0) : bytes_of(texelFetch(u_image, p, 0)); }

// Whether a cell falls, unless it is between resting cells of liquid.
bool rests(ivec4 columns) { return has(columns.r, kTraitLiquid) && columns.b == 0; }
bool moves(ivec4 columns, ivec2 p) {
  return columns.b != 0 && !(rests(columns_at(p - ivec2(1, 0))) && rests(columns_at(p + ivec2(1, 0))));
}
