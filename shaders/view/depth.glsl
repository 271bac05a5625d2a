// How deep a cell is in a liquid: reads the cells above it. Equal to src/render/shading.hpp.

// The distance of read 0, 1, 2, ...: 1, 2, 4, 7, 11, ... minus a random part of the gap, which hides the steps between.
int tap_distance(uint tap, uint hash) {
  return int(1u + tap * (tap + 1u) / 2u - ((((hash >> (4u * tap)) & 0xffu) * tap) >> 8u));
}
