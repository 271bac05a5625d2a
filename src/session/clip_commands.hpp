// Commands about rectangles of the world.
#pragma once

#include <optional>

#include "repose/clip.hpp"
#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult paste_clip(RunningSolver& running, const command::PasteClip& c);
CommandResult erase_rect(RunningSolver& running, const command::EraseRect& c);

// The cells of a rectangle, both corners inclusive; empty if it is outside the world.
std::optional<Clip> copy_rect(const RunningSolver& running, CellPoint from, CellPoint to);

}  // namespace repose::commands
