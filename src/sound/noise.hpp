// The random numbers of the sound: reproducible, fast, and never part of a run.
#pragma once

#include <cmath>
#include <cstdint>

namespace repose::sound {

class Noise {
 public:
  explicit Noise(std::uint32_t seed) : state_(seed | 1u) {}

  // Marsaglia, "Xorshift RNGs", 2003.
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }
  // -1..1
  float sample() { return static_cast<float>(static_cast<std::int32_t>(next())) * 0x1p-31f; }
  // 0..1
  float unit() { return static_cast<float>(next() >> 8) * 0x1p-24f; }
  float between(float low, float high) { return low + (high - low) * unit(); }
  // The same, with equal shares for equal ratios: for frequencies.
  float between_log(float low, float high) { return low * std::pow(high / low, unit()); }
  // The waiting time between events that happen once per unit of time on average.
  float wait() { return -std::log(1.0f - unit() * 0.999f); }

 private:
  std::uint32_t state_;
};

}  // namespace repose::sound
