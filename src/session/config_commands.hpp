// Commands that load configs.
#pragma once

#include <string_view>

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult load_config(RunningSolver& running, const command::LoadConfigFile& c, std::string_view sandjs_automaton);
CommandResult load_config(RunningSolver& running, const command::LoadConfigText& c, std::string_view sandjs_automaton);
CommandResult reload_config(RunningSolver& running, const command::ReloadConfig& c, std::string_view sandjs_automaton);

// The automaton in which these rules run when they replace the running ones.
std::string_view automaton_for(const RunningSolver& running, const Ruleset& ruleset, std::string_view sandjs_automaton);

}  // namespace repose::commands
