// The rules that a session starts with when the shipped default config cannot be found.
#pragma once

#include "repose/ruleset.hpp"

namespace repose {

// Background, sand, water and wall, with a rule for every pair.
Ruleset builtin_ruleset();

}  // namespace repose
