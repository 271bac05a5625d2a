// Scenes of the default world.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> world_scenes();

// The scene that the app opens with: everything moves, and never comes to rest.
Status fill_valley(World& world, const Ruleset& ruleset, std::uint64_t seed);
// A river on a ramp that winds round the world, which wraps; and tanks over nothing.
Status fill_winding_river(World& world, const Ruleset& ruleset, std::uint64_t seed);
Status fill_plugs(World& world, const Ruleset& ruleset, std::uint64_t seed);

}  // namespace repose
