#include "app/simulation/stepper.hpp"

#include <algorithm>
#include <utility>

namespace repose {

Stepper::Stepper(FrameClock& clock, std::function<bool()> input_waits)
    : pacer_([&clock] { return clock.now(); }), input_waits_(std::move(input_waits)) {}

std::uint64_t Stepper::advance(Steppable& what, double elapsed, double steps_per_second, bool pictures_come_seldom) {
  const double cost = what.step_cost();
  if (cost > kBudget) {
    const double time_for_steps = pictures_come_seldom ? kSeldomBudget : 0;
    const std::uint64_t most = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(time_for_steps / cost));
    if (const auto begun = step_in_background(what, elapsed, steps_per_second, most)) return *begun;
    elapsed = 0;  // these seconds have been counted already
  }
  const auto step = [&what](std::uint64_t count) { what.step(what.allowed(count)); };
  if (pictures_come_seldom) return pacer_.run(elapsed, steps_per_second, kSeldomBudget, step, input_waits_);
  return pacer_.run(elapsed, steps_per_second, kBudget, step);
}

std::optional<std::uint64_t> Stepper::step_in_background(Steppable& what, double elapsed, double steps_per_second,
                                                         std::uint64_t most) {
  const std::uint64_t due = pacer_.due(elapsed, steps_per_second);
  if (what.stepping() || due == 0) return 0;
  const std::uint64_t count = what.allowed(std::min(most, due));
  if (count > 0 && !what.begin_steps(count)) return std::nullopt;
  pacer_.note_taken(count);
  return count;
}

}  // namespace repose
