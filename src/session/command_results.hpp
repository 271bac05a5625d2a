// Short names for the results of commands.
#pragma once

#include <string>
#include <utility>

#include "repose/command.hpp"

namespace repose::commands {

inline CommandResult failed(std::string message) { return {false, std::move(message), {}}; }
inline CommandResult done(std::string message) { return {true, std::move(message), {}}; }

}  // namespace repose::commands
