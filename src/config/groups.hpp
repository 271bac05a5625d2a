// Groups of both dialects: the tabs of the palette.
#pragma once

#include <cstddef>

#include "repose/ruleset.hpp"

namespace repose::config {

inline constexpr std::size_t kGroupsMax = 255;  // more would not be usable on screen

// If there are groups: adds the group "Misc" with the elements that are in none, as the first one.
void add_misc_group(Ruleset& ruleset);

}  // namespace repose::config
