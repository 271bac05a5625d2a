// What the rest of the program relies on for every config, and ways to damage a config.
#pragma once

#include <random>
#include <string>

#include "repose/config.hpp"

namespace repose::test {

// REQUIREs that diagnostics can be shown and that every number in the ruleset is in its range.
void check_sound(const ConfigResult& result);

// `text` with a few bytes, words or lines changed, doubled or removed.
std::string mutant(std::string text, std::mt19937& random);

}  // namespace repose::test
