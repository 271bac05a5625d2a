// Says why an edit is impossible, and whether it can change anything.
#pragma once

#include <string>

#include "repose/edit.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// One sentence that says why an edit cannot be done with these rules; empty when it can.
std::string edit_fault(const Edit& edit, const Ruleset& ruleset);

// False for edits that cover no cell of a world of that size.
bool touches_world(const Edit& edit, int width, int height);

// Why an automaton cannot be pushed (PushEdit), as a sentence; empty when it can.
std::string why_no_push(std::string_view automaton);
// As why_no_push(), for bodies (BodyEdit).
std::string why_no_body(std::string_view automaton);

}  // namespace repose
