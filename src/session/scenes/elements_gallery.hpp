// The scenes of the menu that run on *elements*, each with its own config.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> elements_scenes();

}  // namespace repose
