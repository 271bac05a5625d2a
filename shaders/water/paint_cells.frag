// What an edit makes of a cell. Inputs: see paint.glsl and patch.glsl. Output: the cell.
#include "water/paint.glsl"

out int o_cell;

int added(int cell, int amount) {
  if (amount > int(kMassMax) - cell) return int(kMassMax);
  return max(cell + amount, 0);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int cell = texelFetch(u_cells, p, 0).r;
  ivec2 deed = patch_at(p, present_at(p, cell));
  o_cell = cell;
  if (deed.r == kPaintAir) o_cell = 0;
  if (deed.r == kPaintLiquid) o_cell = max(cell, int(kFull));
  if (deed.r == kPaintDrain) o_cell = kDrain;
  if (deed.r == kPaintPowder || deed.r == kPaintGround || deed.r == kPaintFaucet) o_cell = kGround;
  if (deed.r == kAdd && cell >= 0) o_cell = added(cell, deed.g);
}
