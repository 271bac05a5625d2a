// Takes the steps of a frame: as many as are due within the frame's budget, or in the background if a step takes longer
// than the budget.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "app/frame/frame_clock.hpp"
#include "app/simulation/pacer.hpp"

namespace repose {

// The object whose steps are taken.
class Steppable {
 public:
  virtual ~Steppable() = default;
  // Recent seconds per step; 0 while unknown.
  virtual double step_cost() = 0;
  // How many of `count` due steps may be taken.
  virtual std::uint64_t allowed(std::uint64_t count) const = 0;
  virtual void step(std::uint64_t count) = 0;
  // Begins steps on another thread. False if that is not possible; then nothing has happened.
  virtual bool begin_steps(std::uint64_t count) = 0;
  // Whether steps were begun and are not finished.
  virtual bool stepping() const = 0;
};

class Stepper {
 public:
  static constexpr double kBudget = 0.009;        // seconds of a frame; the rest is for drawing
  static constexpr double kSeldomBudget = 0.045;  // the same while pictures are less frequent

  // `input_waits`: whether an input waits that the next frame should handle soon; ends a long series of steps.
  Stepper(FrameClock& clock, std::function<bool()> input_waits);

  // Takes the steps of a frame, `elapsed` seconds after the last one, at that many steps per second (Pacer::kUnlimited:
  // as many as possible). Returns how many were taken or begun.
  std::uint64_t advance(Steppable& what, double elapsed, double steps_per_second, bool pictures_come_seldom);
  // Drops the steps that are due and have not been taken.
  void forget_debt() { pacer_.forget_debt(); }
  void note_frame(double seconds, double budget) { pacer_.note_frame(seconds, budget); }

 private:
  // Begins at most `most` steps and returns their number; empty if steps cannot be taken in the background.
  std::optional<std::uint64_t> step_in_background(Steppable& what, double elapsed, double steps_per_second,
                                                  std::uint64_t most);

  Pacer pacer_;
  std::function<bool()> input_waits_;
};

}  // namespace repose
