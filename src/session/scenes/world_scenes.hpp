// Scenes of the default world.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> world_scenes();

// The scene that the app opens with: everything moves, and never comes to rest.
Status fill_valley(World& world, const Ruleset& ruleset, std::uint64_t seed);

}  // namespace repose
