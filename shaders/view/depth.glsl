// How deep a cell is in a liquid: reads the cells above it. The same as src/render/shading.hpp.
// Constant from C++: kFarDepth.

// The distance of read 0, 1, 2, ...: 1, 2, 4, 7, 11, ... minus a random part of the gap, which hides the steps between.
int tap_distance(uint tap, uint hash) {
  return int(1u + tap * (tap + 1u) / 2u - ((((hash >> (4u * tap)) & 0xffu) * tap) >> 8u));
}

// In reduced pictures a single read, 1..kFarDepth cells up, is enough: the mean over many cells is a soft gradient.
int far_look(uint hash) { return int(1u + (((hash >> 16u) & 0xffu) * kFarDepth >> 8u)); }
