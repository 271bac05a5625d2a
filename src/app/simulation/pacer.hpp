// How many steps belong into a frame: a pace in steps per second, independent of the frame rate, within a time budget,
// so that the window answers whatever the simulation costs.
#pragma once

#include <cstdint>
#include <functional>

namespace repose {

class Pacer {
 public:
  using Clock = std::function<double()>;  // seconds, monotonic

  explicit Pacer(Clock clock) : clock_(std::move(clock)) {}

  static constexpr double kUnlimited = 0;

  // Takes the steps that have come due in `elapsed` seconds at `steps_per_second` (kUnlimited: as many as fit into the
  // budget). What cannot be done in time is dropped after a quarter of a second: it slows down, it never freezes.
  // Returns how many steps were taken. `step` is called with small counts; between them `interrupted` (may be empty)
  // can end the turn.
  std::uint64_t run(double elapsed, double steps_per_second, double budget_seconds,
                    const std::function<void(std::uint64_t)>& step, const std::function<bool()>& interrupted = {});

  // The same for steps that take longer than a frame and are taken elsewhere: how many have come due. Then
  // note_taken().
  std::uint64_t due(double elapsed, double steps_per_second);
  void note_taken(std::uint64_t steps) { debt_ -= static_cast<double>(steps); }

  // How long the whole frame took (without waiting for the screen). A GPU does its steps after run() has returned; when
  // frames take too long the pacer asks for fewer steps.
  void note_frame(double seconds, double budget_seconds);

  void forget_debt() { debt_ = 0; }

 private:
  void add_debt(double elapsed, double steps_per_second);

  Clock clock_;
  double debt_ = 0;          // steps due and not taken
  double most_steps_ = 1e6;  // per frame; shrinks while frames are late
};

}  // namespace repose
