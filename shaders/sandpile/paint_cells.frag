// The height of a stack after an edit. Inputs: see each_cell.glsl, paint.glsl and patch.glsl; u_brush = the amount that
// painting adds. An obstacle that is lifted leaves its floor: only amounts from kWholeRange (a constant) down are
// subtracted from it.
#include "common/each_cell.glsl"
#include "sandpile/paint.glsl"

uniform int u_brush;

// Clamps the amount first, so that the sum does not overflow.
int added(int height, int amount) {
  return clamp(height + clamp(amount, -2 * kHeightMax, 2 * kHeightMax), -kHeightMax, kHeightMax);
}

int changed(ivec2 p, int height) {
  ivec2 operation = patch_at(p, u_only_over);
  if (operation.r == kNone) return height;
  bool blocked = ground_after(operation, byte_of(texelFetch(u_ground, p, 0).r)) == kObstacle;
  if (blocked) return height;
  bool lifted = height == kBlocked;
  bool spared = operation.r == kPaintAir || (operation.r == kAdd && operation.g < 0 && operation.g > kWholeRange);
  if (lifted && spared) return 0;
  if (lifted) height = 0;
  if (operation.r == kPaintAir) return added(height, -u_brush);
  if (operation.r == kPaintPowder) return added(height, u_brush);
  return operation.r == kAdd ? added(height, operation.g) : height;
}

void main() { change_square(); }
