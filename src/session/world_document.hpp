// Makes the content of a world file from a run state, and reads rules back.
#pragma once

#include <string>
#include <string_view>

#include "repose/run.hpp"
#include "repose/world_file.hpp"
#include "session/run_state.hpp"

namespace repose {

// The content of a world file for this state. `world` is the state's world.
WorldDocument document_of(const RunState& state, World world);

// The rules of a world file or a replay. Their `source` is empty, because the config's own file may not exist on this
// machine. `ruleset` is null if the text holds no rules.
LoadedRules read_rules(std::string_view text, const std::string& title);

}  // namespace repose
