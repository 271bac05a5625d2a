// The palette of elements: which ones it offers, and how they are named on screen.
#pragma once

#include <string>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

inline constexpr int kAllGroups = -1;

// The groups that have something to offer besides the background, as indices into Ruleset::groups.
std::vector<int> palette_groups(const Ruleset& ruleset);
// The elements of a group (or of all) that the palette offers, in order; the background comes last.
std::vector<std::uint8_t> palette_elements(const Ruleset& ruleset, int group);
// The first group with that element; kAllGroups when there is none.
int group_of(const Ruleset& ruleset, std::uint8_t element);

// Configs from web pages have names such as K&amp;B.
std::string decoded_name(const std::string& name);
std::string shown_name(const Element& element);

}  // namespace repose
