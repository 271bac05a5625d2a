// Random bits of a cell: a function of its position and its element only. Needs mix32 of common/rng.glsl. Constant from
// C++: kCellHashFactors, of x, y and the element.
uint cell_hash(ivec2 cell, int element) {
  return mix32(uint(cell.x) * kCellHashFactors[0] + uint(cell.y) * kCellHashFactors[1] +
               uint(element) * kCellHashFactors[2]);
}

float unit(uint hash, int which) { return float((hash >> uint(8 * which)) & 0xffu) / 255.0; }

float centred(uint hash, int which) { return unit(hash, which) - 0.5; }
