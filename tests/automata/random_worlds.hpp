// Runs random worlds on several backends: the bytes must be those of scalar, and the ledger must explain every change.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "repose/registry.hpp"

namespace repose::test {

// The backends that are compared with scalar.
struct RandomRivals {
  std::vector<int> cpu_threads;  // one cpu solver for each
  bool gpu = false;              // only automata that have a gpu backend, and small worlds
};

struct RandomCounts {
  struct Share {
    int worlds = 0, inert = 0;  // inert: no step of the run changed a byte
  };
  Share all;
  std::map<std::string_view, Share> by_automaton;
  int on_gpu = 0;          // worlds that ran there too
  int in_wxsand = 0;       // worlds with rules of that dialect
  int keep_matter = 0;     // worlds in which nothing may be lost
  int without_making = 0;  // worlds in which nothing may be made or destroyed either
  std::uint64_t steps = 0, cells = 0;
};

// Runs the world of a number, for one of the automata of the registry, and adds it to `counts`. Differences are failed
// checks that say how to run the world again.
void run_random_world(const Registry& registry, const RandomRivals& rivals, std::uint64_t number, RandomCounts& counts);

// Runs the worlds first..first + count - 1; at most one in ten may be inert. `prints`: writes the counts to stdout.
// REPOSE_RANDOM_WORLD=NUMBER runs this world alone, and prints its config.
void run_random_worlds(const Registry& registry, const RandomRivals& rivals, std::uint64_t first, int count,
                       bool prints = false);

}  // namespace repose::test
