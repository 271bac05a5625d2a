// Commands about the solver that runs: steps, parameters, ledger, and switching to another solver.
#pragma once

#include "repose/command.hpp"
#include "repose/session.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult take_steps(RunningSolver& running, const command::Step& c);
CommandResult set_parameter(RunningSolver& running, const command::SetParameter& c);
CommandResult keep_ledger(RunningSolver& running, const command::KeepLedger& c);
// What switch_solver() with bring_config would do. Changes nothing.
SwitchPreview preview_switch(RunningSolver& running, std::string_view automaton);
CommandResult switch_solver(RunningSolver& running, const command::SwitchSolver& c);

}  // namespace repose::commands
