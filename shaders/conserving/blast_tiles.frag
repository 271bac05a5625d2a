// Which tiles of kBlastTile x kBlastTile cells hold a cell that explodes in this step. Other tiles are not drawn.
// u_draws: the base of the draws.
#include "conserving/traits.glsl"

out vec4 o_tile;

bool explodes(uint cells, int x, int top) {
  if (are_restless(cells) == 0u) return false;
  for (int lane = 0; lane < 4; ++lane) {
    uint chance = trait_of(code_in(cells, lane), kBurstRow);
    if (chance == 0u || top + lane >= u_size.y) continue;
    if (hits(draw_number(column_draw(u_draws, x), top + lane), chance)) return true;
  }
  return false;
}

void main() {
  ivec2 begin = ivec2(gl_FragCoord.xy) * kBlastTile, end = min(begin + kBlastTile, u_size);
  for (int top = begin.y; top < end.y; top += 16) {
    for (int x = begin.x; x < end.x; ++x) {
      uvec4 cells = texel_at(x, top >> 4);
      for (int word = 0; word < 4; ++word) {
        if (explodes(cells.x, x, top + 4 * word)) {
          o_tile = vec4(1.0);
          return;
        }
        cells = cells.yzwx;
      }
    }
  }
  discard;
}
