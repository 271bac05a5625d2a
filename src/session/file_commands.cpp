#include "session/file_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "repose/scene.hpp"
#include "repose/world_file.hpp"
#include "session/command_results.hpp"
#include "session/world_document.hpp"

namespace repose::commands {

namespace {

// Names of values that this solver has no parameters for. A world with such values is not refused.
std::string unknown_parameters(const Solver& solver, const ParameterValues& values) {
  constexpr std::size_t kNamesMax = 3;
  std::string names;
  std::size_t count = 0;
  for (const auto& [name, value] : values) {
    if (std::ranges::find(solver.parameters(), std::string_view(name), &ParameterInfo::name) !=
        solver.parameters().end())
      continue;
    if (++count <= kNamesMax) names += (names.empty() ? "" : ", ") + name;
  }
  return count > kNamesMax ? fmt::format("{} and {} more", names, count - kNamesMax) : names;
}

}  // namespace

CommandResult save_world(const RunningSolver& running, const command::SaveWorld& c) {
  const Status status = write_world_file(c.path, document_of(running.state(), running.download()));
  return status ? done(fmt::format("Saved {}", c.path.filename().string())) : failed(status.message());
}

CommandResult load_world(RunningSolver& running, const command::LoadWorld& c) {
  const std::string name = c.path.filename().string();
  WorldDocument document;
  const auto planes_of = [&running](std::string_view wanted) {
    const AutomatonDefinition* automaton = running.factory().registry().automaton(wanted);
    return automaton != nullptr ? automaton->planes : PlaneSet{};
  };
  if (const Status status = read_world_file(c.path, document, planes_of); !status) return failed(status.message());
  if (running.factory().registry().automaton(document.run.automaton) == nullptr) {
    return failed(fmt::format("{} could not be opened: it needs the automaton '{}', which is not known here.", name,
                              document.run.automaton));
  }
  LoadedRules rules = read_rules(document.config, document.config_title);
  if (!rules.ruleset)
    return {false, fmt::format("{} could not be opened: it holds no rules.", name), *rules.diagnostics};

  RunState next = in_automaton(running.state(), document.run.automaton);
  next.rules = std::move(rules);
  next.run = document.run;
  next.run.seed = c.seed.value_or(document.run.seed);
  next.run.first_bias = c.first_bias.value_or(document.run.first_bias);
  next.displaced = nullptr;
  next = starting_at(std::move(next), {running.store().put(document.world), document.run.step,
                                       scene_acts(document.acts) != nullptr ? document.acts : std::string()});
  if (const Status status = running.change_on_any(next, document.world); !status)
    return failed(fmt::format("{} could not be opened: {}", name, status.message()));

  std::string text = fmt::format("Opened {}: {} x {} cells at step {}", name, running.width(), running.height(),
                                 running.state().run.step);
  const std::string unknown = unknown_parameters(running.facts(), document.run.parameters);
  if (!unknown.empty()) text += fmt::format("; {} no longer has the parameter {}", running.automaton(), unknown);
  return done(std::move(text));
}

}  // namespace repose::commands
