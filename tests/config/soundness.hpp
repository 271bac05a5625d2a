// What the rest of the program relies on, whatever a config holds; and ways to spoil one.
#pragma once

#include <random>
#include <string>

#include "repose/config.hpp"

namespace repose::test {

// REQUIREs that diagnostics can be shown and that every number in the ruleset is in its range.
void check_sound(const ConfigResult& result);

// A few bytes, words or lines of `text` changed, doubled or lost.
std::string mutant(std::string text, std::mt19937& random);

}  // namespace repose::test
