// Takes the session's steps in each frame, and those of the twin where two solvers are compared.
#pragma once

#include <string>

#include "app/simulation/simulation.hpp"
#include "app/simulation/stepper.hpp"

namespace repose {

class CompareView;
class Replays;

class SessionSteps : private Steppable {
 public:
  SessionSteps(Simulation& simulation, CompareView& compare_view, const Replays& replays, FrameClock& clock);

  // The steps of a frame, `elapsed` seconds after the last one. `rests`: none are taken although the world is playing.
  void advance(double elapsed, bool rests, bool pictures_come_seldom);
  // How many the last advance() took or began.
  std::uint64_t taken() const { return taken_; }
  void note_frame(double seconds, double budget) { stepper_.note_frame(seconds, budget); }

 private:
  double step_cost() override;
  std::uint64_t allowed(std::uint64_t count) const override;
  void step(std::uint64_t count) override { simulation_.step(count); }
  bool begin_steps(std::uint64_t count) override;
  bool stepping() const override;
  // Steps that are due belong to the pace at which they came due.
  void forget_debt_of_another_pace();

  Simulation& simulation_;
  CompareView& compare_view_;
  const Replays& replays_;
  FrameClock& clock_;
  Stepper stepper_;
  std::uint64_t taken_ = 0;
  SolverStats costed_;    // when step_cost_ was taken
  double step_cost_ = 0;  // seconds that a step of the session took lately
  std::string automaton_;
  Speed speed_;
};

}  // namespace repose
