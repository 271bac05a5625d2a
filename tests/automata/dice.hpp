// A sequence of random numbers for tests: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "repose/rng.hpp"

namespace repose::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}

  std::uint32_t bits() { return random_u32(seed_, 0, count_++, 0, 77); }
  // 0..n-1; n >= 1.
  int below(int n) { return static_cast<int>(repose::below(bits(), static_cast<std::uint32_t>(n))); }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool one_in(int n) { return below(n) == 0; }
  bool chance(int percent) { return below(100) < percent; }
  double fraction() { return bits() / 4294967296.0; }  // 0..1, without 1
  template <class T, std::size_t N>
  T pick(const T (&values)[N]) {
    return values[below(static_cast<int>(N))];
  }

 private:
  std::uint64_t seed_;
  std::uint32_t count_ = 0;
};

}  // namespace repose::test
