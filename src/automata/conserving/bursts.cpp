#include "automata/conserving/bursts.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace repose::conserving {

BurstDraws::BurstDraws(std::uint64_t seed, std::uint64_t step) {
  constexpr std::uint32_t kBurstSalt = 0x40b, kOrderSalt = 0x40c, kResistSalt = 0x40d, kThrowSalt = 0x40e;
  const auto now = static_cast<std::uint32_t>(step);
  bases_ = {random_base(seed, now, kBurstSalt), random_base(seed, now, kOrderSalt), random_base(seed, now, kResistSalt),
            random_base(seed, now, kThrowSalt)};
}

BlastClaims::BlastClaims(const std::vector<Blast>& blasts, int left, int top, int right, int bottom, bool wraps)
    : blasts_(blasts), width_(right - left), wraps_(wraps) {
  for (std::size_t i = 0; i < blasts.size(); ++i) claim(static_cast<std::int32_t>(i), left, top, right, bottom);
}

bool BlastClaims::goes_before(const Blast& a, const Blast& b, CellPoint cell) const {
  const auto key = [&](const Blast& blast) {
    const int dx = wraps_ ? across(blast, cell.x) : cell.x - blast.at.x, dy = cell.y - blast.at.y,
              distance = dx * dx + dy * dy;
    return std::tuple(distance > blast.radius * blast.radius, distance, blast.order, blast.at.y, blast.at.x);
  };
  return key(a) < key(b);
}

void BlastClaims::claim(std::int32_t index, int left, int top, int right, int bottom) {
  const Blast& blast = blasts_[static_cast<std::size_t>(index)];
  const int reach = blast.radius + kThrowReach;
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

std::uint32_t throw_chance(int dx, int dy, bool sideways) {
  const auto along = static_cast<std::uint32_t>(std::abs(sideways ? dx : dy));
  const auto across = static_cast<std::uint32_t>(std::abs(sideways ? dy : dx));
  return along >= across ? kCertain : along * kCertain / across;
}

}  // namespace repose::conserving
