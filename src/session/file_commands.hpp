// Commands about world files.
#pragma once

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult save_world(const RunningSolver& running, const command::SaveWorld& c);
CommandResult load_world(RunningSolver& running, const command::LoadWorld& c);

}  // namespace repose::commands
