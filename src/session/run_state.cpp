#include "session/run_state.hpp"

#include <utility>

namespace repose {

World origin_world(const RunState& state) { return *state.origin.world->get(); }

RunState in_automaton(RunState state, std::string_view automaton) {
  if (automaton == state.run.automaton) return state;
  std::string name(automaton);  // a copy, because it may be a part of `state`
  state.other_parameters[state.run.automaton] = std::move(state.run.parameters);
  const auto remembered = state.other_parameters.find(name);
  state.run.parameters = remembered != state.other_parameters.end() ? remembered->second : ParameterValues{};
  state.run.automaton = std::move(name);
  return state;
}

void take_parameters_of_rules(RunState& state) {
  const Ruleset& rules = *state.rules.ruleset;
  if (rules.automaton != state.run.automaton) return;
  for (const auto& own : rules.parameters) {
    std::erase_if(state.run.parameters, [&](const auto& older) { return older.first == own.first; });
    state.run.parameters.push_back(own);
  }
}

RunState starting_at(RunState state, Origin origin) {
  state.run.step = origin.step;
  state.origin = std::move(origin);
  return state;
}

}  // namespace repose
