// The scenes that scripts, tests and benchmarks rely on. What each holds is a promise (docs: the command line's
// scenes); a change here changes recorded hashes.
#pragma once

#include <string_view>
#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> script_scenes();

// `churn` and its kin, which bring their own rules: see churn.cpp.
std::vector<Scene> churn_scenes();
// Null for other scenes.
const Ruleset* churn_ruleset(std::string_view name);

}  // namespace repose
