// Commands that paint cells.
#pragma once

#include <functional>

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult paint(RunningSolver& running, const command::Paint& c);

// Shakes the world with `paint_cells`.
CommandResult shake(const command::Shake& c,
                    const std::function<CommandResult(const command::Paint& cells)>& paint_cells);

// Finds the connected cells and paints them with `paint_cells`.
CommandResult fill(const RunningSolver& running, const command::Fill& c,
                   const std::function<CommandResult(const command::Paint& cells)>& paint_cells);

}  // namespace repose::commands
