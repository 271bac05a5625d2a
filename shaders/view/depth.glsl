// How deep a cell lies in a liquid: looks upwards. src/render/shading.hpp says the same in C++.
// Constant from C++: kFarDepth.

// How far up tap 0, 1, 2, ... looks: 1, 2, 4, 7, 11, ... less a random part of the gap, which hides the steps between.
int tap_distance(uint tap, uint hash) {
  return int(1u + tap * (tap + 1u) / 2u - ((((hash >> (4u * tap)) & 0xffu) * tap) >> 8u));
}

// In reduced pictures a single look tells deep from shallow, 1..kFarDepth cells up: the mean over many cells is a soft
// gradient.
int far_look(uint hash) { return int(1u + (((hash >> 16u) & 0xffu) * kFarDepth >> 8u)); }
