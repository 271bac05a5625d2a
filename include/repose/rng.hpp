// Counter-based random numbers: a pure integer function of (seed, step, x, y, salt), the same in C++ and in GLSL
// (shaders/common/rng.glsl); one table checks both. No state: threads and the order of calls do not matter.
#pragma once

#include <cstdint>

namespace repose {

// Salts keep the uses of one seed apart.
enum class Salt : std::uint32_t { scene = 1, automaton = 2, looks = 3, spray = 4, push = 5 };

// The factors of mix32.
inline constexpr std::uint32_t kMixFactor1 = 0x7feb352du, kMixFactor2 = 0x846ca68bu;
// 2^32 divided by the golden ratio, rounded to odd: spreads small numbers over all 32 bits.
inline constexpr std::uint32_t kGoldenRatio = 0x9e3779b9u;

// The finaliser "lowbias32" of Chris Wellons' hash prospector: a bijection of 32-bit words with low bias.
// Multiplications wrap modulo 2^32, as in GLSL.
constexpr std::uint32_t mix32(std::uint32_t v) {
  v ^= v >> 16;
  v *= kMixFactor1;
  v ^= v >> 15;
  v *= kMixFactor2;
  v ^= v >> 16;
  return v;
}

// What all random numbers of a step share. Loops over cells compute it once: mix32(mix32(base ^ x) ^ y).
constexpr std::uint32_t random_base(std::uint64_t seed, std::uint32_t step, std::uint32_t salt) {
  std::uint32_t h = mix32(static_cast<std::uint32_t>(seed) ^ kGoldenRatio);
  h = mix32(h ^ static_cast<std::uint32_t>(seed >> 32));
  h = mix32(h ^ salt);
  return mix32(h ^ step);
}

// 32 random bits for a cell. Each coordinate enters through a full mix, so that neighbours share no pattern.
constexpr std::uint32_t random_u32(std::uint64_t seed, std::uint32_t step, std::uint32_t x, std::uint32_t y,
                                   std::uint32_t salt) {
  return mix32(mix32(random_base(seed, step, salt) ^ x) ^ y);
}

// Maps 32 random bits onto 0..n-1 by multiply-shift; n >= 1. The bias is below n / 2^32.
constexpr std::uint32_t below(std::uint32_t random, std::uint32_t n) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(random) * n) >> 32);
}

}  // namespace repose
