// How the steps of a frame are taken: as many as are due within the frame's budget, or on another thread where a single
// step takes longer than that.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "app/frame/frame_clock.hpp"
#include "app/simulation/pacer.hpp"

namespace repose {

// What takes the steps.
class Steppable {
 public:
  virtual ~Steppable() = default;
  // The seconds that a step took lately; 0 while that is not known.
  virtual double step_cost() = 0;
  // Of `count` steps that are due, those that may be taken.
  virtual std::uint64_t allowed(std::uint64_t count) const = 0;
  virtual void step(std::uint64_t count) = 0;
  // On another thread. False, and nothing has happened, where that cannot be done.
  virtual bool begin_steps(std::uint64_t count) = 0;
  // Steps that were begun and are not done.
  virtual bool stepping() const = 0;
};

class Stepper {
 public:
  static constexpr double kBudget = 0.009;        // seconds of a frame, so that drawing fits in too
  static constexpr double kSeldomBudget = 0.045;  // of a frame that comes seldom

  // `input_waits`: whether a person has done something that the next frame should answer soon; ends long turns.
  Stepper(FrameClock& clock, std::function<bool()> input_waits);

  // The steps of a frame, `elapsed` seconds after the last one, at that many steps per second (Pacer::kUnlimited: as
  // many as can be). Returns how many were taken or begun.
  std::uint64_t advance(Steppable& what, double elapsed, double steps_per_second, bool pictures_come_seldom);
  // Steps that are due and have not been taken are not taken any more.
  void forget_debt() { pacer_.forget_debt(); }
  void note_frame(double seconds, double budget) { pacer_.note_frame(seconds, budget); }

 private:
  // How many steps were begun, at most `most`; empty where they cannot be taken in the background.
  std::optional<std::uint64_t> step_in_background(Steppable& what, double elapsed, double steps_per_second,
                                                  std::uint64_t most);

  Pacer pacer_;
  std::function<bool()> input_waits_;
};

}  // namespace repose
