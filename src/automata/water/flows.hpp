// Cells of water, and how two neighbours divide their water.
#pragma once

#include <algorithm>
#include <cstdint>

#include "repose/world.hpp"

namespace repose::water {

// A cell is a mass, from 0 up, or one of these, which no flow changes.
inline constexpr std::int32_t kGround = -1;
inline constexpr std::int32_t kDrain = -2;  // always empty: what flows in is removed

// No flow from above or below brings a cell over this. A cell at this limit can still get more from the cells beside
// it: half of what they have more, and 4 full cells each from above and below. So none gets over 113, which is less
// than kMassHeldMax, and the sum of two masses fits into an uint32.
inline constexpr std::int32_t kPressedMax = 96 * kFullCell;

// The constants of the article in units of the mass plane.
struct Flows {
  static constexpr std::int32_t full = kFullCell;  // MaxMass
  std::int32_t compress = 0;                       // MaxCompress
  std::int32_t min_flow = 0, max_speed = kFullCell;
  // compress / (full + compress) in 2^-32. With it the middle part of the split needs no division: the high word of a
  // product of 32-bit words.
  std::uint32_t share = 0;

  // How much of a total t the lower of two cells should hold; the upper one holds the rest.
  constexpr std::int32_t split(std::uint32_t t) const {
    const auto one = static_cast<std::uint32_t>(full), c = static_cast<std::uint32_t>(compress);
    if (t <= one) return full;
    if (t >= 2 * one + c) return static_cast<std::int32_t>((t + c) / 2);
    return full + static_cast<std::int32_t>((std::uint64_t{t - one} * share) >> 32);
  }
  // The article halves flows above MinFlow, to keep the water calm.
  constexpr std::int32_t calmed(std::int32_t flow) const { return flow > min_flow ? flow / 2 : flow; }
};

// Calls give(dx, dy, flow) for what a cell gives in a pass, in order. Depends only on the old masses; at(dx, dy) is the
// mass at that distance from the cell.
template <class At, class Give>
void give_flows(const Flows& flows, const At& at, const Give& give) {
  const auto mass_of = [](std::int32_t cell) { return std::max(cell, 0); };
  const auto lower_half = [&](std::int32_t a, std::int32_t b) {
    return flows.split(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  };
  const std::int32_t mass = at(0, 0);
  std::int32_t rest = mass;
  const auto send = [&](int dx, int dy, std::int32_t flow, std::int32_t limit) {
    flow = std::clamp(flows.calmed(flow), 0, std::min(limit, rest));
    rest -= flow;
    give(dx, dy, flow);
  };
  if (const std::int32_t below = at(0, 1); below != kGround) {
    const std::int32_t held = std::min(lower_half(rest, mass_of(below)), kPressedMax);
    send(0, 1, held - mass_of(below), flows.max_speed);
  }
  for (const int side : {-1, 1}) {
    if (const std::int32_t beside = at(side, 0); beside != kGround) send(side, 0, (mass - mass_of(beside)) / 4, rest);
  }
  if (const std::int32_t above = at(0, -1); above != kGround) {
    const std::int32_t room = kPressedMax - mass_of(above);
    send(0, -1, std::min(rest - lower_half(rest, mass_of(above)), room), flows.max_speed);
  }
}

}  // namespace repose::water
