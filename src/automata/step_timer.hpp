// Counts steps, and the time that a solver spends on them.
#pragma once

#include <chrono>
#include <cstdint>

#include "repose/solver.hpp"

namespace repose {

// Adds so many steps, and its own lifetime, to the statistics.
class StepTimer {
 public:
  StepTimer(SolverStats& stats, std::uint64_t steps) : stats_(stats) { stats_.steps += steps; }
  ~StepTimer() {
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  StepTimer(const StepTimer&) = delete;
  StepTimer& operator=(const StepTimer&) = delete;

 private:
  SolverStats& stats_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace repose
