// The inputs of a replay as bytes. docs/files.md has the format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repose/replay.hpp"

namespace repose {

void append_inputs(std::string& bytes, const std::vector<TimedInput>& inputs);

// Removes `count` inputs from the front of the bytes, and subtracts the memory that they need from `memory`. Throws
// Unsound if `memory` is not enough, or if the bytes are not inputs.
std::vector<TimedInput> take_inputs(std::string_view& bytes, std::uint64_t count, std::uint64_t& memory);

}  // namespace repose
