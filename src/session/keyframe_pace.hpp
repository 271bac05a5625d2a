// When another keyframe is due: soon enough that the way from the last one is gone again in a moment, and seldom enough that
// taking them does not show. It reads the clock, which no result ever shows.
#pragma once

#include <chrono>
#include <cstdint>

#include "repose/solver.hpp"

namespace repose {

class KeyframePace {
 public:
  // After taking a keyframe, which took so long.
  void taken(double seconds);
  // Learns what steps cost. Between two calls the solver must be the same, or have begun anew.
  void look_at(const SolverStats& stats);

  // `steps`: since the keyframe.
  bool is_due(std::uint64_t steps) const;
  // How many more may be taken before that has to be asked again; at least 1.
  std::uint64_t steps_until_due(std::uint64_t steps) const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kWaySeconds = 0.05;        // to step from a keyframe to the next
  static constexpr double kShareOfTime = 0.05;       // that taking keyframes may have
  static constexpr std::uint64_t kStepsMax = 500;    // also where steps cost nothing: the line is let go of by segments

  double seconds_each_ = kWaySeconds;  // a step; at first it is not known
  double cost_seconds_ = 0;            // of a keyframe, lately
  Clock::time_point taken_at_ = Clock::now();
  std::uint64_t steps_seen_ = 0;       // of the solver
  double seconds_seen_ = 0;
};

}  // namespace repose
