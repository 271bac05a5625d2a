// When another keyframe is due: soon enough that the way from the last one is gone again in a moment, and seldom enough
// that taking them does not show. It reads the clock, which no result ever shows.
#pragma once

#include <chrono>
#include <cstdint>

#include "repose/solver.hpp"

namespace repose {

class KeyframePace {
 public:
  // After taking a keyframe, which took so long; or as long as the one before, as far as anybody knows.
  void taken(double seconds);
  void taken() { taken_at_ = Clock::now(); }
  // How long packing a world took on another thread.
  void note_packing(double seconds) { packing_seconds_ = seconds; }
  // Learns what steps cost. Between two calls the solver must be the same, or have begun anew.
  void look_at(const SolverStats& stats);

  // About how long so many steps take.
  double seconds_of(std::uint64_t steps) const { return static_cast<double>(steps) * seconds_each_; }
  // `steps`: since the keyframe.
  bool is_long_way(std::uint64_t steps) const { return seconds_of(steps) >= kWaySeconds || steps >= kStepsMax; }
  bool is_due(std::uint64_t steps) const;
  // How many more may be taken before that has to be asked again; at least 1.
  std::uint64_t steps_until_due(std::uint64_t steps) const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kWaySeconds = 0.05;      // to step from a keyframe to the next
  static constexpr double kShareOfTime = 0.05;     // that taking keyframes may have
  static constexpr double kShareOfPacking = 0.25;  // of packing, that hinders the steps: there are other processors
  static constexpr std::uint64_t kStepsMax = 500;  // also where steps cost nothing: the line is let go of by segments

  double seconds_each_ = kWaySeconds;              // a step; at first it is not known
  double cost_seconds_ = 0, packing_seconds_ = 0;  // of a keyframe, lately
  Clock::time_point taken_at_ = Clock::now();
  std::uint64_t steps_seen_ = 0;  // of the solver
  double seconds_seen_ = 0;
};

}  // namespace repose
