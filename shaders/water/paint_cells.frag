// A cell after an edit. Inputs: see paint.glsl and patch.glsl. Output: the cell.
#include "water/paint.glsl"

out int o_cell;

int added(int cell, int amount) {
  int most = max(cell, kMassMax);
  if (amount > most - cell) return most;  // the sum may overflow
  return max(cell + amount, 0);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int cell = texelFetch(u_cells, p, 0).r;
  ivec2 operation = patch_at(p, present_at(p, cell));
  o_cell = cell;
  if (operation.r == kPaintAir) o_cell = 0;
  if (operation.r == kPaintLiquid) o_cell = max(cell, kFullCell);
  if (operation.r == kPaintDrain) o_cell = kDrain;
  if (operation.r == kPaintPowder || operation.r == kPaintGround || operation.r == kPaintFaucet) o_cell = kGround;
  if (operation.r == kAdd && cell >= 0) o_cell = added(cell, operation.g);
}
