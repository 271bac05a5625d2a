// What a brush lights: painted fire makes oil burn and a bomb explode, although it does not replace them.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

struct Ignition {
  std::uint8_t over = 0;  // the element that is lit
  std::uint8_t into = 0;  // what it becomes
};

// For a sand.js ruleset: the elements that `painted` lights, and what its reaction makes of each: something that glows
// or that bursts. Without elements that are airborne, because the brush replaces these. Empty for wxSand rulesets.
std::vector<Ignition> ignitions(const Ruleset& rules, std::uint8_t painted);

}  // namespace repose
