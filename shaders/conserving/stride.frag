// Strides of liquids. u_before (unit 4): the cells before the slump.
#include "conserving/strides.glsl"

uniform usampler2D u_before;

bool is_open(uint liquid, uint other) {
  if (other == liquid || other == u_background) return other != liquid;
  return sinks(liquid, other) && has(trait_of(other, kStrideRow), kYields);
}
bool passes(uint liquid, uint other, bool under_liquid) {
  if (other == liquid || other == u_background) return true;
  uint traits = trait_of(other, kStrideRow);
  bool is_liquid = has(traits, 511u);
  return has(traits, kThin) || (is_liquid && sinks(other, liquid)) ||
         (is_open(liquid, other) && (under_liquid || !is_liquid));
}

// The liquid is below row y + 1 of column x.
bool lies(uint liquid, int x, int y) {
  return y + 2 < u_size.y && code_at(texelFetch(u_before, ivec2(x, (y + 2) >> 4), 0), (y + 2) & 15) == liquid;
}

// Whether the liquid passes all cells of row `row` beside column `from`, as far as a stride goes, and falls nowhere on
// the way; `y`: the upper row. Four columns at a time, so that a card fetches them together.
bool is_way_free(uint liquid, int from, int way, int row, int y, bool under_liquid) {
  for (int k = 1; k < u_distance; k += 4) {
    uvec4 over = uvec4(0u), under = uvec4(0u);
    ivec4 columns = ivec4(0);
    for (int i = 0; i < 4; ++i) {
      columns[i] = around(from + min(k + i, u_distance - 1) * way);
      over[i] = code_of(columns[i], row);
      under[i] = row == y ? code_of(columns[i], y + 1) : over[i];
    }
    for (int i = 0; i < 4; ++i) {
      if (!passes(liquid, over[i], under_liquid)) return false;
      if (is_open(liquid, under[i]) && !lies(liquid, columns[i], y)) return false;
    }
  }
  return passes(liquid, code_of(around(from + u_distance * way), row), under_liquid);
}

bool moves(uint liquid, uint place, uint under, int from, int way, int y) {
  uint traits = trait_of(liquid, kStrideRow);
  if (int(traits & 511u) < u_distance || sinks(liquid, under) || !is_open(liquid, place)) return false;
  int to = around(from + u_distance * way);
  bool under_liquid = has(trait_of(place, kStrideRow), 511u);
  if (under_liquid && code_of(to, y) != place) return false;
  if (!lies(liquid, to, y) && is_open(liquid, code_of(around(to - way), y + 1))) return false;
  if (!is_way_free(liquid, from, way, y, y, under_liquid) &&
      !(under == liquid && is_way_free(liquid, from, way, y + 1, y, under_liquid)))
    return false;
  uint fluidity = min(traits >> 16, trait_of(place, kStrideRow) >> 16);
  return (draw_number(column_draw(u_draws, from), y) >> 16) <= fluidity;
}
