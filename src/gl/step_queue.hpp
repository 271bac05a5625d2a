// Keeps a bound on the work that waits in the driver's queue, so that many steps in one call can neither exhaust memory
// nor keep a person waiting for seconds after pressing pause.
#pragma once

#include <cstdint>

#include "gl/gl.hpp"

namespace repose {

class StepQueue {
 public:
  StepQueue() = default;
  ~StepQueue();
  StepQueue(const StepQueue&) = delete;
  StepQueue& operator=(const StepQueue&) = delete;

  // Call after the commands of each step. Waits now and then for older steps, never for this one.
  void step_issued(std::uint64_t cell_count);
  // Waits until everything issued is done.
  void finish();
  // True once waiting has failed: the context is lost.
  bool failed() const { return failed_; }

 private:
  // A batch is about this many cell updates: some 10 ms on a small GPU, half a second on a software driver.
  static constexpr std::uint64_t kBatchCells = 32u << 20;
  static constexpr std::uint64_t kBatchSteps = 64;  // small worlds: the cost is in the commands

  void wait(GLsync fence);

  GLsync previous_ = nullptr;
  std::uint64_t cells_ = 0, steps_ = 0;
  bool failed_ = false;
};

}  // namespace repose
