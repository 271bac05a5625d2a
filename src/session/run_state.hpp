// The run state: what a session runs, as one value. Captured by copying, restored by assigning. Copies share rules and
// worlds, so a copy needs little memory. Backend and threads are not part of it, because they do not change results.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "repose/command.hpp"
#include "repose/ruleset.hpp"
#include "repose/run.hpp"
#include "repose/world_file.hpp"
#include "session/challenge.hpp"
#include "session/stored_world.hpp"

namespace repose {

struct Displaced;

using ParametersOfAutomata = std::map<std::string, ParameterValues, std::less<>>;

// The state that Reset returns to.
struct Origin {
  StoredWorldPtr world;
  std::uint64_t step = 0;  // the value of the step counter
  std::string scene;       // the scene that filled the world; empty when it did not come from a scene
  std::shared_ptr<const Challenge> challenge = nullptr;  // null: none runs
};

struct RunState {
  LoadedRules rules;
  RunSettings run;
  ParametersOfAutomata other_parameters;  // parameters that automata had when they last ran
  StoredWorldPtr world;                   // null in the state of a RunningSolver: there the solver holds the world
  Origin origin;
  ChallengePlay play = {};                     // if a challenge runs
  std::shared_ptr<const Displaced> displaced;  // null: no rules were replaced
  Signs signs = {};
};

// What ran before the rules of another automaton replaced it, so that it can be restored.
struct Displaced {
  RunState state;  // its own `displaced` is null
  // Of the cells that were carried over. While the cells have this hash, switching back restores the world of `state`.
  std::uint64_t carried_hash = 0;
  // `state.origin.world` in the other rules. While Reset returns to it, switching back restores that origin.
  std::weak_ptr<const StoredWorld> carried_origin;
  // No cells were carried over: only one of the automata has cells. Switching back always restores `state.world`.
  bool waits = false;
};

// The world that Reset returns to.
World origin_world(const RunState& state);

// The run in another automaton, with the parameters that it had when it last ran. Stores those of the present one.
RunState in_automaton(RunState state, std::string_view automaton);

// Sets the parameters that the rules bring, if the automaton that they name is the one that runs. Others stay.
void take_parameters_of_rules(RunState& state);
// Adds the other values, or puts them in the place of those with the same name.
void set_values(ParameterValues& values, const ParameterValues& others);

// The run from its beginning, without signs: Reset will return to this world, scene and step.
RunState starting_at(RunState state, Origin origin);

// Does what the command says to the signs of a world of that size. A sentence if it fails; then nothing has changed.
std::string change_signs(Signs& signs, const command::SetSign& c, int width, int height);

// The content of a world file for this state. `world` is the state's world.
WorldDocument document_of(const RunState& state, World world);

// The rules of a world file or a replay, without `source`. `ruleset` is null if the text holds no rules.
LoadedRules read_rules(std::string_view text, const std::string& title);

// Those of a file in configs/; null if it is not there or has errors.
LoadedRules shipped_rules(std::string_view config);
// Background, sand, water and wall, with a rule for every pair.
Ruleset builtin_ruleset();

}  // namespace repose
