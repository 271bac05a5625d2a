// Commands that replace the world: pictures, height maps, world files, scenes, sizes, Clear and Reset.
#pragma once

#include <string_view>

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose::commands {

CommandResult load_picture(RunningSolver& running, const command::LoadPicture& c);
CommandResult save_picture(const RunningSolver& running, const command::SavePicture& c);
CommandResult load_height_map(RunningSolver& running, const command::LoadHeightMap& c);
CommandResult save_height_map(const RunningSolver& running, const command::SaveHeightMap& c);
CommandResult new_world(RunningSolver& running, const command::NewWorld& c);
CommandResult turn_world(RunningSolver& running, const command::TurnWorld& c);
CommandResult resize_world(RunningSolver& running, const command::ResizeWorld& c);
CommandResult put_world(RunningSolver& running, const command::PutWorld& c);
CommandResult clear_world(RunningSolver& running);
CommandResult reset_world(RunningSolver& running);

// A failed result that says why there can be no world of that size; empty when there can.
std::optional<CommandResult> refuse_size(int width, int height);

// The command that loads a scene.

CommandResult load_scene(RunningSolver& running, const command::LoadScene& c, std::string_view sandjs_automaton);

// Commands about world files.

CommandResult save_world(const RunningSolver& running, const command::SaveWorld& c);
CommandResult load_world(RunningSolver& running, const command::LoadWorld& c);

}  // namespace repose::commands
