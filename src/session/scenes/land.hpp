// Lands that are drawn from a seed and five amounts, for the scene `land` and the world of the day.
#pragma once

#include <cstdint>

#include "repose/world.hpp"

namespace repose {

class Sketch;

// What somebody wants of a land. Amounts: 0 (none) to 10, 5 is usual.
struct LandPlan {
  static constexpr int kUsual = 5, kMost = 10;

  int hills = kUsual, water = kUsual, caves = kUsual, wood = kUsual, ore = kUsual;
  std::uint32_t seed = 1;

  friend bool operator==(const LandPlan&, const LandPlan&) = default;
};

// As the seed of the scene `land`: the low 32 bits are the seed, then five bits for each amount in the order above.
// Five bits hold 0 for the usual amount, else the amount and one, so that a plain number is a usual land.
std::uint64_t pack_land(const LandPlan& plan);  // amounts beyond 0..10 are clamped
LandPlan unpack_land(std::uint64_t packed);     // bits that no amount has mean the usual one

// Where things are in a land, in cells. A box is empty (width 0) if the land has no such thing.
struct LandPlaces {
  CellBox lake;    // its water, from shore to shore
  CellBox hall;    // the cave under the lake
  CellBox wood;    // the ground between the lake and a side of the world, with the air up to the sky
  CellBox meadow;  // the same on the other side
  CellBox peak;    // the top of the highest hill
};

// Draws the land. The upper 35 % of the world are free of it.
LandPlaces draw_land(Sketch& sketch, const LandPlan& plan);

}  // namespace repose
