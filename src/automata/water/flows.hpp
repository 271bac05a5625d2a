// Cells of water, and how much of it two that touch want to hold.
#pragma once

#include <cstdint>

#include "repose/world.hpp"

namespace repose::water {

// A cell is a mass, from 0 up, or one of these. Both stand for themselves whatever happens around them.
inline constexpr std::int32_t kGround = -1;
inline constexpr std::int32_t kDrain = -2;  // always empty: what flows in is gone

// The constants of the article in units of the mass plane.
struct Flows {
  std::int32_t full = kFullCell;  // MaxMass
  std::int32_t compress = 0;      // MaxCompress
  std::int32_t min_flow = 0, max_speed = kFullCell;
  // compress / (full + compress) in 2^-32. With it the middle part of the split needs no division: the high word of a
  // product of 32-bit words.
  std::uint32_t share = 0;

  // Of a total t that a cell shares with the one below, what the lower one should hold.
  constexpr std::int32_t split(std::int32_t t) const {
    if (t <= full) return full;
    if (t >= 2 * full + compress) return (t + compress) / 2;
    const auto over = static_cast<std::uint64_t>(t - full);
    return full + static_cast<std::int32_t>((over * share) >> 32);
  }
  // The article halves what is more than MinFlow, to keep the water calm.
  constexpr std::int32_t calmed(std::int32_t flow) const { return flow > min_flow ? flow / 2 : flow; }
};

}  // namespace repose::water
