// Finds elements by what a person types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

struct FoundElement {
  std::uint8_t index = 0;
  std::vector<std::size_t> matched = {};  // positions of the matched bytes in shown_name(), ascending
};

// The elements of the palette that fit the query, the best first: those that match by name (fuzzy_match), then those in
// whose name, description or groups each word of the query begins a word. A query without words finds every element.
std::vector<FoundElement> find_elements(const Ruleset& rules, std::string_view query);

}  // namespace repose
