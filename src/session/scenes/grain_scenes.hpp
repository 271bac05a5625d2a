// The scenes of the automata in which grains take their turns one after another: fastsab and tiles.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> fastsab_scenes();
std::vector<Scene> tiles_scenes();  // and an hourglass for any automaton

}  // namespace repose
