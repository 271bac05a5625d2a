// How automata in which matter only falls (fastsab, tiles) read the elements of any ruleset. The table is in
// docs/configs.md, "Crossing dialects".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/language.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// Why these automata have no gpu backend.
inline constexpr std::string_view kNoGpuForSerialSteps =
    text_id("its cells move one after another, which is slow on a GPU");

struct Grain {
  bool wall = false;   // never moves, never vanishes
  bool falls = false;  // false: stays where it is painted, but is not a wall
  bool liquid = false;
  std::uint8_t density = 0;
  std::uint8_t friction = 0;  // columns in one sideways move of fastsab
};

inline constexpr std::uint8_t kLiquidFriction = 8, kPowderFriction = 2;

// One for every element; the first is empty space.
std::vector<Grain> read_grains(const Ruleset& ruleset);

// Names the elements that are lighter than the background and therefore cannot move here, and the words of the config
// that have no effect here; empty if there are none.
std::string remark_on_grains(const Ruleset& ruleset);

// A sentence that names the words of *conserving* that the config uses, for automata that ignore them; empty if there
// are none.
std::string name_the_ignored_words(const Ruleset& ruleset);

}  // namespace repose
