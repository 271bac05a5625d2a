// Makes a replay from the time line, and a time line from a replay.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/replay.hpp"
#include "session/timeline.hpp"

namespace repose {

// The line from that position on. Empty when its worlds were lost or are too large. Leaves out the oldest parts if the
// replay becomes too large. Its checkpoints are those of the line, and the worlds of keyframes; some of these are its
// keyframes, if there is space for them. Takes no steps.
std::optional<Replay> replay_of(const Timeline& line, std::uint64_t from);

// The line of a replay, at its beginning. Fails with a sentence if rules cannot be read, or if an input does not fit
// the rules. Leaves out keyframes whose hash is not that of a checkpoint. `others`: parameters of automata that do not
// run in the replay.
Status line_of(const Replay& replay, WorldStore& store, const ParametersOfAutomata& others, Timeline& line);

}  // namespace repose
