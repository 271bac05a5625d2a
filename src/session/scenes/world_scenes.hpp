// Scenes of the default world.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> world_scenes();

}  // namespace repose
