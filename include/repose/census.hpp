// Counts the elements of a world and where they are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose {

struct ElementCensus {
  std::uint8_t element = 0;
  std::uint64_t count = 0;
  double mean_x = 0, mean_y = 0;  // cells
  double sd_x = 0;                // standard deviation of x (population), cells
  int top_y = 0;                  // smallest y
  double mean_energy = 0;         // 0 without an energy plane
};

// One row for every element that the world contains, ordered by index. One pass over the cells.
std::vector<ElementCensus> take_census(const World& world);

}  // namespace repose
