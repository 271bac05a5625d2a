// The scenes of the automata that move grains one after another, fastsab and tiles; and a jar for conserving.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> fastsab_scenes();
std::vector<Scene> tiles_scenes();
std::vector<Scene> sorting_scenes();  // and an hourglass for any automaton
std::vector<Scene> sorting_scenes();

}  // namespace repose
