// How long the GPU takes for steps, as it says itself some frames later. Nobody waits for the answer.
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

  // Between them stand the commands of some steps; no other query of elapsed time may. False: too many answers are
  // missing, these steps go untimed, and end() is not to be called.
  bool begin();
  // `issue_seconds`: what issuing those commands has taken.
  void end(double issue_seconds);

  // By how much the GPU's time is above the time of issuing, in seconds: what of it has become known since the last
  // call. Over all of the steps, for where the queue is full issuing one takes as long as the GPU takes for another.
  double take_late_seconds();

 private:
  static constexpr std::size_t kQueries = 8;  // a GPU is a few frames behind at most
  struct Timing {
    GLuint query = 0;
    bool waits = false;
    double issue_seconds = 0;
  };

  std::array<Timing, kQueries> timings_;
  std::size_t next_ = 0;
  double ahead_ = 0;  // of the GPU's time against that of issuing, not yet taken
};

}  // namespace repose
