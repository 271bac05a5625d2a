// Reactions that a solver has noticed: which elements met or changed by themselves, and where first.
#pragma once

#include <cstdint>

#include "repose/world.hpp"

namespace repose {

// A pair of elements a, b that became c, d; or, if b is a, an element a that became c without a partner: it decayed, it
// broke under the pressure of the air or where it hit the ground; d is c then. No element reacts with itself.
struct NoticedReaction {
  std::uint8_t a = 0, b = 0;  // a < b for a pair
  std::uint8_t c = 0, d = 0;
  CellPoint at;            // of a: the first place of the step, by row, then column
  std::uint64_t step = 0;  // the first step in which it happened; the step that takes a world from 0 to 1 is step 0

  bool is_alone() const { return a == b; }
  friend bool operator==(const NoticedReaction&, const NoticedReaction&) = default;
};

}  // namespace repose
