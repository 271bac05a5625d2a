#include "automata/conserving/cpu_step.hpp"

#include <algorithm>
#include <array>
#include <bit>
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
      nothing(width, 1),
      chunks((width + kChunkWidth - 1) / kChunkWidth, (height + kChunkHeight - 1) / kChunkHeight) {
  fell = PaddedPlane(bit_bytes(), height);
  nothing.fill(kNothing);
  cells.fill(kNothing);
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
  margins_.fill(kNothing);
  fell_margins_ = PaddedPlane(world.bit_bytes(), 2 * kReach);
  kept_ = PaddedPlane(world.width, 2 * Parameters::kFlowMax);
  changed_beyond_.resize(world.chunks.stride());
  band_.changed_beyond = changed_beyond_.data();
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
  band_.flow_bits = &flow_bits_;
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

void StepChunks::find_falls(int row, int begin, int end, std::vector<ColumnRange>& runs) {
  const std::uint8_t* const awake = marks(awake_, row);
  std::uint8_t* const entered = marks(entered_, row);
  runs.clear();
  for (int column = begin; column < end; ++column) {
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

// Whether the two columns on either side of the seam are at rest.
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

namespace {

using Set = std::uint16_t;  // of elements
using Sets = std::array<Set, kSmallElementsMax>;

bool is_in(Set set, int element) { return (set >> element & 1) != 0; }
Set with(Set set, int element) { return static_cast<Set>(set | 1 << element); }

// By element, what it sinks through, where that can decide whether a pair runs.
Sets sets_to_sink_through(const Rules& rules) {
  const int count = rules.element_count();
  Set denser = 0, lighter = 0;  // those that run with some element
  const auto for_each_sinking = [&](const auto& visit) {
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        if (rules.sinks(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j))) visit(i, j);
      }
    }
  };
  for_each_sinking([&](int i, int j) {
    if (!rules.runs(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j))) return;
    denser = with(denser, i);
    lighter = with(lighter, j);
  });
  Sets sets{};
  for_each_sinking([&](int i, int j) {
    if (is_in(denser, i) || is_in(lighter, j))
      sets[static_cast<std::size_t>(i)] = with(sets[static_cast<std::size_t>(i)], j);
  });
  return sets;
}

// Divides the sets that are not empty into chains, in which each set contains the one before it.
std::vector<std::vector<Set>> chains_of(const Sets& sets) {
  std::vector<Set> different(sets.begin(), sets.end());
  std::ranges::sort(different, {}, [](Set set) { return std::pair(std::popcount(set), set); });
  different.erase(std::ranges::unique(different).begin(), different.end());
  std::vector<std::vector<Set>> chains;
  for (const Set set : different) {
    if (set == 0) continue;
    const auto fits = [&](const std::vector<Set>& chain) { return (chain.back() & ~set) == 0; };
    auto chain = std::ranges::find_if(chains, fits);
    if (chain == chains.end()) chain = chains.emplace(chain);
    chain->push_back(set);
  }
  return chains;
}

}  // namespace

FlowTables::FlowTables(const Rules& rules) {
  const Sets sets = sets_to_sink_through(rules);
  const int count = rules.element_count();
  planes = weight(0);
  for (const std::vector<Set>& chain : chains_of(sets)) add_scale(sets, chain);
  bool all_flow = true;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      if (is_in(sets[a], j) && !rules.runs(a, b)) all_flow = false;
    }
  }
  if (!all_flow) flows = planes++;
  if (rules.has_viscous()) viscous = planes++;
  if (rules.moves_far()) fell = planes++;
  for (int i = 0; i < count; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    if (rules.flows(element) && !rules.strides(element)) put(kReady, i);
    if (flows != kNone && rules.flows(element)) put(flows, i);
    if (viscous != kNone && rules.fluidity(element) < kCertain) put(viscous, i);
  }
  find_code(count);
}

// The weight of an element is the number of its set in the chain, from 1 on, or 0; its lift is the number of the last
// set that it is not in.
void FlowTables::add_scale(std::span<const Set> sets, std::span<const Set> chain) {
  const int first = (planes - weight(0)) / 2, bits = static_cast<int>(std::bit_width(chain.size()));
  for (int i = 0; i < kSmallElementsMax; ++i) {
    const auto own = std::ranges::find(chain, sets[static_cast<std::size_t>(i)]);
    const auto weight_of = own == chain.end() ? 0 : own - chain.begin() + 1;
    const auto lift = std::ranges::count_if(chain, [&](Set set) { return !is_in(set, i); });
    for (int bit = 0; bit < bits; ++bit) {
      if ((weight_of >> bit & 1) != 0) put(weight(first + bit), i);
      if ((lift >> bit & 1) == 0) put(no_lift(first + bit), i);
    }
  }
  planes = weight(first + bits);
  scale_ends[static_cast<std::size_t>(scales++)] = first + bits;
}

// Takes planes that halve the largest class of elements which are still the same, and then numbers the elements of each
// class in further planes.
void FlowTables::find_code(int element_count) {
  std::array<int, kSmallElementsMax> codes{};
  const auto bits_missing = [&](int plane) {
    std::array<unsigned, 2 * kSmallElementsMax> sizes{};
    for (int i = 0; i < element_count; ++i) {
      const int bit = plane != kNone && has(plane, i) ? kSmallElementsMax : 0;
      ++sizes[static_cast<std::size_t>(codes[static_cast<std::size_t>(i)] + bit)];
    }
    return static_cast<int>(std::bit_width(std::ranges::max(sizes) - 1));
  };
  const auto take = [&](int plane) {
    for (int i = 0; i < element_count; ++i) codes[static_cast<std::size_t>(i)] += (has(plane, i) ? 1 : 0) << code_bits;
    code[static_cast<std::size_t>(code_bits++)] = plane;
  };
  for (int plane = weight(0), end = planes; plane < end; ++plane) {
    if (bits_missing(plane) < bits_missing(kNone)) take(plane);
  }
  std::array<int, kSmallElementsMax> sizes{}, numbers{};
  for (int i = 0; i < element_count; ++i)
    numbers[static_cast<std::size_t>(i)] = sizes[static_cast<std::size_t>(codes[static_cast<std::size_t>(i)])]++;
  for (int bit = 0, count = bits_missing(kNone); bit < count; ++bit) {
    for (int i = 0; i < element_count; ++i) {
      if ((numbers[static_cast<std::size_t>(i)] >> bit & 1) != 0) put(planes, i);
    }
    take(planes++);
  }
  for (int i = 0; i < element_count; ++i)
    elements[static_cast<std::size_t>(codes[static_cast<std::size_t>(i)])] = static_cast<std::uint8_t>(i);
}

SmallTables::SmallTables(const Rules& rules)
    : traits{.has_reactions = rules.has_reactions()}, few(rules.element_count() <= 8) {
  for (int i = 0; i < rules.element_count(); ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    self.put(i, i);
    fixed[a] = rules.is_fixed(a) ? 0xff : 0;
    grainy[a] = rules.flows(a) ? 0 : 0xff;
    decays[a] = rules.decay(a).probability > 0 ? 0xff : 0;
    restless[a] = decays[a] != 0 || rules.burst(a).probability > 0 ? 0xff : 0;
    for (int j = 0; j < rules.element_count(); ++j) put_pair(rules, a, static_cast<std::uint8_t>(j));
  }
  flow = FlowTables(rules);
  flow.is_needed = flow.scales > 0 || traits.has_anywhere;
}

void SmallTables::put_pair(const Rules& rules, std::uint8_t a, std::uint8_t b) {
  const Meeting& meeting = rules.meeting(a, b);
  results[a][b] = meeting.result;
  if (few) folded_results[a / 2u][a % 2u * 8u + b] = meeting.result;
  if (rules.sinks(a, b)) sinks.put(a, b);
  if (rules.runs(a, b) && rules.is_denser(a, b)) runs.put(a, b);
  if (rules.wanders(a, b) > 0) wanders.put(a, b);
  if (meeting.kind != Meeting::Kind::reaction) return;
  if (meeting.probability < kCertain) traits.certain = false;
  if (meeting.anywhere) anywhere.put(a, b);
  if (meeting.anywhere) traits.has_anywhere = true;
  if (rules.is_denser(a, b)) reacts_below.put(a, b);
  if (meeting.anywhere || rules.is_denser(a, b)) reacts_falling.put(a, b);
}

namespace {
constexpr int kStripsPerThread = 2;
// Falls take about a fifth of a step, and one band at a time falls.
constexpr int kWaveThreadsMax = 4;
}  // namespace

void BandSteps::run(const StepJob& job, bool shared, bool keep_events, LedgerEvents& events) {
  keep_events_ = keep_events;
  events_ = &events;
  for (OwnedBand& band : shared ? std::span(bands_).subspan(1) : std::span(bands_).first(1))
    rules_.prepare(band.flow_bits(), chunks().columns(), job.flow_passes);
  if (!shared) return step_alone(job);
  pool_.thread_count() <= kWaveThreadsMax ? step_in_waves(job) : step_in_strips(job);
}

// Both parts of the step go up the rows of chunks together.
void BandSteps::step_alone(const StepJob& job) {
  OwnedBand& owned = bands_[0];
  const int lag = reach_of(job.flow_passes);
  int next = -1;  // the next row to slide; negative: no group of rows is in progress
  bool falls = false;
  for (int row = chunks().rows() - 1; row >= 0; --row) {
    falls = (falls || chunks().has_awake(row)) && fall_in(job, owned, row, 0, chunks().columns());
    if (falls || next >= 0) chunks().widen(row);
    if (chunks().runs(row).empty()) {
      if (next >= 0) rules_.step(job, owned.band(), next, next - lag);
      next = -1;
      if (chunks().sleeps_from(row)) break;
      continue;
    }
    if (next < 0) {
      next = std::min((row + 1) * kChunkHeight, world_->height) - 1;
      owned.take_rows(*world_, 0, next + 1, keep_events_);
    }
    const int fallen_from = row * kChunkHeight + kFallRows;  // cells of the next row of chunks fall into the rows above
    rules_.step(job, owned.band(), next, fallen_from);
    next = std::min(next, fallen_from - 1);
  }
  if (next >= 0) rules_.step(job, owned.band(), next, next - lag);
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
    falls = (falls || chunks().has_awake(row)) && fall_in(job, owned, row, 0, chunks().columns());
    chunks().widen(row);
  }
  OwnedBand* const above = number > 1 ? &bands_[number - 1] : nullptr;
  owned.hand_over(*world_, above);
  fallen_bands_.reach(below + 1);
  if (!owned.take_awake_rows(*world_, job.flow_passes, keep_events_)) return;
  if (above != nullptr && !chunks().runs(first).empty()) rules_.fall(job, owned.fall_above(job.flow_passes));
  rules_.step(job, band, band.end - 1, band.begin - reach_of(job.flow_passes));
}

// First all falls, in strips of columns; then the rest, in bands of rows. For more threads than waves can use.
void BandSteps::step_in_strips(const StepJob& job) {
  const int columns = chunks().columns(), rows = chunks().rows();
  const int count = std::min(columns, pool_.thread_count() * kStripsPerThread);
  strip_events_.assign(static_cast<std::size_t>(count), {});
  bands_[0].take_rows(*world_, 0, world_->height, false);
  pool_.run(static_cast<std::size_t>(count), [&](std::size_t i) {
    const int strip = static_cast<int>(i);
    bool falls = false;
    for (int row = rows - 1; row >= 0; --row) {
      falls = (falls || chunks().has_awake(row)) &&
              fall_in(job, bands_[0], row, columns * strip / count, columns * (strip + 1) / count, &strip_events_[i]);
    }
  });
  for (const LedgerEvents& events : strip_events_) *events_ += events;
  for (int row = rows - 1; row >= 0; --row) chunks().widen(row);
  active_bands_.clear();
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    if (bands_[i].take_awake_rows(*world_, job.flow_passes, keep_events_)) active_bands_.push_back(&bands_[i]);
  }
  for (OwnedBand* band : active_bands_) band->copy_margins(*world_);
  const int lag = reach_of(job.flow_passes);
  pool_.run(active_bands_.size(), [&](std::size_t i) {
    const Band& band = active_bands_[i]->band();
    rules_.step(job, band, band.end - 1, band.begin - lag);
  });
  for (OwnedBand* band : active_bands_) *events_ += std::exchange(band->events(), {});
}

// Falls in these columns of a row of chunks. Rows below must be done. False if nothing can fall there. `events`: null
// for those of the band.
bool BandSteps::fall_in(const StepJob& job, OwnedBand& owned, int row, int begin, int end, LedgerEvents* events) {
  std::vector<ColumnRange> runs;
  chunks().find_falls(row, begin, end, runs);
  if (runs.empty()) return false;
  const Band& band = owned.band();
  const int below = (row + 1) * kChunkHeight;
  rules_.fall(job, {.band = band,
                    .begin = row * kChunkHeight,
                    .end = std::min(below, world_->height),
                    .runs = runs,
                    .moved = chunks().moved(),
                    .changed = chunks().changed(row),
                    .changed_below = band.owns(below) ? chunks().changed(row + 1) : band.changed_beyond,
                    .events = !keep_events_       ? nullptr
                              : events != nullptr ? events
                                                  : &owned.events()});
  return true;
}

}  // namespace repose::conserving
