// First pass of a step: to which neighbour a stack gives sand. Inputs: see stack.glsl; u_seed, u_step; constant kSalt.
// Output: r = the tag / 255.
#include "common/rng.glsl"
#include "sandpile/stack.glsl"

uniform uvec2 u_seed;
uniform uint u_step;
out vec4 o_tag;

int tag_of(ivec2 p) {
  int own = height_at(p);
  if (own == kBlocked) return kStable;
  int threshold = threshold_at(p);
  int up = int(own - height_at(p + ivec2(0, -1)) >= threshold);
  int down = int(own - height_at(p + ivec2(0, 1)) >= threshold);
  int left = int(own - height_at(p + ivec2(-1, 0)) >= threshold);
  int right = int(own - height_at(p + ivec2(1, 0)) >= threshold);
  int count = up + down + left + right;
  if (count == 0) return kStable;
  uint random = random_u32(u_seed, u_step, uint(p.x), uint(p.y) >> 1, kSalt);
  uint half_of_it = (p.y & 1) == 0 ? random >> 16 : random & 0xffffu;
  int chosen = int((half_of_it * uint(count)) >> 16);
  if (up == 1 && chosen == 0) return kUp;
  if (down == 1 && chosen == up) return kDown;
  if (left == 1 && chosen == up + down) return kLeft;
  return kRight;
}

void main() { o_tag = vec4(float(tag_of(ivec2(gl_FragCoord.xy))) / 255.0, 0.0, 0.0, 1.0); }
