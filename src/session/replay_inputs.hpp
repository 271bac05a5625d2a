// The inputs of a replay as bytes. docs/files.md has the format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repose/replay.hpp"

namespace repose {

void append_inputs(std::string& bytes, const std::vector<TimedInput>& inputs);

// Takes `count` inputs from the front of the bytes, and subtracts the bytes that they hold from `memory`. Throws
// Unsound where `memory` is not enough, or the bytes are not inputs.
std::vector<TimedInput> take_inputs(std::string_view& bytes, std::uint64_t count, std::uint64_t& memory);

}  // namespace repose
