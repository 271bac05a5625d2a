// What a config says to no effect, and where it makes or destroys matter: notes for whoever writes it. Nothing of this
// is wrong.
#pragma once

#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// Notes with the lines that they are about, in the order of lines: rules that later ones replace, rules of two that
// never meet, elements and rules that cannot come about, and rules after which more cells hold matter than before, or
// fewer.
Diagnostics lint_rules(const Ruleset& ruleset);

}  // namespace repose
