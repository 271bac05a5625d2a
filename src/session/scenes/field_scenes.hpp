// The scenes of the field automata, water and sandpile.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> water_scenes();
std::vector<Scene> sandpile_scenes();

}  // namespace repose
