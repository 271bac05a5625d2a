// How many steps each frame takes: at a rate in steps per second, independent of the frame rate, and within a time
// budget, so that the window stays responsive even if steps are expensive.
#pragma once

#include <cstdint>
#include <functional>

namespace repose {

class Pacer {
 public:
  using Clock = std::function<double()>;  // seconds, monotonic

  explicit Pacer(Clock clock) : clock_(std::move(clock)) {}

  static constexpr double kUnlimited = 0;

  // Takes the steps that are due after `elapsed` seconds at `steps_per_second` (kUnlimited: as many as fit into the
  // budget). Steps that are late by more than a quarter of a second are dropped: the simulation becomes slower but does
  // not freeze. Returns how many steps were taken. `step` is called with small counts; between them `interrupted` (may
  // be empty) can end the call.
  std::uint64_t run(double elapsed, double steps_per_second, double budget_seconds,
                    const std::function<void(std::uint64_t)>& step, const std::function<bool()>& interrupted = {});

  // The number of steps that are due, for steps that are taken in the background. Then call note_taken().
  std::uint64_t due(double elapsed, double steps_per_second);
  void note_taken(std::uint64_t steps) { debt_ -= static_cast<double>(steps); }

  // Call with the time of the whole frame (without waiting for the screen). A GPU computes its steps after run() has
  // returned; while frames take too long the pacer takes fewer steps.
  void note_frame(double seconds, double budget_seconds);

  void forget_debt() { debt_ = 0; }

 private:
  void add_debt(double elapsed, double steps_per_second);

  Clock clock_;
  double debt_ = 0;          // steps due and not taken
  double most_steps_ = 1e6;  // per frame; shrinks while frames are late
};

}  // namespace repose
