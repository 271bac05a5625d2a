// From the time line to a replay, and back.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/replay.hpp"
#include "session/moment.hpp"
#include "session/timeline.hpp"

namespace repose {

// What lies on the line from that position on; nothing when its worlds were lost, or are too large. What is older than
// a replay has room for is left out. Its checkpoints are those that the line has, and worlds of keyframes: no step is
// taken.
std::optional<Replay> replay_of(const Timeline& line, std::uint64_t from);

// The line of a replay, at its beginning. Fails with a sentence where rules cannot be read, or something was done that
// these rules do not know. What other automata remember is given by `others`.
Status line_of(const Replay& replay, WorldStore& store, const ParametersOfAutomata& others, Timeline& line);

}  // namespace repose
