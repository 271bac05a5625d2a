#include "app/simulation/session_steps.hpp"

#include <SDL.h>

#include "app/files/replays.hpp"
#include "app/view/compare_view.hpp"

namespace repose {

namespace {

// True while an event of a key or of the wheel has not been handled yet.
bool input_waits() {
  SDL_PumpEvents();
  return SDL_HasEvents(SDL_KEYDOWN, SDL_MOUSEWHEEL) == SDL_TRUE;
}

}  // namespace

SessionSteps::SessionSteps(Simulation& simulation, CompareView& compare_view, const Replays& replays, FrameClock& clock)
    : simulation_(simulation),
      compare_view_(compare_view),
      replays_(replays),
      clock_(clock),
      stepper_(clock, input_waits) {}

void SessionSteps::advance(double elapsed, bool rests, bool pictures_come_seldom) {
  taken_ = 0;
  if (!simulation_.playing() || rests || simulation_.session().under_way()) return stepper_.forget_debt();
  forget_debt_of_another_pace();
  const double pace = simulation_.steps_per_second(simulation_.speed());
  taken_ = stepper_.advance(*this, elapsed, pace, pictures_come_seldom);
}

void SessionSteps::forget_debt_of_another_pace() {
  const std::string_view automaton = simulation_.session().automaton();
  if (automaton == automaton_ && simulation_.speed() == speed_) return;
  stepper_.forget_debt();
  automaton_ = automaton;
  speed_ = simulation_.speed();
}

double SessionSteps::step_cost() {
  const SolverStats now = simulation_.session().stats();
  if (now.steps < costed_.steps) costed_ = {};
  if (now.steps > costed_.steps) {
    const double seconds = now.step_seconds - costed_.step_seconds;
    step_cost_ = clock_.step_cost(seconds / static_cast<double>(now.steps - costed_.steps));
    costed_ = now;
  }
  return step_cost_ + (compare_view_.active() ? clock_.step_cost(compare_view_.step_cost()) : 0);
}

std::uint64_t SessionSteps::allowed(std::uint64_t count) const { return replays_.within(count); }

bool SessionSteps::begin_steps(std::uint64_t count) {
  return simulation_.begin_steps([&] {
    if (!compare_view_.active()) return simulation_.session().begin_steps(count);
    compare_view_.begin_steps(count);
    return true;
  });
}

bool SessionSteps::stepping() const { return simulation_.session().stepping() || compare_view_.stepping(); }

}  // namespace repose
