// What leaves a world over open sides, as in src/automata/conserving/borders.hpp. u_open: not 0 for left, right, top
// and bottom if that side is open.
#include "conserving/pairs.glsl"

uniform ivec4 u_open;

bool leaves(ivec2 p, vec4 cell) {
  bvec4 at = bvec4(p.x == 0, p.x == u_size.x - 1, p.y == 0, p.y == u_size.y - 1);
  if (ivec4(at) * u_open == ivec4(0)) return false;
  return index_of(cell) != 0 && has(meeting_of(cell, cell_of(0u)), kSwap);
}
