// The figures of the status bar, updated twice a second.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/solver.hpp"

namespace repose {

class Figures {
 public:
  void start(double now) { since_ = now; }
  // Call when a frame was drawn at `now`; `steps` were begun in it. `view`: of the world after them.
  void note_frame(double now, std::uint64_t steps, const CellView& view);

  double frames_per_second() const { return frames_per_second_; }
  double steps_per_second() const { return steps_per_second_; }
  // The sum of heights or masses, in cells, at its last update; empty if the automaton has neither.
  std::optional<double> total() const { return total_; }

 private:
  double since_ = 0;
  std::uint64_t frames_ = 0, steps_ = 0;
  double frames_per_second_ = 0, steps_per_second_ = 0;
  std::optional<double> total_;
};

}  // namespace repose
