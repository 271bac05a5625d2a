// Runs many steps in slices, with a progress bar, and stops on Ctrl+C and on signals that end programs; plays replays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/terminal.hpp"
#include "repose/replay.hpp"
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

struct ReplayOutcome {
  std::uint64_t steps = 0;
  std::uint64_t hash = 0;                   // at the end
  std::optional<std::uint64_t> differs_at;  // step of the first checkpoint whose hash differs

  std::string sentence(const Replay& replay) const;
};
// Plays the replay of a file, and compares the world with the recorded hashes.
ReplayOutcome play_replay(Session& session, const Replay& replay, const std::string& file);

}  // namespace repose::cli
