// Which pairs of cells a push swaps: the same as src/core/edited_cells.hpp. Inputs: u_direction = from the first to the
// second cell of a pair; u_shakes = 1 to either side; u_odd = 1 if first cells have odd coordinates; u_push_draws =
// the base of the draws; u_box = the cells that may swap: x_begin, y_begin, x_end, y_end; u_spans = the first and
// the end column that the push covers, a texel for each row from u_first_row on; u_looseness = four bits for each
// element, the first in the lowest bits. Constants from C++: kBackground, kGas, kLiquid, kPowder, kFixed, kBlowGas,
// kBlowLiquid, kBlowPowder, kShakeChance.
#include "common/rng.glsl"

uniform ivec2 u_direction;
uniform int u_shakes;
uniform int u_odd;
uniform uint u_push_draws;
uniform ivec4 u_box;
uniform isampler2D u_spans;
uniform int u_first_row;
uniform uvec4 u_looseness[8];

int looseness_of(int element) {
  uint word = u_looseness[element >> 5][(element >> 3) & 3];
  return int((word >> uint(4 * (element & 7))) & 15u);
}

bool in_box(ivec2 p) { return p.x >= u_box.x && p.y >= u_box.y && p.x < u_box.z && p.y < u_box.w; }

bool is_covered(ivec2 p) {
  int row = p.y - u_first_row;
  if (row < 0 || row >= textureSize(u_spans, 0).y) return false;
  ivec2 span = texelFetch(u_spans, ivec2(0, row), 0).xy;
  return p.x >= span.x && p.x < span.y;
}

bool is_first(ivec2 p) { return (((u_direction.x != 0 ? p.x : p.y) ^ u_odd) & 1) == 0; }

// The other cell of the pair of p.
ivec2 partner_of(ivec2 p) { return is_first(p) ? p + u_direction : p - u_direction; }

// Whether these cells may be a pair that swaps, as far as their places say.
bool may_swap(ivec2 first, ivec2 second) { return in_box(first) && in_box(second) && is_covered(first); }

uint push_chance(int first, int second) {
  if (u_shakes == 1) return first != kFixed && second != kFixed ? kShakeChance : 0u;
  if (second != kBackground && second != kGas) return 0u;
  return first == kGas ? kBlowGas : first == kLiquid ? kBlowLiquid : first == kPowder ? kBlowPowder : 0u;
}

// Whether the elements a and b of the pair whose first cell is at `first` change places.
bool swaps(ivec2 first, int a, int b) {
  if (a == b) return false;
  uint chance = push_chance(looseness_of(a), looseness_of(b));
  uint draw = mix32(mix32(u_push_draws ^ uint(first.x)) ^ uint(first.y));
  return (draw >> 16) < chance;
}
