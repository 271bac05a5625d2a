// Levelling: connected cells of one liquid come to one level, through pipes and under walls. docs/automata.md describes
// it; level_cells() is the exact definition, in plain loops. fast_levelling.hpp gives the same exchanges, fast.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "repose/rng.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// By element: 0 for those that do not level; for the others the share of the possible exchanges that is made, in units
// of 2^-16, 65536 at most. Only elements that swap with the background and sink in it can level.
using LevellingShares = std::array<std::uint32_t, kElementsMax>;

// A cell of a liquid, and a cell of background that is lower. They change places.
struct Exchange {
  CellPoint from, to;
  std::uint8_t element = 0;
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

// The exchanges share no cell, so that their order does not matter. All are found in the same state of the world.
struct LevellingResult {
  std::vector<Exchange> exchanges;
  // No exchange is possible, whatever the draws: until a cell changes, all further levellings find nothing either.
  bool is_level = true;
};

// The random numbers of a levelling, each a pure function of seed, step and cell.
class LevellingDraws {
 public:
  LevellingDraws(std::uint64_t seed, std::uint64_t step);

  // The order of cells of a row.
  std::uint32_t order(CellPoint cell) const { return draw(order_, cell); }
  // share * possible, rounded up or down at random. The draw belongs to `cell`.
  std::size_t count(std::size_t possible, std::uint32_t share, CellPoint cell) const {
    return static_cast<std::size_t>((std::uint64_t{possible} * share + (draw(count_, cell) >> 16)) >> 16);
  }

 private:
  static std::uint32_t draw(std::uint32_t base, CellPoint cell) {
    return mix32(mix32(base ^ static_cast<std::uint32_t>(cell.x)) ^ static_cast<std::uint32_t>(cell.y));
  }

  std::uint32_t order_, count_;
};

// Liquid that stands more cells than this on a body, like a stream that pours into it, is not levelled.
inline constexpr int kPileMax = 8;

// The highest cell of a body in its column, with background straight above it.
struct OpenCell {
  CellPoint at;
  std::uint32_t order = 0;  // LevellingDraws::order
};

// Levels one surface: all open cells of a body that lie under the same background. Sorts them.
void level_surface(std::vector<OpenCell>& surface, std::uint8_t element, std::uint32_t share,
                   const LevellingDraws& draws, LevellingResult& result);

// What a levelling of these cells does; the caller makes the exchanges. In order of elements and surfaces. `wraps`: the
// last column and column 0 are neighbours.
LevellingResult level_cells(const World& cells, const LevellingShares& shares, const LevellingDraws& draws,
                            bool wraps = false);

}  // namespace repose::conserving
