// Notes for authors of configs: rules without effect or with less effect than they seem to have, and rules that make or
// destroy matter. These are not mistakes.
#pragma once

#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// The notes, ordered by line: rules that later rules replace, rules of two elements that never meet, hidden elements
// that no rule makes and the rules that need them, and rules after which more or fewer cells hold matter. For configs
// that *conserving* runs also reactions that seldom happen, because they need the denser element above the lighter one.
Diagnostics lint_rules(const Ruleset& ruleset);
// As above, for other automata than those of this library. `uses_react`: the config is for an automaton in which a
// reaction needs the denser element above, unless the word `react` names one of the two.
Diagnostics lint_rules(const Ruleset& ruleset, bool uses_react);

}  // namespace repose
