// What the bodies in a tile of kBodyTile x kBodyTile cells have below them, as sets: see below() in bodies.glsl.
// Inputs: those of bodies.glsl but u_below.
#include "conserving/bodies.glsl"

out uvec4 o_below;

void main() {
  ivec2 begin = ivec2(gl_FragCoord.xy) * kBodyTile, end = min(begin + kBodyTile, u_size);
  uvec4 sets = uvec4(0u);
  for (int y = begin.y; y < end.y; ++y) {
    for (int x = begin.x; x < end.x; ++x) {
      vec4 cell = cell_at(ivec2(x, y));
      if (body_of(cell) != 0) sets |= below(cell, ivec2(x, y));
    }
  }
  o_below = sets;
}
