// Commands that load configs.
#pragma once

#include <string_view>

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult load_config(RunningSolver& running, const command::LoadConfigFile& c, std::string_view sandjs_automaton);
CommandResult load_config(RunningSolver& running, const command::LoadConfigText& c, std::string_view sandjs_automaton);
CommandResult reload_config(RunningSolver& running, const command::ReloadConfig& c, std::string_view sandjs_automaton);

// The automaton in which these rules run when they replace the running ones: Registry::automaton_for(), where the
// running automaton stays if it runs rules of sand.js, and `sandjs_automaton` follows rules of wxSand. `is_again`: they
// are the running config, read again: the running automaton stays, unless the dialect or the `automaton` line differs.
std::string_view automaton_after(const RunningSolver& running, const Ruleset& ruleset,
                                 std::string_view sandjs_automaton, bool is_again = false);

}  // namespace repose::commands
