// The scenes for scripts, tests and benchmarks. Their content must not change: recorded hashes depend on it.
#pragma once

#include <string_view>
#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> script_scenes();

// `churn` and its variants, which bring their own rules.
std::vector<Scene> churn_scenes();
// Null for other scenes.
const Ruleset* churn_ruleset(std::string_view name);

}  // namespace repose
