// Remarks of automata about words of a config that they do not use.
#pragma once

#include <string>

#include "repose/ruleset.hpp"

namespace repose {

// A sentence that names the words of *conserving* that the config uses, for automata that ignore them; empty if there
// are none.
std::string name_the_ignored_words(const Ruleset& ruleset);

}  // namespace repose
