// Says why an edit is impossible.
#pragma once

#include <string>

#include "repose/edit.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// One sentence that says why an edit cannot be done with these rules; empty when it can.
std::string edit_fault(const Edit& edit, const Ruleset& ruleset);

// Why an automaton cannot be pushed (PushEdit), as a sentence; empty when it can.
std::string why_no_push(std::string_view automaton);

}  // namespace repose
