// Notes for authors of configs: rules without effect, and rules that make or destroy matter. These are not mistakes.
#pragma once

#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// The notes, ordered by line: rules that later rules replace, rules of two elements that never meet, hidden elements
// that no rule makes and the rules that need them, and rules after which more or fewer cells hold matter.
Diagnostics lint_rules(const Ruleset& ruleset);

}  // namespace repose
