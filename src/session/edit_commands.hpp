// Commands that paint cells: strokes, fills, shakes, clips; and what is wrong with an edit.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "repose/clip.hpp"
#include "repose/command.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
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

namespace repose {

// Says why an edit is impossible, and whether it can change anything.

// One sentence that says why an edit cannot be done with these rules; empty when it can.
std::string edit_fault(const Edit& edit, const Ruleset& ruleset);

// False for edits that cover no cell of a world of that size.
bool touches_world(const Edit& edit, int width, int height);

// Why an automaton cannot be pushed (PushEdit), as a sentence; empty when it can.
std::string why_no_push(std::string_view automaton);
// As why_no_push(), for bodies (BodyEdit).
std::string why_no_body(std::string_view automaton);

}  // namespace repose

namespace repose::commands {

// Commands about rectangles of the world.

CommandResult paste_clip(RunningSolver& running, const command::PasteClip& c);
CommandResult erase_rect(RunningSolver& running, const command::EraseRect& c);

// The cells of a rectangle, both corners inclusive; empty if it is outside the world.
std::optional<Clip> copy_rect(const RunningSolver& running, CellPoint from, CellPoint to);

}  // namespace repose::commands
