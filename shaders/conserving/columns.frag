// Falls in one segment of the columns: kSegmentRows pairs of a cell and the cell below it, from the lowest up. The
// lowest segment is number 0. Each fragment is a column. Outputs: the elements of the lower cells of its pairs after
// fall, in bytes, the lowest in the lowest bits of o_low.r; o_high.b: which of them have fallen, a bit each; o_high.a:
// the element of the upper cell of the last pair, plus kMoved if that pair has acted.
// u_below (unit 3): o_high of the segment below. u_draws: the base of the draws.
#include "conserving/pairs.glsl"

uniform usampler2D u_below;
uniform int u_segment;
uniform uint u_draws;
layout(location = 0) out uvec4 o_low;
layout(location = 1) out uvec4 o_high;

void main() {
  int x = int(gl_FragCoord.x), lowest = u_size.y - 2 - u_segment * kSegmentRows;
  vec4 lower = cell_at(ivec2(x, lowest + 1));
  bool moved = false;
  if (u_segment > 0) {
    uint carried = texelFetch(u_below, ivec2(x, (u_segment - 1) / 2), 0).a;
    lower = cell_of(carried & 255u);
    moved = (carried & kMoved) != 0u;
  }
  uint words[6] = uint[6](0u, 0u, 0u, 0u, 0u, 0u);
  uint fell = 0u;
  for (int k = 0; k < kSegmentRows && k <= lowest; ++k) {
    ivec2 p = ivec2(x, lowest - k);
    vec4 upper = cell_at(p);
    Meeting meeting = meeting_of(upper, lower);
    bool swaps = has(meeting, kSwap);
    moved = has(meeting, moved ? kFollows : kFalls) && (swaps || hits(draw_number(u_draws, p), meeting.probability));
    vec4 up = upper, down = lower;
    if (moved) {
      up = swaps ? lower : result(upper, lower);
      down = swaps ? upper : result(lower, upper);
    }
    words[k >> 2] |= uint(index_of(down)) << uint(8 * (k & 3));
    if (moved && swaps) fell |= 1u << uint(k);
    lower = up;
  }
  o_low = uvec4(words[0], words[1], words[2], words[3]);
  o_high = uvec4(words[4], words[5], fell, uint(index_of(lower)) | (moved ? kMoved : 0u));
}
