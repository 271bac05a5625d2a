// Keeps a bound on the work that waits in the driver's queue, so that many steps in one call can neither exhaust memory
// nor keep a person waiting for seconds after pressing pause.
#pragma once

#include <chrono>
#include <cstdint>

#include "gl/gl.hpp"
#include "gl/step_clock.hpp"

namespace repose {

class StepQueue {
 public:
  StepQueue() = default;
  ~StepQueue();
  StepQueue(const StepQueue&) = delete;
  StepQueue& operator=(const StepQueue&) = delete;

  // Takes steps: `issue(k)` sends the commands of the k-th and returns how many cells it updates. Waits now and then
  // for older steps, and for the last one where there are many, so that their time is known. What went wrong comes
  // back.
  template <class Issue>
  Status take(std::uint64_t count, Issue issue) {
    const auto start = std::chrono::steady_clock::now();
    const bool timed = count < kStepsWorthWaiting && clock_.begin();
    for (std::uint64_t k = 0; k < count && !failed_; ++k) step_issued(issue(k));
    if (timed) clock_.end(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (count >= kStepsWorthWaiting) finish();
    const Status status = check_gl_errors("A step on the GPU");
    return status && failed_ ? Status::failure("The GPU stopped answering.") : status;
  }
  // What belongs to the time that steps take beside that of take(): the GPU goes on when that has returned, and says
  // later how long it took. In seconds, since the last call.
  double take_late_seconds() { return clock_.take_late_seconds(); }

 private:
  // Calls of at least this many steps return when the steps are done, so that step_seconds is true for benchmarks;
  // shorter ones, as in a frame loop, return as soon as they are issued.
  static constexpr std::uint64_t kStepsWorthWaiting = 32;
  // A batch is about this many cell updates: some 10 ms on a small GPU, half a second on a software driver.
  static constexpr std::uint64_t kBatchCells = 32u << 20;
  static constexpr std::uint64_t kBatchSteps = 64;  // small worlds: the cost is in the commands

  // Call after the commands of each step.
  void step_issued(std::uint64_t cell_count);
  // Waits until everything issued is done.
  void finish();
  void wait(GLsync fence);

  StepClock clock_;
  GLsync previous_ = nullptr;
  std::uint64_t cells_ = 0, steps_ = 0;
  bool failed_ = false;  // waiting has: the context is lost
};

}  // namespace repose
