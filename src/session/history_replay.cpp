// Saves the time line as a replay, and opens replays.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "repose/replay.hpp"
#include "session/command_results.hpp"
#include "session/history.hpp"
#include "session/history_titles.hpp"
#include "session/replay_line.hpp"

namespace repose {

using commands::failed;

namespace {

// How long this number of steps takes at the automaton's own pace: "12 s".
std::string duration(const Registry& registry, std::string_view automaton, std::uint64_t steps) {
  const double seconds = static_cast<double>(steps) / registry.automaton(automaton)->steps_per_second;
  return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 1 : 0);
}

}  // namespace

CommandResult History::save_replay(const command::SaveReplay& c) {
  Timeline& line = timeline_;
  if (!line.in_the_past())
    line.checkpoints()[line.now()] = hash_world(running_.download(), running_.facts().state_planes());
  const std::uint64_t length = line.newest() - line.oldest();
  const auto replay = replay_of(line, line.newest() - std::min(c.steps.value_or(length), length));
  if (!replay) return failed("The world is too large for a replay.");
  const Status status = c.in_picture ? write_picture_with_replay(
                                           c.path, world_to_picture(running_.download(), running_.ruleset()), *replay)
                                     : write_replay(c.path, *replay);
  if (!status) return failed(status.message());
  const std::string lasts = duration(running_.factory().registry(), running_.automaton(), replay->steps());
  return {true, fmt::format("Saved {} with a replay of {}", c.path.filename().string(), lasts), {}};
}

Status History::check_rules(const Timeline& line) const {
  std::set<std::pair<std::string, const Ruleset*>> checked;
  for (const Timeline::Segment& segment : line.segments()) {
    const LoadedRules& rules = segment.keyframe->state.rules;
    const RunSettings& run = segment.keyframe->state.run;
    if (!checked.emplace(run.automaton, rules.ruleset.get()).second) continue;
    if (running_.factory().registry().automaton(run.automaton) == nullptr) {
      return Status::failure(fmt::format("It needs the automaton '{}', which is not known here.", run.automaton));
    }
    std::string error;
    const auto solver = running_.factory().make(run.automaton, Backend::scalar, error);
    if (!solver) return Status::failure(error);
    for (const auto& [name, value] : run.parameters) solver->set_parameter(name, value);
    if (Status status = solver->load(*rules.ruleset); !status) return status;
  }
  return {};
}

CommandResult History::open_replay(const command::LoadReplay& c) {
  const std::string name = c.path.filename().string();
  Replay replay;
  if (const Status status = read_replay(c.path, replay); !status) return failed(status.message());
  auto line = std::make_shared<Timeline>();
  Status status = line_of(replay, running_.store(), running_.state().other_parameters, *line);
  if (status) status = check_rules(*line);
  prepare_return();
  if (status) status = go_to(line->at(line->oldest()), false);
  if (!status) return failed(fmt::format("{} could not be opened. {}", name, status.message()));
  const std::uint64_t steps = line->newest() - line->oldest();
  const std::string lasts = duration(running_.factory().registry(), running_.automaton(), steps);
  CommandResult result{true, fmt::format("Plays {}: {}, {} steps", name, lasts, steps), {}};
  line->move_to(line->oldest());
  push_with(undo_, {title_of(c, running_.ruleset()), timeline_.here(), std::nullopt, line},
            [&] { std::swap(timeline_, *line); });
  while (!redo_.empty()) drop(redo_, true);
  last_key_.clear();
  trim();
  return result;
}

}  // namespace repose
