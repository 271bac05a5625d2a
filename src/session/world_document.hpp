// From a run state to a world file's content, and rules back.
#pragma once

#include <string>
#include <string_view>

#include "repose/run.hpp"
#include "repose/world_file.hpp"
#include "session/run_state.hpp"

namespace repose {

// What a world file of this state holds. `world` is the state's world.
WorldDocument document_of(const RunState& state, World world);

// The rules of a world file or a replay. Their `source` is empty: the reader of the file may not have the config's own
// file. `ruleset` is null where the text holds no rules.
LoadedRules read_rules(std::string_view text, const std::string& title);

}  // namespace repose
