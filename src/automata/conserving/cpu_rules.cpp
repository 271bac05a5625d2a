#include "automata/conserving/cpu_rules.hpp"

#include <algorithm>
#include <array>
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
  const bool rests =
      few_elements_ ? vectors_at_rest(tables_, rows, x_begin, x_end) : pairs_at_rest(rules_, rows, x_begin, x_end);
  return rests && (!world.chunks.is_near_seam(column) || is_seam_at_rest(rows));
}

// The same for the two columns on either side of the seam.
bool CpuRules::is_seam_at_rest(const RestRows& rows) const {
  constexpr int kColumns = 4;
  std::array<std::array<std::uint8_t, kColumns>, kChunkHeight + 3> cells{};
  RestRows seam{.count = rows.count, .width = kColumns};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint8_t* const row = rows.rows[i];
    if (row == nullptr) continue;
    const int last = rows.width - 1;
    cells[i] = {row[std::max(last - 1, 0)], row[last], row[0], row[std::min(1, last)]};
    seam.rows[i] = cells[i].data();
  }
  return pairs_at_rest(rules_, seam, 1, 2);
}

std::vector<Blast> CpuRules::find_blasts(const CpuWorld& world, const std::vector<ChunkRun>& awake,
                                         const BurstDraws& draws) const {
  std::vector<Blast> blasts;
  for (const ChunkRun& run : awake) {
    const int begin = run.column_begin * kChunkWidth, end = std::min(run.column_end * kChunkWidth, world.width);
    for (int y = run.row * kChunkHeight; y < std::min((run.row + 1) * kChunkHeight, world.height); ++y)
      find_blasts(world, draws, y, begin, end, blasts);
  }
  return blasts;
}

// In columns begin..end-1 of a row of cells.
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
