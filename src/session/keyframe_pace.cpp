#include "session/keyframe_pace.hpp"

#include <algorithm>

namespace repose {

void KeyframePace::taken(double seconds) {
  cost_seconds_ = seconds;
  taken();
}

void KeyframePace::look_at(const SolverStats& stats) {
  if (stats.steps < steps_seen_) steps_seen_ = 0, seconds_seen_ = 0;  // a world has been uploaded since
  if (stats.steps == steps_seen_) return;
  seconds_each_ = (stats.step_seconds - seconds_seen_) / static_cast<double>(stats.steps - steps_seen_);
  steps_seen_ = stats.steps;
  seconds_seen_ = stats.step_seconds;
}

bool KeyframePace::is_due(std::uint64_t steps) const {
  const double cost = cost_seconds_ + kShareOfPacking * packing_seconds_;
  return is_long_way(steps) && std::chrono::duration<double>(Clock::now() - taken_at_).count() * kShareOfTime >= cost;
}

std::uint64_t KeyframePace::steps_until_due(std::uint64_t steps) const {
  const double most = seconds_each_ > 0 ? std::min(kWaySeconds / seconds_each_, double{kStepsMax}) : double{kStepsMax};
  const auto whole = static_cast<std::uint64_t>(most);
  return whole > steps ? whole - steps : 1;
}

}  // namespace repose
