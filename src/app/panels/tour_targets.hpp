// Places in the first scene that the tasks of the tour point at.
#pragma once

#include <optional>

#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose {

// The foot of a tall tree, as near as possible to the middle; empty if there is none.
std::optional<CellPoint> tree_to_light(const World& world, const Ruleset& rules);
// The middle of the surface of the highest pool of lava; empty if there is none.
std::optional<CellPoint> lava_to_cool(const World& world, const Ruleset& rules);

}  // namespace repose
