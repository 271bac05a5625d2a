// The scenes of the menu that run on *elements*, each with its own config.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> elements_scenes();

// The worlds in which the speed of wxSand was measured, to compare *elements* with it. They bring their own rules.

std::vector<Scene> elements_bench_scenes();
// The rules of these worlds.
const Ruleset& elements_bench_ruleset();

}  // namespace repose
