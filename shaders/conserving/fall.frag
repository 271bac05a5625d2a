// The cells after fall, from the segments of columns.frag. u_even_low, u_even_high, u_odd_low, u_odd_high (units 3 to
// 6): the outputs of the even and of the odd segments.
#include "conserving/pairs.glsl"

uniform usampler2D u_even_low;
uniform usampler2D u_even_high;
uniform usampler2D u_odd_low;
uniform usampler2D u_odd_high;
out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int pair = max(u_size.y - 1 - p.y, 0), segment = pair / kSegmentRows, k = pair % kSegmentRows;
  if (p.y == 0) {  // the upper cell of the last pair
    segment = (u_size.y - 2) / kSegmentRows;
    k = 0;
  }
  ivec2 at = ivec2(p.x, segment / 2);
  bool even = (segment & 1) == 0;
  uvec4 low = even ? texelFetch(u_even_low, at, 0) : texelFetch(u_odd_low, at, 0);
  uvec4 high = even ? texelFetch(u_even_high, at, 0) : texelFetch(u_odd_high, at, 0);
  if (p.y == 0) {
    o_cell = cell_of(high.a & 255u);
    return;
  }
  uint word = k < 16 ? low[k >> 2] : high[(k - 16) >> 2];
  o_cell = cell_of((word >> uint(8 * (k & 3))) & 255u);
  if ((high.b >> uint(k) & 1u) != 0u) o_cell = marked_as_fallen(o_cell);
}
