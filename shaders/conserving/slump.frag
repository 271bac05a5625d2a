// The slump: powder moves away from where it is steep.
#include "conserving/strides.glsl"

bool is_free(uint powder, uint other) { return sinks(powder, other) && has(trait_of(other, kStrideRow), kFlows); }
bool is_fixed(uint code) { return has(trait_of(code, kStrideRow), kStays); }

bool moves(uint powder, uint place, uint under, int from, int way, int y) {
  if (!has(trait_of(powder, kStrideRow), kGrains) || sinks(powder, under) || !is_free(powder, place)) return false;
  if (y + u_distance >= u_size.y) return false;
  int to = around(from + u_distance * way);
  for (int row = y; row <= y + u_distance; ++row) {
    if (!is_free(powder, code_of(to, row))) return false;
  }
  for (int k = 0; k < u_distance; ++k) {
    int x = around(from + k * way);
    if (is_fixed(code_of(x, y)) || is_fixed(code_of(x, y + 1))) return false;
  }
  return hits(draw_number(column_draw(u_draws, from), y), kSlumpChance);
}
