// The scenes of the menu that run on *elements*, each in a config of its own.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> elements_scenes();

}  // namespace repose
