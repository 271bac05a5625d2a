// Measures how long the GPU takes for steps, with timer queries. The results arrive some frames later; no call waits.
#pragma once

#include <array>
#include <cstddef>

#include "gl/gl.hpp"

namespace repose {

class StepClock {
 public:
  StepClock() = default;
  ~StepClock();
  StepClock(const StepClock&) = delete;
  StepClock& operator=(const StepClock&) = delete;

  // Enclose the commands of some steps, without another query of elapsed time between them. begin() is false if too
  // many results are missing: then these steps are not measured, and end() must not be called.
  bool begin();
  // `issue_seconds`: the time that issuing those commands took.
  void end(double issue_seconds);

  // GPU time minus issue time in seconds, for the results that arrived since the last call. A sum over all steps: with
  // a full queue, issuing one step takes as long as the GPU needs for another.
  double take_late_seconds();

 private:
  static constexpr std::size_t kQueries = 8;  // a GPU is at most a few frames behind
  struct Timing {
    GLuint query = 0;
    bool waits = false;
    double issue_seconds = 0;
  };

  std::array<Timing, kQueries> timings_;
  std::size_t next_ = 0;
  double ahead_ = 0;  // GPU time minus issue time, seconds, not yet returned
};

}  // namespace repose
