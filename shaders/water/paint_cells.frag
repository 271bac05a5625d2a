// Cells after an edit. Inputs: see each_cell.glsl, paint.glsl and patch.glsl.
#include "common/each_cell.glsl"
#include "water/paint.glsl"

int added(int cell, int amount) {
  int most = max(cell, kMassMax);
  if (amount > most - cell) return most;  // the sum may overflow
  return max(cell + amount, 0);
}

int changed(ivec2 p, int cell) {
  ivec2 operation = patch_at(p, present_at(p, cell));
  if (operation.r == kPaintAir) return 0;
  if (operation.r == kPaintLiquid) return max(cell, kFullCell);
  if (operation.r == kPaintDrain) return kDrain;
  if (operation.r == kPaintPowder || operation.r == kPaintGround || operation.r == kPaintFaucet) return kGround;
  return operation.r == kAdd && cell >= 0 ? added(cell, operation.g) : cell;
}

void main() { change_square(); }
