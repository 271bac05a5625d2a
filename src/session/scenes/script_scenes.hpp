// The scenes that scripts, tests and benchmarks rely on. What each holds is a promise (docs: the command line's scenes);
// a change here changes recorded hashes.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> script_scenes();

// The rules of `churn`: see churn.cpp.
const Ruleset& churn_ruleset();
Scene churn_scene();

}  // namespace repose
