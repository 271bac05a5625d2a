// From the time line to a replay, and back.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/replay.hpp"
#include "session/timeline.hpp"

namespace repose {

// The line from that position on. Nothing when its worlds were lost, or are too large. Leaves out the oldest parts that
// a replay has no room for. Checkpoints are those of the line, and the worlds of keyframes; takes no steps.
std::optional<Replay> replay_of(const Timeline& line, std::uint64_t from);

// The line of a replay, at its beginning. Fails with a sentence where rules cannot be read, or an input does not fit
// the rules. `others`: parameters of automata that do not run in the replay.
Status line_of(const Replay& replay, WorldStore& store, const ParametersOfAutomata& others, Timeline& line);

}  // namespace repose
