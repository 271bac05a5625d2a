// Which tiles of kBlastTile x kBlastTile cells hold a cell that explodes in this step. Other tiles are not drawn.
// u_draws: the base of the draws.
#include "conserving/bursts.glsl"

uniform uint u_draws;
out vec4 o_tile;

void main() {
  ivec2 begin = ivec2(gl_FragCoord.xy) * kBlastTile, end = min(begin + kBlastTile, u_size);
  for (int y = begin.y; y < end.y; ++y) {
    for (int x = begin.x; x < end.x; ++x) {
      ivec2 p = ivec2(x, y);
      if (!explodes(traits_of(cell_at(p)), u_draws, p)) continue;
      o_tile = vec4(1.0);
      return;
    }
  }
  discard;
}
