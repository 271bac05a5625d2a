// Measures how long the frames of a running world take, with the longest ones, which people notice most.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace repose {

class FrameTimes {
 public:
  // `seconds`: how long to measure, from the first step on; 0: never.
  explicit FrameTimes(double seconds) : seconds_(seconds) {}

  // Call at the beginning of every frame with the time and the number of steps that the world has taken so far.
  void note(double now, std::uint64_t steps);
  bool done() const;
  // "600 frames and 1200 steps in 10.0 s; a frame took 16.7 ms in the middle, 95 % at most 17.9, the longest 24.0"
  std::string report() const;

 private:
  double seconds_;
  double first_ = 0, last_ = 0;
  std::uint64_t first_steps_ = 0, last_steps_ = 0;
  bool began_ = false;
  std::vector<double> frames_;
};

}  // namespace repose
