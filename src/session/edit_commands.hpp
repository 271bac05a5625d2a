// Commands that paint cells.
#pragma once

#include <functional>
#include <vector>

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult paint(RunningSolver& running, const command::Paint& c);

// The edits of a shake, in their order.
std::vector<PushEdit> pushes_of(const command::Shake& c);
CommandResult shake(RunningSolver& running, const command::Shake& c);

// Finds the connected cells and paints them with `paint_cells`.
CommandResult fill(const RunningSolver& running, const command::Fill& c,
                   const std::function<CommandResult(const command::Paint& cells)>& paint_cells);

}  // namespace repose::commands
