// What the rules of a config say about each element and each pair of elements, as an automaton reads them. For pages
// about a config, and for tests of one.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

// How an element moves.
enum class MatterKind : std::uint8_t { wall, solid, powder, liquid, thick_liquid, gas };

// What two elements do where they touch. Pairs that do nothing are left out.
struct PairFact {
  std::uint8_t a = 0, b = 0;  // a < b
  bool swaps = false;         // the denser one sinks through the other; false: a reaction
  std::uint8_t a_into = 0, b_into = 0;
  double probability = 1.0;   // of a reaction, each time that the two are a pair: at most once in a step
  bool needs_weight = false;  // a reaction that happens only where the denser one is above the other
};

struct RuleFacts {
  std::vector<MatterKind> kinds;  // of every element
  std::vector<PairFact> pairs;    // ordered by a, then by b
};

}  // namespace repose
