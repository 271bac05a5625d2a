// What each command does to what runs, without a history; and what commands share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/clip.hpp"
#include "repose/command.hpp"
#include "repose/edit.hpp"
#include "session/running_solver.hpp"

namespace repose {

// Precondition: settled, except for Paint. If one fails or throws after a change, the session restores what ran.
#define REPOSE_DECLARE(Type, recorded, title) CommandResult perform(RunningSolver& running, const command::Type& c);
REPOSE_COMMANDS(REPOSE_DECLARE)
#undef REPOSE_DECLARE

inline CommandResult failed(std::string message) { return {false, std::move(message), {}}; }
inline CommandResult done(std::string message) { return {true, std::move(message), {}}; }

// ---- edits ----

// The edits of a shake, in their order.
std::vector<PushEdit> pushes_of(const command::Shake& c);

// Calls paint() with what a Fill paints, unless it fails or no cell is connected.
CommandResult fill(const RunningSolver& running, const command::Fill& c,
                   const std::function<CommandResult(const command::Paint&)>& paint);

// One sentence that says why an edit cannot be done with these rules; empty when it can.
std::string edit_fault(const Edit& edit, const Ruleset& ruleset);
// The cells that an edit may change: a rectangle within a world of that size; of width 0 if there are none.
CellBox edited_box(const Edit& edit, int width, int height);
// False for edits that cover no cell of a world of that size.
bool touches_world(const Edit& edit, int width, int height);

// The cells of a rectangle, both corners inclusive; empty if it is outside the world.
std::optional<Clip> copy_rect(const RunningSolver& running, CellPoint from, CellPoint to);

// ---- switching ----

// What SwitchSolver with bring_config would do. Changes nothing.
SwitchPreview preview_switch(const RunningSolver& running, std::string_view automaton);

// The running world in the form for that automaton: only *water* has the plane `mass`; for all others it becomes cells.
World world_for(std::string_view automaton, const RunningSolver& running);

}  // namespace repose
