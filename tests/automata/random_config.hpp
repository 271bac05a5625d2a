// Random configs of both dialects. They use every word, and the reader finds no error in them.
#pragma once

#include <cstdint>
#include <string>

#include "repose/ruleset.hpp"

namespace repose::test {

// Whether a config of the sand.js dialect has the newer words that only *conserving* uses, and groups and parameters.
enum class ConservingWords : std::uint8_t { no, yes };

// A config of 2 to 256 elements (wxSand: 255). The same text for the same seed.
std::string random_config(Dialect dialect, std::uint64_t seed, ConservingWords words = ConservingWords::no);

}  // namespace repose::test
