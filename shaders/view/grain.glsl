// A bit of randomness that belongs to a place and to nothing else. Needs mix32 of common/rng.glsl.
uint cell_hash(ivec2 cell, int element) {
  return mix32(uint(cell.x) * 0x01000193u + uint(cell.y) * 0x9e3779b1u + uint(element) * 0x85ebca6bu);
}

float unit(uint hash, int which) { return float((hash >> uint(8 * which)) & 0xffu) / 255.0; }

float centred(uint hash, int which) { return unit(hash, which) - 0.5; }
