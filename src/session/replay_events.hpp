// What was done in a replay, as bytes. docs/files.md has the format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repose/replay.hpp"

namespace repose {

void append_events(std::string& bytes, const std::vector<Event>& events);

// Takes so many events from the front of the bytes, and what they hold in memory from `memory`. Throws Unsound where
// that is not enough, or the bytes are no events.
std::vector<Event> take_events(std::string_view& bytes, std::uint64_t count, std::uint64_t& memory);

}  // namespace repose
