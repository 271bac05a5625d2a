// Bursts: cells that explode, for all backends but gpu. A step begins with them. docs/automata.md describes them; this
// is the exact definition. They cost what the cells around them cost, so the fast backend uses the same code.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "automata/conserving/air.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/step_watch.hpp"
#include "core/chunks.hpp"

namespace repose::conserving {

// What happens to a cell depends on bursts at most this far away, besides the air.
inline constexpr int kBurstReach = kBurstRadiusMax;

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
    std::uint32_t bursts = 0, order = 0, resists = 0;
  };
  BurstDraws(std::uint64_t seed, std::uint64_t step) {
    constexpr std::uint32_t kBurstSalt = 0x40b, kOrderSalt = 0x40c, kResistSalt = 0x40d;
    const auto now = static_cast<std::uint32_t>(step);
    bases_ = {random_base(seed, now, kBurstSalt), random_base(seed, now, kOrderSalt),
              random_base(seed, now, kResistSalt)};
  }
  const Bases& bases() const { return bases_; }

  bool bursts(CellPoint at, std::uint32_t probability) const { return hits(bases_.bursts, at, probability); }
  std::uint32_t order(CellPoint at) const { return draw(bases_.order, at); }
  bool resists(CellPoint at, std::uint32_t resistance) const { return hits(bases_.resists, at, resistance); }

 private:
  static std::uint32_t draw(std::uint32_t base, CellPoint at) {
    return mix32(mix32(base ^ static_cast<std::uint32_t>(at.x)) ^ static_cast<std::uint32_t>(at.y));
  }
  static bool hits(std::uint32_t base, CellPoint at, std::uint32_t probability) {
    return (draw(base, at) >> 16) < probability;
  }
  Bases bases_;
};

// Which blast each cell belongs to: of those in whose radius it lies, the nearest.
class BlastClaims {
 public:
  // In columns left..right-1 and rows top..bottom-1. `wraps`: the last column and column 0 are neighbours.
  BlastClaims(const std::vector<Blast>& blasts, int left, int top, int right, int bottom, bool wraps)
      : blasts_(blasts), width_(right - left), wraps_(wraps) {
    for (std::size_t i = 0; i < blasts.size(); ++i) claim(static_cast<std::int32_t>(i), left, top, right, bottom);
  }

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
  // Calls visit(chunk column, chunk row) for every chunk with such a cell.
  template <class Visit>
  void for_each_chunk(const Visit& visit) const {
    for (const auto& [number, tile] : tiles_) visit(number % kTilesAcross, number / kTilesAcross);
  }

 private:
  static constexpr int kTilesAcross = 1 << 12;  // more than a world has chunks across
  using Tile = std::array<std::int32_t, std::size_t{kChunkWidth} * kChunkHeight>;  // indices of blasts, or -1
  void claim(std::int32_t index, int left, int top, int right, int bottom) {
    const Blast& blast = blasts_[static_cast<std::size_t>(index)];
    const int reach = blast.radius;
    for (int y = std::max(top, blast.at.y - reach); y < std::min(bottom, blast.at.y + reach + 1); ++y) {
      for (int dx = -reach; dx <= reach; ++dx) {
        const int dy = y - blast.at.y;
        if (dx * dx + dy * dy > reach * reach) continue;
        int x = blast.at.x + dx;
        if (wraps_) {
          x = (x % width_ + width_) % width_;
          if (across(blast, x) != dx) continue;  // there is a shorter path
        }
        if (x < left || x >= right) continue;
        const auto [it, is_new] = tiles_.try_emplace(y / kChunkHeight * kTilesAcross + x / kChunkWidth);
        if (is_new) it->second.fill(-1);
        std::int32_t& owner = it->second[static_cast<std::size_t>(y % kChunkHeight * kChunkWidth + x % kChunkWidth)];
        if (owner < 0 || goes_before(blast, blasts_[static_cast<std::size_t>(owner)], {x, y})) owner = index;
      }
    }
  }
  bool goes_before(const Blast& a, const Blast& b, CellPoint cell) const {
    const auto key = [&](const Blast& blast) {
      const int dx = wraps_ ? across(blast, cell.x) : cell.x - blast.at.x, dy = cell.y - blast.at.y,
                distance = dx * dx + dy * dy;
      return std::tuple(distance, blast.order, blast.at.y, blast.at.x);
    };
    return key(a) < key(b);
  }

  const std::vector<Blast>& blasts_;
  int width_;
  bool wraps_;
  std::unordered_map<int, Tile> tiles_;
};

// Makes the blasts happen. `cells(x, y)` is a cell, to be changed; `watch` is told what happens (step_watch.hpp);
// press(x, y) is called for the cells that get pressure.
template <class Cells, class Press, class Watch>
void blow_up(const Rules& rules, const BurstDraws& draws, const BlastClaims& claims, const Cells& cells,
             const Press& press, Watch& watch) {
  claims.for_each([&](int x, int y, const Blast& blast) {
    std::uint8_t& cell = cells(x, y);
    const bool is_centre = x == blast.at.x && y == blast.at.y;
    if (cell != blast.into && (is_centre || !draws.resists({x, y}, rules.resistance(cell)))) {
      watch.become({x, y}, cell, blast.into, Cause::disc);
      cell = blast.into;
    }
    if (takes_air(rules, cell)) press(x, y);
  });
}

}  // namespace repose::conserving
