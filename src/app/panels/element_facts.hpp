// What the palette says about an element.
#pragma once

#include <cstdint>
#include <string>

#include "repose/ruleset.hpp"

namespace repose {

// Its description; its name if there is none.
std::string element_description(const Element& element);
// How it moves, and whether it is the background. One or more lines.
std::string element_facts(const Ruleset& rules, std::uint8_t index);

}  // namespace repose
