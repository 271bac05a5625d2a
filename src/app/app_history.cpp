// The app's deeds with time: undo, redo, rewinding, and what the window makes of worlds that come from elsewhere.
#include <fmt/format.h>

#include <algorithm>

#include "app/actions/action_ids.hpp"
#include "app/app.hpp"

namespace repose {

App::Shown App::shown() const {
  return {session_->ruleset(), session_->width(), session_->height(), knows(Plane::height)};
}

void App::adopt_what_runs(const Shown& before) {
  const Ruleset& rules = session_->ruleset();
  if (session_->width() != before.width || session_->height() != before.height) canvas_.fit();
  const bool other_rules = rules.text != before.ruleset.text || rules.title != before.ruleset.title;
  // What paints cells means something else on heights: there the brush begins with sand.
  if (other_rules) adopt_ruleset(knows(Plane::height) == before.heights ? &before.ruleset : nullptr);
  follow_automaton();
}

CommandResult App::travel(const Command& command) {
  const Shown before = shown();
  CommandResult result = execute(command);
  if (result.ok) adopt_what_runs(before);
  return result;
}

bool App::can_step_back() const {
  const TimelineFacts line = session_->timeline();
  return line.now > line.oldest;
}

bool App::in_the_past() const {
  const TimelineFacts line = session_->timeline();
  return line.now < line.newest;
}

double App::seconds_ago(std::uint64_t position) const {
  const std::uint64_t newest = session_->timeline().newest;
  return position < newest ? static_cast<double>(newest - position) / steps_per_second(Speed()) : 0;
}

void App::seek(std::uint64_t position) {
  if (replays_.is_ahead(position)) return replays_.hurry_to(position);
  ui_.playing = false;
  if (position == session_->timeline().now || !travel(command::SeekTime{position}).ok) return;
  const double ago = seconds_ago(session_->timeline().now);
  say(ago > 0 ? fmt::format("{:.2f} s back. {} plays on from here; painting changes what comes.", ago,
                            actions_.way_to(action::play_pause))
              : std::string("Back in the present."));
}

void App::go_back(std::uint64_t steps) {
  const TimelineFacts line = session_->timeline();
  seek(line.now - std::min(steps, line.now - line.oldest));
}

// In the past a step does again what was done there: other rules may come of it.
void App::step(std::uint64_t count) {
  if (in_the_past()) {
    travel(command::Step{count});
  } else {
    session_->execute(command::Step{count});
  }
}

bool App::begin_steps(std::uint64_t count) {
  const auto begin = [&] {
    if (!compare_view_.active()) return session_->begin_steps(count);
    compare_view_.begin_steps(count);
    return true;
  };
  if (!in_the_past()) return begin();
  const Shown before = shown();
  const bool begun = begin();
  adopt_what_runs(before);
  return begun;
}

}  // namespace repose
