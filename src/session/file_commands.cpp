// The session's commands about world files.
#include <fmt/format.h>

#include "repose/session.hpp"
#include "repose/world_file.hpp"
#include "session/world_document.hpp"

namespace repose {

namespace {

CommandResult failed(std::string message) { return {false, std::move(message), {}}; }

// Parameters that this automaton has no more are no reason to lose a world.
std::string unknown_parameters(const Solver& solver, const ParameterValues& values) {
  std::string names;
  for (const auto& [name, value] : values) {
    bool known = false;
    for (const ParameterInfo& info : solver.parameters()) known = known || info.name == name;
    if (!known) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

}  // namespace

ConfigResult read_rules(std::string_view text, const std::string& title) {
  ConfigResult config = read_config(text, title);
  if (config.ruleset) {
    config.ruleset->title = title;
    config.ruleset->source.clear();
  }
  return config;
}

WorldDocument document_around(World world, const Session& session) {
  WorldDocument document;
  document.world = std::move(world);
  document.config = session.ruleset().text;
  document.config_title = session.ruleset().title;
  document.automaton = session.automaton();
  const Solver& solver = session.solver_facts();
  for (const ParameterInfo& info : solver.parameters())
    document.parameters.emplace_back(info.name, solver.parameter(info.name));
  document.seed = session.seed();
  document.step = session.step_count();
  document.first_bias = session.first_bias();
  return document;
}

WorldDocument Session::document() const { return document_around(download(), *this); }

CommandResult Session::run(const command::SaveWorld& c) {
  if (const Status status = write_world_file(c.path, document()); !status) return failed(status.message());
  return {true, fmt::format("Saved {}", c.path.filename().string()), {}};
}

CommandResult Session::run(const command::LoadWorld& c) {
  const std::string name = c.path.filename().string();
  WorldDocument document;
  if (const Status status = read_world_file(c.path, document); !status) return failed(status.message());
  if (registry_.automaton(document.automaton) == nullptr) {
    return failed(fmt::format("{} could not be opened: it needs the automaton '{}', which is not known here.", name,
                              document.automaton));
  }
  ConfigResult config = read_rules(document.config, document.config_title);
  if (!config.ruleset)
    return {false, fmt::format("{} could not be opened: it holds no rules.", name), std::move(config.diagnostics)};

  Backend backend = runnable(document.automaton);
  Prepared next = prepare_solver(document.automaton, backend, *config.ruleset, document.world, &document.parameters);
  if (!next.solver && backend == Backend::gpu) {  // too large for it, perhaps
    backend = Backend::cpu;
    next = prepare_solver(document.automaton, backend, *config.ruleset, document.world, &document.parameters);
  }
  if (!next.solver) return failed(fmt::format("{} could not be opened: {}", name, next.error));

  const std::string unknown = unknown_parameters(*next.solver, document.parameters);
  take_solver(std::move(next.solver), document.automaton, backend, document.world);
  take_rules(std::move(*config.ruleset), std::move(config.diagnostics));
  displaced_.reset();
  options_.seed = c.seed.value_or(document.seed);
  options_.first_bias = c.first_bias.value_or(document.first_bias);
  begin_at(std::move(document.world), {}, document.step);
  std::string text = fmt::format("Opened {}: {} x {} cells at step {}", name, width_, height_, step_);
  if (!unknown.empty()) text += fmt::format("; {} has no parameter {} any more", automaton_, unknown);
  return {true, std::move(text), {}};
}

}  // namespace repose
