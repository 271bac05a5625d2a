#include "automata/conserving/cpu_rules.hpp"

#include <algorithm>
#include <cstring>

namespace repose::conserving {

CpuRules::CpuRules(const Ruleset& ruleset)
    : rules_(ruleset), few_elements_(rules_.element_count() <= kSmallElementsMax && has_vectors()) {
  if (few_elements_) tables_ = SmallTables(rules_);
}

void CpuRules::fall(const StepJob& job, const FallArea& area) const {
  if (few_elements_ && area.events == nullptr) {
    fall_in_vectors(job, tables_, area);
  } else {
    fall_in_pairs(job, area);
  }
}

void CpuRules::step(const StepJob& job, const Band& band, int from, int to) const {
  if (few_elements_ && band.events == nullptr) {
    step_vectors(job, tables_, band, from, to);
  } else {
    step_pairs(job, band, from, to);
  }
}

bool CpuRules::is_at_rest(const CpuWorld& world, int column, int row) const {
  RestRows rows;
  const int y_begin = row * kChunkHeight;
  rows.count = std::min(kChunkHeight, world.height - y_begin);
  rows.width = world.width;
  for (int y = -1; y <= rows.count + 1; ++y) {
    const bool inside = y_begin + y >= 0 && y_begin + y < world.height;
    rows.rows[static_cast<std::size_t>(y + 1)] = inside ? world.cells.row(y_begin + y) : nullptr;
  }
  const int x_begin = column * kChunkWidth, x_end = x_begin + kChunkWidth;
  return few_elements_ ? vectors_at_rest(tables_, rows, x_begin, x_end) : pairs_at_rest(rules_, rows, x_begin, x_end);
}

void CpuRules::find_blasts(const CpuWorld& world, const BurstDraws& draws, int y, int begin, int end,
                           std::vector<Blast>& blasts) const {
  const std::uint8_t* const row = world.cells.row(y);
  for (const std::uint8_t element : rules_.bursting()) {
    const Bursting& burst = rules_.burst(element);
    const void* found = nullptr;
    for (int x = begin; x < end; ++x) {
      found = std::memchr(row + x, element, static_cast<std::size_t>(end - x));
      if (found == nullptr) break;
      x = static_cast<int>(static_cast<const std::uint8_t*>(found) - row);
      if (draws.bursts({x, y}, burst.probability))
        blasts.push_back({{x, y}, burst.radius, burst.into, draws.order({x, y})});
    }
  }
}

}  // namespace repose::conserving
