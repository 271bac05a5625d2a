// Runs random worlds on several backends: the bytes must be those of scalar, and the ledger must explain every change.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/registry.hpp"

namespace repose::test {

// The backends that are compared with scalar.
struct RandomRivals {
  std::vector<int> cpu_threads;  // one cpu solver for each
  bool gpu = false;              // only automata that have a gpu backend, and small worlds
};

// Runs the worlds first..first + count - 1, each for one of the automata of the registry; at most one in ten may be
// inert: no step changes a byte of it. Differences are failed checks that say how to run the world again:
// REPOSE_RANDOM_WORLD=NUMBER runs this world alone, and prints its config.
void run_random_worlds(const Registry& registry, const RandomRivals& rivals, std::uint64_t first, int count);

}  // namespace repose::test
