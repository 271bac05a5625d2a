#include "automata/conserving/cpu_step.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace repose::conserving {

static_assert(reach_of(Parameters::kFlowMax) + kFallRows < kChunkHeight && kChunkHeight < kChunkWidth);

CpuWorld::CpuWorld(int world_width, int world_height)
    : width(world_width),
      height(world_height),
      cells(width, height),
      chunks((width + kChunkWidth - 1) / kChunkWidth, (height + kChunkHeight - 1) / kChunkHeight) {
  fell = PaddedPlane(bit_bytes(), height);
  still = StillRows(chunks.columns(), height);
}

LedgerEvents::Counts count_cells(const CpuWorld& world) {
  LedgerEvents::Counts counts{};
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) ++counts[world.cells.row(y)[x]];
  }
  return counts;
}

OwnedBand::OwnedBand(CpuWorld& world, int chunk_row_begin, int chunk_row_end) {
  constexpr int kReach = reach_of(Parameters::kFlowMax) + kFallRows;  // with the rows of fall_above()
  band_.own_begin = chunk_row_begin * kChunkHeight;
  band_.own_end = std::min(chunk_row_end * kChunkHeight, world.height);
  band_.rows_begin = std::max(0, band_.own_begin - kReach);
  const int rows_end = std::min(world.height, band_.own_end + kReach);
  margins_ = PaddedPlane(world.width, 2 * kReach);
  fell_margins_ = PaddedPlane(world.bit_bytes(), 2 * kReach);
  kept_ = PaddedPlane(world.width, 2 * Parameters::kFlowMax);
  band_.facts = std::make_unique<PairRowFacts>(world.width);
  changed_beyond_.resize(world.chunks.stride());
  band_.changed_beyond = changed_beyond_.data();
  band_.still = &world.still;
  int margin = 0;
  for (int y = band_.rows_begin; y < rows_end; ++y) {
    band_.rows.push_back(band_.owns(y) ? world.cells.row(y) : margins_.row(margin));
    band_.fell.push_back(band_.owns(y) ? world.fell.row(y) : fell_margins_.row(margin));
    if (!band_.owns(y)) ++margin;
  }
  for (int i = 0; i < 2 * Parameters::kFlowMax; ++i) band_.kept.push_back(kept_.row(i));
}

void OwnedBand::take_rows(CpuWorld& world, int begin, int end, bool keep_events) {
  band_.begin = begin;
  band_.end = end;
  band_.changed = world.chunks.changed(0);
  band_.changed_stride = world.chunks.stride();
  band_.events = keep_events ? &events_ : nullptr;
}

bool OwnedBand::take_awake_rows(CpuWorld& world, int flow_passes, bool keep_events) {
  int begin = band_.own_begin / kChunkHeight, end = (band_.own_end - 1) / kChunkHeight;
  while (begin <= end && world.chunks.runs(begin).empty()) ++begin;
  if (begin > end) return false;
  while (world.chunks.runs(end).empty()) --end;
  const int reach = reach_of(flow_passes);
  take_rows(world, std::max({0, begin * kChunkHeight - reach, band_.rows_begin}),
            std::min((end + 1) * kChunkHeight + reach, world.height), keep_events);
  return true;
}

void OwnedBand::copy_margins(const CpuWorld& world) {
  copy_rows(world, band_.rows_begin, band_.own_begin);
  copy_rows(world, band_.own_end, rows_end());
  band_.runs_above = nullptr;
}

void OwnedBand::copy_rows(const CpuWorld& world, int begin, int end) {
  for (int y = begin; y < end; ++y) {
    std::memcpy(band_.row(y), world.cells.row(y), static_cast<std::size_t>(world.width));
    std::memcpy(band_.fell_row(y), world.fell.row(y), static_cast<std::size_t>(world.bit_bytes()));
  }
}

void OwnedBand::hand_over(CpuWorld& world, OwnedBand* above) {
  if (above == nullptr) return;
  copy_rows(world, band_.rows_begin, band_.own_begin);
  above->copy_rows(world, band_.own_begin, above->rows_end());
  runs_above_ = world.chunks.runs_ahead(band_.own_begin / kChunkHeight - 1);
  moved_above_ = world.chunks.moved_words();
  band_.runs_above = &runs_above_;
  const std::uint8_t* const changed = world.chunks.changed(band_.own_begin / kChunkHeight);
  for (int column = 0; column < world.chunks.columns(); ++column) {
    if (changed[column] != 0) world.still.stir_row(column * kChunkWidth, band_.own_begin - 1, 1, false);
  }
}

// More rows than the margin: cells of these fall into the margin.
FallArea OwnedBand::fall_above(int flow_passes) {
  return {.band = band_,
          .begin = std::max(band_.own_begin - reach_of(flow_passes) - kFallRows, 0),
          .end = band_.own_begin,
          .runs = runs_above_,
          .moved = reinterpret_cast<std::uint8_t*>(moved_above_.data()),
          .changed = changed_beyond_.data(),
          .changed_below = band_.changed_in(band_.own_begin),
          .events = band_.events};
}

std::vector<OwnedBand> make_bands(CpuWorld& world, int threads) {
  constexpr int kBandsPerThread = 4;            // several, so that no thread waits long for another
  constexpr std::size_t kBandBytes = 1u << 21;  // so that a band stays in a core's own cache from fall to the end
  constexpr int kBandChunkRowsMin = 2;          // so that margins cost little
  std::vector<OwnedBand> bands;
  const int rows = world.chunks.rows();
  bands.emplace_back(world, 0, rows);
  if (threads == 1) return bands;
  const auto in_cache = static_cast<int>(world.cells.stride() * static_cast<std::size_t>(world.height) / kBandBytes);
  const int count = std::clamp(rows / kBandChunkRowsMin, 1, std::max(threads * kBandsPerThread, in_cache));
  for (int i = 0; i < count; ++i) bands.emplace_back(world, rows * i / count, rows * (i + 1) / count);
  return bands;
}

StepChunks::StepChunks(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      row_awake_(static_cast<std::size_t>(rows)),
      moved_(static_cast<std::size_t>(columns)),
      runs_(static_cast<std::size_t>(rows)) {
  for (auto* const all : {&awake_, &entered_, &changed_}) all->assign(static_cast<std::size_t>(rows) * stride(), 0);
}

void StepChunks::wake_over_seam(ChunkFlags& flags) const {
  if (!wraps_) return;
  const int last = columns_ - 1;
  for (int row = 0; row < rows_; ++row) {
    if (flags.is_settled(0, row) && flags.is_settled(last, row) && flags.is_settled(std::max(last - 1, 0), row))
      continue;
    for (const int column : {0, last})
      flags.wake(column * kChunkWidth, row * kChunkHeight, column * kChunkWidth + 1, row * kChunkHeight + 1);
  }
}

std::uint64_t StepChunks::begin(ChunkFlags& flags) {
  wake_over_seam(flags);
  std::ranges::fill(moved_, 0);
  top_awake_row_ = rows_;
  std::uint64_t cells = 0;
  for (const ChunkRun& run : flags.find_awake()) {
    const int count = run.column_end - run.column_begin;
    std::memset(marks(awake_, run.row) + run.column_begin, 1, static_cast<std::size_t>(count));
    row_awake_[static_cast<std::size_t>(run.row)] = 1;
    top_awake_row_ = std::min(top_awake_row_, run.row);
    cells += static_cast<std::uint64_t>(count) * kChunkWidth * kChunkHeight;
  }
  return cells;
}

void StepChunks::clear() {
  for (const int row : rows_with_runs_) {
    for (auto* const all : {&awake_, &entered_, &changed_}) std::memset(marks(*all, row), 0, stride());
    row_awake_[static_cast<std::size_t>(row)] = 0;
    runs_[static_cast<std::size_t>(row)].clear();
  }
  rows_with_runs_.clear();
}

void StepChunks::find_falls(int row, std::vector<ColumnRange>& runs) {
  const std::uint8_t* const awake = marks(awake_, row);
  std::uint8_t* const entered = marks(entered_, row);
  runs.clear();
  for (int column = 0; column < columns_; ++column) {
    const bool enters = moved_[static_cast<std::size_t>(column)] != 0;
    if (enters) entered[column] = 1;
    if (enters || awake[column] != 0) append(runs, column);
  }
}

bool StepChunks::is_entered() const {
  return std::ranges::any_of(moved_, [](std::uint64_t word) { return word != 0; });
}

void StepChunks::widen(int row) {
  const std::uint8_t* const entered = marks(entered_, row);
  const std::uint8_t* const changed = marks(changed_, row);
  std::uint8_t* const awake = marks(awake_, row);
  std::uint8_t* const awake_above = row > 0 ? marks(awake_, row - 1) : nullptr;
  for (int column = 0; column < columns_; ++column) {
    if (entered[column] == 0) continue;
    for_each_near(column, [&](int near) {
      awake[near] = 1;
      if (awake_above != nullptr && changed[column] != 0) awake_above[near] = 1;
    });
  }
  std::vector<ColumnRange>& runs = runs_[static_cast<std::size_t>(row)];
  for (int column = 0; column < columns_; ++column) {
    if (awake[column] != 0) append(runs, column);
  }
}

std::vector<ColumnRange> StepChunks::runs_ahead(int row) const {
  const std::uint8_t* const awake = marks(awake_, row);
  std::vector<ColumnRange> runs;
  for (int column = 0; column < columns_; ++column) {
    bool enters = false;
    for_each_near(column, [&](int near) { enters = enters || moved_[static_cast<std::size_t>(near)] != 0; });
    if (awake[column] != 0 || enters) append(runs, column);
  }
  return runs;
}

void StepChunks::gather_rows() {
  for (int row = 0; row < rows_; ++row) {
    if (!runs(row).empty()) rows_with_runs_.push_back(row);
  }
}

void StepChunks::append(std::vector<ColumnRange>& runs, int column) {
  const ColumnRange range{column * kChunkWidth, (column + 1) * kChunkWidth};
  if (!runs.empty() && runs.back().end == range.begin) {
    runs.back().end = range.end;
  } else {
    runs.push_back(range);
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
  return pairs_at_rest(rules_, tables_, rows, x_begin, x_end) &&
         (!world.chunks.is_near_seam(column) || is_seam_at_rest(rows));
}

// Whether the two columns on either side of the seam are at rest.
bool CpuRules::is_seam_at_rest(const RestRows& rows) const {
  constexpr int kColumns = 4, kMargin = 4 * kChunkWidth;
  std::array<std::array<std::uint8_t, kColumns + kMargin>, kChunkHeight + 3> cells{};
  RestRows seam{.count = rows.count, .width = kColumns};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint8_t* const row = rows.rows[i];
    if (row == nullptr) continue;
    const int last = rows.width - 1;
    std::ranges::copy(std::array{row[std::max(last - 1, 0)], row[last], row[0], row[std::min(1, last)]},
                      cells[i].begin());
    seam.rows[i] = cells[i].data();
  }
  return pairs_at_rest(rules_, tables_, seam, 1, 2);
}

std::vector<Blast> CpuRules::find_blasts(CpuWorld& world, const std::vector<ChunkRun>& awake,
                                         const BurstDraws& draws) const {
  std::vector<Blast> blasts;
  const ElementBits* const sets[] = {&tables_.bursting, &tables_.decaying};
  for (const ChunkRun& run : awake) {
    for (int y = run.row * kChunkHeight; y < std::min((run.row + 1) * kChunkHeight, world.height); ++y) {
      for (int chunk = run.column_begin * kChunkWidth; chunk < run.column_end * kChunkWidth; chunk += kChunkWidth) {
        if (world.still.is(StillRows::kBurst, chunk, y)) continue;
        const std::uint8_t* const row = world.cells.row(y);
        const std::uint8_t* const cells = row + chunk;
        std::array<ColumnBits, 2> members{};
        find_members(std::span(&cells, 1), sets, members.data());
        const ColumnBits inside = columns_between(chunk, 0, world.width), columns = members[0] & inside;
        if (columns == 0) world.still.put(StillRows::kBurst, chunk, y);
        if ((members[1] & inside) == 0) world.still.put(StillRows::kDecay, chunk, y);
        for_each_column(chunk, columns, [&](int x) {
          const Bursting& burst = rules_.burst(row[x]);
          if (draws.bursts({x, y}, burst.probability))
            blasts.push_back({{x, y}, burst.radius, burst.into, draws.order({x, y})});
        });
      }
    }
  }
  return blasts;
}

// ---- PairTables ----

namespace {

// A group while groups are found: a bit for each element.
struct PairGroup {
  using Elements = std::bitset<kElementsMax>;
  Elements agents, partners;
  double cost = 0;  // of pairs that are not special, but are of an agent and a partner
};

// The background is beside most cells.
double weight_of(const PairGroup::Elements& elements) {
  constexpr double kBackgroundWeight = 40;
  return static_cast<double>(elements.count()) + (elements[0] ? kBackgroundWeight - 1 : 0);
}

PairGroup united(const PairGroup& a, const PairGroup& b, const std::vector<PairGroup::Elements>& special) {
  PairGroup both{a.agents | b.agents, a.partners | b.partners};
  for (std::size_t i = 0; i < special.size(); ++i) {
    PairGroup::Elements others = both.partners & ~special[i];
    others.reset(i);
    if (both.agents[i]) both.cost += weight_of(PairGroup::Elements(1) << i) * weight_of(others);
  }
  return both;
}

// Elements so that each special pair has one of them: those with the most special pairs first.
std::vector<PairGroup> single_groups(const std::vector<PairGroup::Elements>& special) {
  std::vector<PairGroup::Elements> left = special;
  std::vector<PairGroup> groups;
  const auto gain = [&](std::size_t i) {
    return static_cast<double>(left[i].count()) / weight_of(PairGroup::Elements(1) << i);
  };
  for (;;) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < left.size(); ++i) best = gain(i) > gain(best) ? i : best;
    if (left[best].none()) return groups;
    groups.push_back({PairGroup::Elements(1) << best, special[best]});
    left[best].reset();
    for (PairGroup::Elements& partners : left) partners.reset(best);
  }
}

// Most pairs of powders do not swap.
bool are_powders_apart(const Rules& rules) {
  int apart = 0;
  for (int i = 0; i < rules.element_count(); ++i) {
    for (int j = 0; j < i; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      if (rules.is_powder(a) && rules.is_powder(b)) apart += rules.meeting(a, b).kind == Meeting::Kind::swap ? -1 : 1;
    }
  }
  return apart > 0;
}

}  // namespace

PairTables::PairTables(const Rules& rules) : element_count(rules.element_count()) {
  const bool apart = are_powders_apart(rules);
  for (int i = 0; i < element_count; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    const bool restless = rules.decay(element).probability > 0 || rules.burst(element).probability > 0;
    bytes[0][element] = rules.density(element);
    bytes[1][element] = static_cast<std::uint8_t>(
        (rules.is_fixed(element) ? 0 : kLoose) | (rules.is_powder(element) && apart ? kApart : 0) |
        (rules.flows(element) ? kFlows : 0) | (rules.flows(element) && !rules.strides(element) ? kRuns : 0) |
        (rules.sinks(element, 0) ? kDrops : 0) | (restless ? kRestless : 0) | (rules.roams(element) ? kRoams : 0));
    if (rules.decay(element).probability > 0) decaying.put(element);
    if (rules.roams(element)) roaming.put(element);
    if (rules.burst(element).probability > 0) bursting.put(element);
  }
  words.resize(std::size_t{kElementsMax} * kElementsMax);
  chances.resize(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto a = static_cast<std::uint8_t>(i / kElementsMax), b = static_cast<std::uint8_t>(i % kElementsMax);
    const Meeting& meeting = rules.meeting(a, b);
    const bool swaps = meeting.kind == Meeting::Kind::swap;
    has_anywhere |= meeting.anywhere;
    const auto bit = [](bool is_set, WordBit word) { return is_set ? std::uint32_t{word} : 0; };
    words[i] = meeting.result | std::uint32_t{rules.meeting(b, a).result} << 8 | bit(rules.acts_above(a, b), kActs) |
               bit(rules.follows(a, b), kFollows) | bit(meeting.anywhere, kAnywhere) | bit(swaps, kSwaps) |
               bit(rules.sinks(a, b), kSinks) | bit(meeting.probability == kCertain, kAlways);
    chances[i] = meeting.probability;
  }
  find_groups(rules);
}

// Unites groups until eight are left, each time the two that cost least.
void PairTables::find_groups(const Rules& rules) {
  constexpr std::size_t kGroups = 8;
  std::vector<PairGroup::Elements> special(static_cast<std::size_t>(element_count));
  for (std::size_t i = 0; i < special.size(); ++i) {
    for (std::size_t j = 0; j < special.size(); ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      const Meeting::Kind kind = rules.meeting(a, b).kind;
      const std::uint8_t both = bytes[1][a] & bytes[1][b];
      const bool swaps = (both & kLoose) != 0 && (both & kApart) == 0;
      special[i][j] = i != j && (kind == Meeting::Kind::reaction || (kind == Meeting::Kind::swap) != swaps);
      has_special_runs |= special[i][j] && rules.runs(a, b);
    }
  }
  std::vector<PairGroup> groups = single_groups(special);
  // By two groups: what it costs to unite them.
  std::vector<std::vector<double>> costs(groups.size(), std::vector<double>(groups.size()));
  const auto find_cost = [&](std::size_t a, std::size_t b) {
    costs[a][b] = united(groups[a], groups[b], special).cost - groups[a].cost - groups[b].cost;
  };
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = a + 1; b < groups.size(); ++b) find_cost(a, b);
  }
  while (groups.size() > kGroups) {
    std::size_t first = 0, second = 1;
    for (std::size_t a = 0; a < groups.size(); ++a) {
      for (std::size_t b = a + 1; b < groups.size(); ++b) {
        if (costs[a][b] < costs[first][second]) first = a, second = b;
      }
    }
    groups[first] = united(groups[first], groups[second], special);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
    costs.erase(costs.begin() + static_cast<std::ptrdiff_t>(second));
    for (std::vector<double>& row : costs) row.erase(row.begin() + static_cast<std::ptrdiff_t>(second));
    for (std::size_t other = 0; other < groups.size(); ++other) {
      if (other != first) find_cost(std::min(first, other), std::max(first, other));
    }
  }
  for (std::size_t k = 0; k < groups.size(); ++k) {
    for (std::size_t i = 0; i < special.size(); ++i) {
      if (groups[k].agents[i]) bytes[2][i] |= static_cast<std::uint8_t>(1 << k);
      if (groups[k].partners[i]) bytes[3][i] |= static_cast<std::uint8_t>(1 << k);
    }
  }
}

void BandSteps::run(const StepJob& job, bool shared, bool keep_events, LedgerEvents& events, ReactionNotes& notes) {
  keep_events_ = keep_events;
  events_ = &events;
  for (OwnedBand& band : bands_) band.watch_as(notes);
  shared ? step_in_waves(job) : step_alone(job);
  if (!notes.is_watching()) return;
  for (OwnedBand& band : bands_) notes.take_from(band.notes());
}

// Both parts of the step go up the rows of chunks together.
void BandSteps::step_alone(const StepJob& job) {
  OwnedBand& owned = bands_[0];
  const int lag = reach_of(job.flow_passes);
  int next = -1;  // the next row to slide; negative: no group of rows is in progress
  bool falls = false;
  for (int row = chunks().rows() - 1; row >= 0; --row) {
    falls = (falls || chunks().has_awake(row)) && fall_in(job, owned, row);
    if (falls || next >= 0) chunks().widen(row);
    if (chunks().runs(row).empty()) {
      if (next >= 0) step_pairs(job, owned.band(), next, next - lag);
      next = -1;
      if (chunks().sleeps_from(row)) break;
      continue;
    }
    if (next < 0) {
      next = std::min((row + 1) * kChunkHeight, world_->height) - 1;
      owned.take_rows(*world_, 0, next + 1, keep_events_);
    }
    const int fallen_from = row * kChunkHeight + kFallRows;  // cells of the next row of chunks fall into the rows above
    step_pairs(job, owned.band(), next, fallen_from);
    next = std::min(next, fallen_from - 1);
  }
  if (next >= 0) step_pairs(job, owned.band(), next, next - lag);
  *events_ += std::exchange(owned.events(), {});
}

// Bands of rows follow one another from the bottom up: the falls of each wait for those of the band below, all else
// does not. So each band stays in the cache of its core.
void BandSteps::step_in_waves(const StepJob& job) {
  const std::size_t count = bands_.size() - 1;
  fallen_bands_.restart();
  pool_.run(count, [&](std::size_t i) { step_wave(job, count - i, i); });
  for (OwnedBand& band : bands_) *events_ += std::exchange(band.events(), {});
}

// `below`: how many bands are below this one. Threads begin bands in their order, so that none waits for one that is
// not under way.
void BandSteps::step_wave(const StepJob& job, std::size_t number, std::size_t below) {
  OwnedBand& owned = bands_[number];
  const Band& band = owned.band();
  const int first = band.own_begin / kChunkHeight, last = (band.own_end - 1) / kChunkHeight;
  fallen_bands_.wait_for(below);
  bool falls = chunks().is_entered();
  for (int row = last; row >= first; --row) {
    falls = (falls || chunks().has_awake(row)) && fall_in(job, owned, row);
    chunks().widen(row);
  }
  OwnedBand* const above = number > 1 ? &bands_[number - 1] : nullptr;
  owned.hand_over(*world_, above);
  fallen_bands_.reach(below + 1);
  if (!owned.take_awake_rows(*world_, job.flow_passes, keep_events_)) return;
  if (above != nullptr && !chunks().runs(first).empty()) fall_in_pairs(job, owned.fall_above(job.flow_passes));
  step_pairs(job, band, band.end - 1, band.begin - reach_of(job.flow_passes));
}

// Falls in a row of chunks. Rows below must be done. False if nothing can fall there.
bool BandSteps::fall_in(const StepJob& job, OwnedBand& owned, int row) {
  std::vector<ColumnRange> runs;
  chunks().find_falls(row, runs);
  if (runs.empty()) return false;
  const Band& band = owned.band();
  const int below = (row + 1) * kChunkHeight;
  fall_in_pairs(job, {.band = band,
                      .begin = row * kChunkHeight,
                      .end = std::min(below, world_->height),
                      .runs = runs,
                      .moved = chunks().moved(),
                      .changed = chunks().changed(row),
                      .changed_below = band.owns(below) ? chunks().changed(row + 1) : band.changed_beyond,
                      .events = keep_events_ ? &owned.events() : nullptr});
  return true;
}

}  // namespace repose::conserving
