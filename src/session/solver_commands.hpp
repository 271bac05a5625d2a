// Commands that change what runs: configs, steps, parameters, ledger, and switching to another solver.
#pragma once

#include <string>
#include <string_view>

#include "repose/command.hpp"
#include "repose/run.hpp"
#include "repose/session.hpp"
#include "repose/world.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult take_steps(RunningSolver& running, const command::Step& c);
CommandResult set_parameter(RunningSolver& running, const command::SetParameter& c);
CommandResult keep_ledger(RunningSolver& running, const command::KeepLedger& c);
// What switch_solver() with bring_config would do. Changes nothing.
SwitchPreview preview_switch(RunningSolver& running, std::string_view automaton);
CommandResult switch_solver(RunningSolver& running, const command::SwitchSolver& c);

// Commands that load configs.

CommandResult load_config(RunningSolver& running, const command::LoadConfigFile& c, std::string_view sandjs_automaton);
CommandResult load_config(RunningSolver& running, const command::LoadConfigText& c, std::string_view sandjs_automaton);
CommandResult reload_config(RunningSolver& running, const command::ReloadConfig& c, std::string_view sandjs_automaton);

// The automaton in which these rules run when they replace the running ones: Registry::automaton_for(), where the
// running automaton stays if it runs rules of sand.js, and `sandjs_automaton` follows rules of wxSand. `is_again`: they
// are the running config, read again: the running automaton stays, unless the dialect or the `automaton` line differs.
std::string_view automaton_after(const RunningSolver& running, const Ruleset& ruleset,
                                 std::string_view sandjs_automaton, bool is_again = false);

}  // namespace repose::commands

namespace repose {

// Carries a running world over to another automaton or other rules.

// The running world in the form for that automaton: only *water* has the plane `mass`; for all others it becomes cells.
World world_for(std::string_view automaton, const RunningSolver& running);

struct CarriedOver {
  RunState next;
  World world;       // to be run with `next`
  std::string loss;  // "12 cells of elements it lacks became background: lava and oil"; empty when nothing was lost
};
// What runs, with other rules in another automaton: the world and the world that Reset returns to, with their elements
// matched by name. Its `displaced` is null. Changes nothing; takes as long as downloading the world.
CarriedOver carry_over(RunningSolver& running, std::string_view automaton, LoadedRules rules);
// The same; what never moves and has no namesake becomes a wall.
CarriedOver carry_over_with_walls(RunningSolver& running, std::string_view automaton, LoadedRules rules);

}  // namespace repose
