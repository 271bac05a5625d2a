// The worlds in which the speed of *elements* was measured on wxSand itself, with rules of their own.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> elements_bench_scenes();
// The rules of all of them.
const Ruleset& elements_bench_ruleset();

}  // namespace repose
