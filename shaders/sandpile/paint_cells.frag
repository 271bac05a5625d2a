// The height of a stack after an edit. Inputs: see paint.glsl and patch.glsl; u_brush = the amount that painting adds.
// An obstacle that is lifted leaves its floor: only amounts from kWholeRange (a constant) down are taken from it.
// Output: the height.
#include "sandpile/paint.glsl"

uniform int u_brush;
out int o_height;

// Clamps the amount first, so that the sum does not overflow.
int added(int height, int amount) {
  return clamp(height + clamp(amount, -2 * kHeightMax, 2 * kHeightMax), -kHeightMax, kHeightMax);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int height = texelFetch(u_cells, p, 0).r;
  ivec2 operation = patch_at(p, u_only_over);
  bool blocked = ground_after(operation, byte_of(texelFetch(u_ground, p, 0).r)) == kObstacle;
  bool lifted = height == kBlocked && !blocked;
  o_height = lifted ? 0 : height;
  if (blocked) return;
  if (lifted && (operation.r == kPaintAir || (operation.r == kAdd && operation.g < 0 && operation.g > kWholeRange)))
    return;
  if (operation.r == kPaintAir) o_height = added(o_height, -u_brush);
  if (operation.r == kPaintPowder) o_height = added(o_height, u_brush);
  if (operation.r == kAdd) o_height = added(o_height, operation.g);
}
