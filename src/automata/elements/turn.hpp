// The numbers of a turn that every backend needs: order of neighbours, width of a source, speed of an explosion.
#pragma once

#include <cstdint>

#include "automata/elements/elements.hpp"

namespace repose::elements {

struct Offset {
  int dx, dy;
};
inline constexpr Offset kOrthogonal[] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
inline constexpr Offset kDiagonal[] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
// All orders of four.
inline constexpr std::uint32_t kOrderCount = 24;
inline constexpr std::uint8_t kOrders[kOrderCount][4] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}, {1, 0, 2, 3}, {1, 0, 3, 2},
    {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0}, {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0},
    {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};

inline constexpr Chance kSourcePours = kAlways / 4;
inline constexpr int kSourceWidth = 10;  // cells
inline constexpr Chance kRisesStraight = static_cast<Chance>(0.7 * kAlways + 0.5);

// A speed of at most `most` in either direction; from 128 on it wraps like the original's signed byte.
constexpr std::int8_t thrown(std::uint8_t most, std::uint32_t random) {
  const auto speed = static_cast<std::uint8_t>(drawn_part(random, most));
  return static_cast<std::int8_t>((random & 1u) != 0 ? -static_cast<int>(static_cast<std::int8_t>(speed)) : speed);
}

// The energy that flows from a cell to one whose energy is lower by `difference`, which is above 0: rounded up.
constexpr std::uint8_t heat_flow(std::uint32_t conductivity, std::uint32_t difference) {
  constexpr std::uint32_t kRoundUp = (1u << kConductivityBits) - 1;
  return static_cast<std::uint8_t>((conductivity * difference + kRoundUp) >> kConductivityBits);
}

}  // namespace repose::elements
