// The command that loads a scene.
#pragma once

#include <string_view>

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult load_scene(RunningSolver& running, const command::LoadScene& c, std::string_view sandjs_automaton);

}  // namespace repose::commands
