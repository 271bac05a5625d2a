// The high word of a product of two words.
#extension GL_ARB_gpu_shader5 : enable
#include "common/rng.glsl"

uint high_word(uint a, uint b) {
#ifdef GL_ARB_gpu_shader5
  uint high, low;
  umulExtended(a, b, high, low);
  return high;
#else
  return below(a, b);
#endif
}
