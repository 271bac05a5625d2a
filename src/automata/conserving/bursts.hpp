// Bursts: cells that explode, for all backends but gpu. A step begins with them. docs/automata.md describes them; this
// is the exact definition. They cost what the cells around them cost, so the fast backend uses the same code.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "automata/step_watch.hpp"
#include "core/chunks.hpp"

namespace repose::conserving {

// A blast throws what is up to this many cells beyond its radius,
inline constexpr int kThrowReach = 16;
// by at most this many cells along each axis.
inline constexpr int kThrowSteps = 12;
// Passes: side by side from even columns, from odd columns, over one another from even rows, from odd rows, and again.
inline constexpr int kThrowPasses = 2 * kThrowSteps;
// What happens to a cell depends on bursts and cells at most this far away.
inline constexpr int kBurstReach = kBurstRadiusMax + kThrowReach + kThrowSteps;

// A cell that explodes in this step.
struct Blast {
  CellPoint at;
  int radius = 0;
  std::uint8_t into = 0;
  std::uint32_t order = 0;  // of two blasts as near, the lower one counts
};

// The random numbers of the bursts of a step.
class BurstDraws {
 public:
  struct Bases {
    std::uint32_t bursts = 0, order = 0, resists = 0, throws = 0;
  };
  BurstDraws(std::uint64_t seed, std::uint64_t step);
  const Bases& bases() const { return bases_; }

  bool bursts(CellPoint at, std::uint32_t probability) const { return hits(bases_.bursts, at, probability); }
  std::uint32_t order(CellPoint at) const { return draw(bases_.order, at); }
  bool resists(CellPoint at, std::uint32_t resistance) const { return hits(bases_.resists, at, resistance); }
  // `at`: the left or upper cell of a pair.
  bool throws(CellPoint at, int pass, std::uint32_t chance) const { return hits(throw_base(pass), at, chance); }
  // Whether the rows turn (borders.hpp) in a pass with pairs side by side.
  static constexpr bool throw_turns(int pass) { return (pass / 4 * 2 + pass % 2) % kTurnPeriod == kTurnPeriod - 1; }
  std::uint32_t throw_base(int pass) const { return bases_.throws + static_cast<std::uint32_t>(pass) * kGoldenRatio; }

 private:
  static std::uint32_t draw(std::uint32_t base, CellPoint at) {
    return mix32(mix32(base ^ static_cast<std::uint32_t>(at.x)) ^ static_cast<std::uint32_t>(at.y));
  }
  static bool hits(std::uint32_t base, CellPoint at, std::uint32_t probability) {
    return (draw(base, at) >> 16) < probability;
  }
  Bases bases_;
};

// Which blast each cell belongs to: of those in whose radius it lies, or else within whose throw, the nearest.
class BlastClaims {
 public:
  // In columns left..right-1 and rows top..bottom-1. `wraps`: the last column and column 0 are neighbours.
  BlastClaims(const std::vector<Blast>& blasts, int left, int top, int right, int bottom, bool wraps);

  // The columns from a blast to a cell; positive to the right.
  int across(const Blast& blast, int x) const { return way_between(blast.at.x, x, width_, wraps_); }

  // Calls visit(x, y, blast) for every cell that belongs to a blast, in any order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [number, tile] : tiles_) {
      const int left = number % kTilesAcross * kChunkWidth, top = number / kTilesAcross * kChunkHeight;
      for (int i = 0; i < kChunkWidth * kChunkHeight; ++i) {
        const std::int32_t blast = tile[static_cast<std::size_t>(i)];
        if (blast >= 0) visit(left + i % kChunkWidth, top + i / kChunkWidth, blasts_[static_cast<std::size_t>(blast)]);
      }
    }
  }
  // Calls visit(x, y, blast) for every such cell whose column, or row, is `from` (0 or 1) modulo 2, and for which
  // may(x, y) is true.
  template <class May, class Visit>
  void for_every_second(bool columns, int from, const May& may, const Visit& visit) const {
    for (const auto& [number, tile] : tiles_) {
      const int left = number % kTilesAcross * kChunkWidth, top = number / kTilesAcross * kChunkHeight;
      for (int y = columns ? 0 : from; y < kChunkHeight; y += columns ? 1 : 2) {
        for (int x = columns ? from : 0; x < kChunkWidth; x += columns ? 2 : 1) {
          const std::int32_t blast = tile[static_cast<std::size_t>(y * kChunkWidth + x)];
          if (blast >= 0 && may(left + x, top + y)) visit(left + x, top + y, blasts_[static_cast<std::size_t>(blast)]);
        }
      }
    }
  }
  // As above, for the cells of one column.
  template <class May, class Visit>
  void for_column(int x, const May& may, const Visit& visit) const {
    for (const auto& [number, tile] : tiles_) {
      if (number % kTilesAcross != x / kChunkWidth) continue;
      const int top = number / kTilesAcross * kChunkHeight;
      for (int y = 0; y < kChunkHeight; ++y) {
        const std::int32_t blast = tile[static_cast<std::size_t>(y * kChunkWidth + x % kChunkWidth)];
        if (blast >= 0 && may(x, top + y)) visit(x, top + y, blasts_[static_cast<std::size_t>(blast)]);
      }
    }
  }
  // Calls visit(chunk column, chunk row) for every chunk with such a cell.
  template <class Visit>
  void for_each_chunk(const Visit& visit) const {
    for (const auto& [number, tile] : tiles_) visit(number % kTilesAcross, number / kTilesAcross);
  }

 private:
  static constexpr int kTilesAcross = 1 << 12;  // more than a world has chunks across
  using Tile = std::array<std::int32_t, std::size_t{kChunkWidth} * kChunkHeight>;  // indices of blasts, or -1
  void claim(std::int32_t index, int left, int top, int right, int bottom);
  bool goes_before(const Blast& a, const Blast& b, CellPoint cell) const;

  const std::vector<Blast>& blasts_;
  int width_;
  bool wraps_;
  std::unordered_map<int, Tile> tiles_;
};

// The chance that the left or upper of two cells of a throw's pair, which is so far from the blast, moves outward along
// the axis, or the other one: the lesser axis is used in proportion.
std::uint32_t throw_chance(int dx, int dy, bool sideways);

// The pass of a throw in which the pairs lie side by side, or over one another.
template <bool kSideways, bool kWraps, class Cells, class Watch>
void throw_pass(const Rules& rules, const BurstDraws& draws, const BlastClaims& claims, CellPoint end, int pass,
                const Cells& cells, Watch& watch) {
  const int from = pass % 2;
  const SidePairs pairs = side_pairs(end.x, kWraps, from, BurstDraws::throw_turns(pass));
  const auto partner = [&](int x, int y) -> CellPoint {
    if constexpr (!kSideways) return {x, y + 1};
    return {kWraps && x + 1 == end.x ? 0 : x + 1, y};
  };
  const auto differ = [&](int x, int y) {
    if (kSideways ? x + 1 >= pairs.end : y + 1 >= end.y) {
      if (!kSideways || !kWraps || x + 1 != end.x || !pairs.over_seam) return false;
    } else if (kSideways && kWraps && x < pairs.begin) {
      return false;
    }
    const CellPoint other = partner(x, y);
    return cells(x, y) != cells(other.x, other.y);
  };
  const auto throw_pair = [&](int x, int y, const Blast& blast) {
    const CellPoint other = partner(x, y);
    const int dx = kWraps ? claims.across(blast, x) : x - blast.at.x, dy = y - blast.at.y;
    std::uint8_t &a = cells(x, y), &b = cells(other.x, other.y);
    // On the far side of a world that wraps no direction leads outward.
    if (kSideways && kWraps && (2 * (dx + 1) >= end.x || 2 * dx <= -end.x)) return;
    const bool outward = kSideways ? dx >= 0 : dy >= 0;  // the second cell is the outer one
    const std::uint8_t inner = outward ? a : b, outer = outward ? b : a;
    if (!rules.sinks(inner, outer) || !draws.throws({x, y}, pass, throw_chance(dx, dy, kSideways))) return;
    watch.meet({x, y}, other, a, b, b, a);
    std::swap(a, b);
  };
  claims.for_every_second(kSideways, from, differ, throw_pair);
  // In a row of odd width the pair over the seam begins in an even column whatever `from` is.
  if (kSideways && kWraps && pairs.over_seam && (end.x - 1) % 2 != from)
    claims.for_column(end.x - 1, differ, throw_pair);
}

// Makes the blasts happen in columns up to end.x and rows up to end.y. `cells(x, y)` is a cell, to be changed; `watch`
// is told what happens (step_watch.hpp).
template <bool kWraps, class Cells, class Watch>
void blow_up(const Rules& rules, const BurstDraws& draws, const BlastClaims& claims, CellPoint end, const Cells& cells,
             Watch& watch) {
  claims.for_each([&](int x, int y, const Blast& blast) {
    const int dx = kWraps ? claims.across(blast, x) : x - blast.at.x, dy = y - blast.at.y;
    std::uint8_t& cell = cells(x, y);
    if (dx * dx + dy * dy > blast.radius * blast.radius || cell == blast.into) return;
    if ((dx != 0 || dy != 0) && draws.resists({x, y}, rules.resistance(cell))) return;
    watch.become({x, y}, cell, blast.into, Cause::disc);
    cell = blast.into;
  });
  for (int pass = 0; pass < kThrowPasses; ++pass) {
    const bool sideways = pass % 4 < 2;
    sideways ? throw_pass<true, kWraps>(rules, draws, claims, end, pass, cells, watch)
             : throw_pass<false, kWraps>(rules, draws, claims, end, pass, cells, watch);
  }
}

template <class Cells, class Watch>
void blow_up(const Rules& rules, const BurstDraws& draws, const BlastClaims& claims, CellPoint end, bool wraps,
             const Cells& cells, Watch& watch) {
  wraps ? blow_up<true>(rules, draws, claims, end, cells, watch)
        : blow_up<false>(rules, draws, claims, end, cells, watch);
}

}  // namespace repose::conserving
