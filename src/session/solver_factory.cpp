#include "session/solver_factory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace repose {

namespace {

std::string automaton_names(const Registry& registry) {
  std::string names;
  for (const AutomatonDefinition& info : registry.automata())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  return names;
}

}  // namespace

void set_parameters(Solver& solver, const ParameterValues& values) {
  for (const ParameterInfo& info : solver.parameters()) {
    const auto listed = std::ranges::find(values, info.name, &ParameterValues::value_type::first);
    const double value = listed != values.end() ? listed->second : info.default_value;
    if (solver.parameter(info.name) != value) solver.set_parameter(info.name, value);
  }
}

Backend SolverFactory::backend_for(std::string_view automaton, Backend preferred) const {
  for (const Backend backend : {preferred, Backend::cpu}) {
    const SolverEntry* entry = registry_.solver(automaton, backend);
    if (entry != nullptr && entry->available()) return backend;
  }
  return Backend::scalar;
}

std::unique_ptr<Solver> SolverFactory::make(std::string_view automaton, Backend backend, std::string& error) const {
  const SolverEntry* entry = registry_.solver(automaton, backend);
  if (entry == nullptr) {
    error = registry_.automaton(automaton) == nullptr
                ? fmt::format("There is no automaton '{}'; there are: {}.", automaton, automaton_names(registry_))
                : fmt::format("{} has no {} backend.", automaton, backend_name(backend));
    return nullptr;
  }
  if (!entry->available()) {
    error = fmt::format("{} on {} cannot run here: {}{}", automaton, backend_name(backend), entry->unavailable,
                        entry->unavailable.ends_with('.') ? "" : ".");
    return nullptr;
  }
  auto solver = entry->create({threads_}, error);
  if (!solver && error.empty()) error = fmt::format("{} on {} could not be started.", automaton, backend_name(backend));
  return solver;
}

PreparedSolver SolverFactory::prepare(const RunState& next, const World& world, Backend backend) const {
  PreparedSolver prepared{.solver = nullptr, .backend = backend, .error = {}, .rules_refused = false};
  prepared.solver = make(next.run.automaton, backend, prepared.error);
  if (!prepared.solver) return prepared;
  set_parameters(*prepared.solver, next.run.parameters);
  Status status = prepared.solver->load(*next.rules.ruleset);
  prepared.rules_refused = !status.ok();
  if (status) status = prepared.solver->upload(world);
  if (status) status = prepared.solver->health();
  if (status) return prepared;
  prepared.error = status.message();
  prepared.solver.reset();
  return prepared;
}

}  // namespace repose
