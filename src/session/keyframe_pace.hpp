// When the next keyframe is due: soon enough that the steps since the last one are repeated quickly, and rarely enough
// that taking keyframes does not disturb. Reads the clock; results do not depend on where keyframes are.
#pragma once

#include <chrono>
#include <cstdint>

#include "repose/solver.hpp"

namespace repose {

class KeyframePace {
 public:
  // Call after a keyframe has been taken. Without `seconds` its cost counts as equal to that of the one before.
  void taken(double seconds);
  void taken() { taken_at_ = Clock::now(); }
  // The time that packing a world took on another thread.
  void note_packing(double seconds) { packing_seconds_ = seconds; }
  // Measures what a step costs. If the solver is not the one of the last call, its steps must count from 0.
  void look_at(const SolverStats& stats);

  // The expected time of that many steps.
  double seconds_of(std::uint64_t steps) const { return static_cast<double>(steps) * seconds_each_; }
  // `steps`: since the last keyframe.
  bool is_long_way(std::uint64_t steps) const { return seconds_of(steps) >= kWaySeconds || steps >= kStepsMax; }
  bool is_due(std::uint64_t steps) const;
  // Number of steps until is_due() must be called again; at least 1.
  std::uint64_t steps_until_due(std::uint64_t steps) const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kWaySeconds = 0.05;   // limit for the steps from a keyframe to the next
  static constexpr double kShareOfTime = 0.05;  // limit for the share of time that taking keyframes costs
  static constexpr double kShareOfPacking =
      0.25;  // share of the packing time that counts as cost; small, because other processors do most of it
  static constexpr std::uint64_t kStepsMax =
      500;  // limit even if steps cost nothing, because the time line is trimmed by whole segments

  double seconds_each_ = kWaySeconds;              // of a step; an assumption until the first measurement
  double cost_seconds_ = 0, packing_seconds_ = 0;  // of the last keyframe
  Clock::time_point taken_at_ = Clock::now();
  std::uint64_t steps_seen_ = 0;  // of the solver, in the last call of look_at()
  double seconds_seen_ = 0;
};

}  // namespace repose
