// Runs many steps in slices, so that a person sees how far they are and can stop them.
#pragma once

#include <cstdint>

#include "repose/session.hpp"

namespace repose::cli {

class Stepper {
 public:
  // `total` is how many steps the run will take from here on, for the progress bar.
  Stepper(Session& session, std::uint64_t total);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // Steps until the session's counter stands at `step`. Ctrl+C ends it with Failure{kExitInterrupted}.
  void advance_to(std::uint64_t step);

 private:
  void show_progress();

  Session& session_;
  std::uint64_t first_, total_;  // the step that it begins at, and how many it takes
  std::uint64_t slice_min_, slice_;  // steps
  double started_;  // seconds
  double shown_ = 0;
  bool visible_ = false;
};

}  // namespace repose::cli
