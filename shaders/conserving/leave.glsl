// What leaves a world over open sides, as in src/automata/conserving/conserving.hpp. u_open: not 0 for left, right, top
// and bottom if that side is open.
#include "conserving/packed.glsl"

uniform ivec4 u_open;

bool is_open(ivec2 p) {
  bvec4 at = bvec4(p.x == 0, p.x == u_size.x - 1, p.y == 0, p.y == u_size.y - 1);
  return ivec4(at) * u_open != ivec4(0);
}

bool leaves(uint code) { return code != u_background && has(meeting_of(code, u_background), kSwap); }
