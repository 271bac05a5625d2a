// Keyframes: run states from which history computes later steps again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "repose/replay.hpp"
#include "session/run_state.hpp"

namespace repose {

// A run state, and the inputs after it. Taking the same steps with the same inputs leads to every later point.
struct Keyframe {
  RunState state;
  std::vector<TimedInput> inputs;  // in their order; `steps` counts from the keyframe
  std::uint64_t cells = 0;         // of its world
  bool from_file = false;          // true: nothing has computed this world yet, it was read from a replay
  std::size_t input_bytes = 0;     // of memory
  std::uint64_t input_cells = 0;   // that the inputs update

  void add(TimedInput input) {
    inputs.push_back(std::move(input));
    input_bytes += input_bytes_of(inputs.back());
    input_cells += input_cells_of(inputs.back(), cells);
  }
};

// A point after a keyframe: that many steps, and the first `input_count` inputs. Later inputs of the keyframe do not
// change it.
struct HistoryPoint {
  std::shared_ptr<const Keyframe> keyframe;
  std::uint64_t steps = 0;
  std::size_t input_count = 0;
};

}  // namespace repose
