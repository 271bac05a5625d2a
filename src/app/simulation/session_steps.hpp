// Takes the session's steps in each frame, and those of the twin in a comparison.
#pragma once

#include <string>

#include "app/simulation/simulation.hpp"
#include "app/simulation/stepper.hpp"

namespace repose {

struct Desk;

class SessionSteps : private Steppable {
 public:
  explicit SessionSteps(Desk& desk);

  // Takes the steps of a frame, `elapsed` seconds after the last one. `rests`: takes none, although the world is
  // playing.
  void advance(double elapsed, bool rests, bool pictures_come_seldom);
  // The number of steps that the last advance() took or began.
  std::uint64_t taken() const { return taken_; }
  void note_frame(double seconds, double budget) { stepper_.note_frame(seconds, budget); }

 private:
  double step_cost() override;
  std::uint64_t allowed(std::uint64_t count) const override;
  void step(std::uint64_t count) override;
  bool begin_steps(std::uint64_t count) override;
  bool stepping() const override;
  // After a change of pace, due steps of the old pace are dropped.
  void forget_debt_of_another_pace();

  Desk& desk_;
  Stepper stepper_;
  std::uint64_t taken_ = 0;
  SolverStats costed_;    // at the time of the last update of step_cost_
  double step_cost_ = 0;  // recent seconds per step of the session
  std::string automaton_;
  Speed speed_;
};

}  // namespace repose
