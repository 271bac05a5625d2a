// Runs many steps in slices, with a progress bar, and stops on Ctrl+C and on signals that end programs.
#pragma once

#include <cstdint>
#include <string>

#include "platform/terminal.hpp"
#include "repose/session.hpp"

namespace repose::cli {

class Stepper {
 public:
  // `total`: the steps that the run will take from here on, for the progress bar.
  Stepper(Session& session, std::uint64_t total);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // Ctrl+C and signals end both by throwing Failure{kExitInterrupted}.
  void take(std::uint64_t steps);
  // Runs until the session's step counter is `step`. Precondition: it is not above that yet.
  void advance_to(std::uint64_t step) { take(step - session_.step_count()); }

 private:
  void show_progress();

  StopSignals signals_;
  Session& session_;
  std::uint64_t total_, done_ = 0;   // steps
  std::uint64_t slice_min_, slice_;  // steps
  double started_;                   // seconds
  double shown_ = 0;
  bool visible_ = false;
};

}  // namespace repose::cli
