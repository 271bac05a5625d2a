// The way from one point of the history to a later one of the same keyframe: steps and inputs that are repeated. It can
// take minutes, so it is done in slices of time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "session/keyframe.hpp"
#include "session/running_solver.hpp"

namespace repose {

class HistoryWay {
 public:
  using Clock = std::chrono::steady_clock;

  // Precondition: `from` runs now, and `to` is the same point or a later one.
  HistoryWay(HistoryPoint from, HistoryPoint to) : from_(from), at_(std::move(from)), to_(std::move(to)) {}

  // Goes on until `stop`, a point of the way, or until the time is over; at least one step or input. Fails when the
  // solver fails.
  Status go_on(RunningSolver& running, const HistoryPoint& stop, Clock::time_point until);

  const HistoryPoint& at() const { return at_; }
  const HistoryPoint& to() const { return to_; }
  bool is_at(const HistoryPoint& point) const;
  bool arrived() const { return is_at(to_); }
  // Steps and inputs.
  std::uint64_t length() const { return distance(from_, to_); }
  std::uint64_t done() const { return distance(from_, at_); }
  std::uint64_t steps_left() const { return to_.steps - at_.steps; }
  double seconds() const { return seconds_; }  // that it has taken
  // The point after half of the remaining steps and the inputs there.
  HistoryPoint middle() const;

 private:
  static std::uint64_t distance(const HistoryPoint& from, const HistoryPoint& to) {
    return to.steps - from.steps + to.input_count - from.input_count;
  }
  Status go_some(RunningSolver& running, const HistoryPoint& stop, Clock::time_point until);
  Status take_steps(RunningSolver& running, std::uint64_t count);

  HistoryPoint from_, at_, to_;
  std::uint64_t slice_ = 1;  // steps in a call
  double seconds_ = 0;
};

void repeat_input(RunningSolver& running, const Input& input);

// Whether repeating so many steps and inputs in a world of that many cells can take long, on any solver. Depends on no
// clock.
bool is_long_way(std::uint64_t steps, std::uint64_t inputs, std::uint64_t cells);

}  // namespace repose
