// Counter-based random numbers, the same as include/repose/rng.hpp: a pure integer function of (seed, step, x, y,
// salt). Constants from rng.hpp: kMixFactor1, kMixFactor2, kGoldenRatio.

// The finaliser "lowbias32" of Chris Wellons' hash prospector.
uint mix32(uint v) {
  v ^= v >> 16;
  v *= kMixFactor1;
  v ^= v >> 15;
  v *= kMixFactor2;
  v ^= v >> 16;
  return v;
}

// seed.x = low word, seed.y = high word.
uint random_u32(uvec2 seed, uint step, uint x, uint y, uint salt) {
  uint h = mix32(seed.x ^ kGoldenRatio);
  h = mix32(h ^ seed.y);
  h = mix32(h ^ salt);
  h = mix32(h ^ step);
  h = mix32(h ^ x);
  return mix32(h ^ y);
}

// The high word of random * n: maps 32 random bits onto 0..n-1. In halves of 16 bits, since GLSL 3.30 has no wide
// product.
uint below(uint random, uint n) {
  uint low_low = (random & 0xffffu) * (n & 0xffffu);
  uint high_low = (random >> 16) * (n & 0xffffu);
  uint low_high = (random & 0xffffu) * (n >> 16);
  uint carry = (low_low >> 16) + (high_low & 0xffffu) + (low_high & 0xffffu);
  return (random >> 16) * (n >> 16) + (high_low >> 16) + (low_high >> 16) + (carry >> 16);
}
