#include "app/simulation/session_steps.hpp"

#include <SDL.h>

#include "app/desk/desk.hpp"
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

SessionSteps::SessionSteps(Desk& desk) : desk_(desk), stepper_(desk.loop.clock(), input_waits) {}

void SessionSteps::advance(double elapsed, bool rests, bool pictures_come_seldom) {
  taken_ = 0;
  if (!desk_.simulation.playing() || rests || desk_.simulation.session().under_way()) return stepper_.forget_debt();
  forget_debt_of_another_pace();
  const double pace = desk_.simulation.steps_per_second(desk_.simulation.speed());
  taken_ = stepper_.advance(*this, elapsed, pace, pictures_come_seldom);
}

void SessionSteps::forget_debt_of_another_pace() {
  const std::string_view automaton = desk_.simulation.session().automaton();
  if (automaton == automaton_ && desk_.simulation.speed() == speed_) return;
  stepper_.forget_debt();
  automaton_ = automaton;
  speed_ = desk_.simulation.speed();
}

double SessionSteps::step_cost() {
  const SolverStats now = desk_.simulation.session().stats();
  if (now.steps < costed_.steps) costed_ = {};
  if (now.steps > costed_.steps) {
    const double seconds = now.step_seconds - costed_.step_seconds;
    step_cost_ = desk_.loop.clock().step_cost(seconds / static_cast<double>(now.steps - costed_.steps));
    costed_ = now;
  }
  return step_cost_ + (desk_.view.compare.active() ? desk_.loop.clock().step_cost(desk_.view.compare.step_cost()) : 0);
}

std::uint64_t SessionSteps::allowed(std::uint64_t count) const { return desk_.files.replays.within(count); }

bool SessionSteps::begin_steps(std::uint64_t count) {
  return desk_.simulation.begin_steps([&] {
    if (!desk_.view.compare.active()) return desk_.simulation.session().begin_steps(count);
    desk_.view.compare.begin_steps(count);
    return true;
  });
}

bool SessionSteps::stepping() const { return desk_.simulation.session().stepping() || desk_.view.compare.stepping(); }

void SessionSteps::step(std::uint64_t count) { desk_.simulation.step(count); }

}  // namespace repose
