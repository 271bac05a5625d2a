// The conserving automaton, fast: one plane, chunks that sleep, worker threads. Gives the bytes of scalar_step.hpp. The
// parts of a step and the order of rows are in band.hpp, the hot loops in cpu_kernel.cpp and cpu_pairs.cpp.
//
// Chunks sleep as described in chunk_flags.hpp. Here a chunk is settled when no pair with a cell in it, in the row
// below it or in the column to its right can act, whatever the draws. It stays settled until a pair or block acts that
// begins in it. When neighbours change cells next to it, or in its first row or column, the neighbours become
// unsettled; they check the pairs with it before they settle again. After fall a change moves at most reach_of() cells
// within a step, which is less than a chunk. Falls run up through any number of chunks, so they wake the sleeping
// chunks that they enter, and the neighbours of those, within the step.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <new>

#include "automata/conserving/band.hpp"
#include "automata/conserving/cpu_chunks.hpp"
#include "automata/conserving/cpu_kernel.hpp"
#include "automata/padded_plane.hpp"
#include "core/edited_cells.hpp"
#include "repose/worker_pool.hpp"

namespace repose::conserving {
namespace {

static_assert(reach_of(FlowParameter::kMax) < kChunkHeight && kChunkHeight < kChunkWidth);

// Fewer awake cells than this are computed by the calling thread only: waking the workers costs as much, some ten
// microseconds.
constexpr std::uint64_t kSharedCellsMin = 16 * 1024;
constexpr int kBandsPerThread = 4;    // several, so that no thread waits long for another
constexpr int kBandChunkRowsMin = 2;  // so that margins cost little
constexpr int kStripsPerThread = 2;

// A band, with the memory of its rows.
struct OwnedBand {
  Band band;
  PaddedPlane margins, fell_margins, kept;
  std::vector<std::uint8_t> changed_beyond;
  LedgerEvents events;
};

class CpuSolver final : public Solver {
 public:
  explicit CpuSolver(const SolverOptions& options) : pool_(options.threads), skip_settled_(options.skip_settled) {
    [[maybe_unused]] const Status status = upload(World());
  }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    rules_ = Rules(ruleset);
    few_elements_ = rules_.element_count() <= kSmallElementsMax && has_vectors();
    tables_ = few_elements_ ? SmallTables(rules_) : SmallTables();
    return {};
  }

  Status upload(const World& world) override {
    try {
      PaddedPlane cells(world.width(), world.height()), fell(bit_bytes(world.width()), world.height());
      nothing_ = PaddedPlane(world.width(), 1);
      cells_ = std::move(cells);
      fell_ = std::move(fell);
      width_ = world.width();
      height_ = world.height();
      chunks_ = StepChunks((width_ + kChunkWidth - 1) / kChunkWidth, (height_ + kChunkHeight - 1) / kChunkHeight);
      make_bands();
    } catch (const std::bad_alloc&) {
      return Status::failure("There is not enough memory for a world of this size; try a smaller one.");
    }
    nothing_.fill(kNothing);
    cells_.fill(kNothing);
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) cells_.row(y)[x] = rules_.admit(world.cell(x, y));
    }
    flags_ = ChunkFlags(width_, height_);
    stats_ = {};
    generation_ = next_view_generation();
    keep_ledger(book_.is_kept());
    activity_.begin_again(width_, height_);
    return {};
  }

  void apply(const Edit& edit) override {
    for_each_edited(edit, width_, height_, [this](int x, int y, const EditedCell& edited) {
      std::uint8_t& cell = cells_.row(y)[x];
      const std::uint8_t element = rules_.admit(edited.element);
      if (!edited.changes(cell) || cell == element) return;
      book_.events().paint(cell, element);
      cell = element;
      flags_.wake(x, y, x + 1, y + 1);
      generation_ = next_view_generation();
    });
  }

  void step(const StepSpan& span) override {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < span.count; ++k) {
      activity_.pass(1);
      if (step_once(StepDraws(span.seed, span.first_step + k, flow_.passes()))) continue;
      activity_.pass(span.count - k - 1);
      break;  // at rest: all further steps change nothing
    }
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void download(World& world) const override {
    world = World(width_, height_);
    for (int y = 0; y < height_; ++y) std::copy_n(cells_.row(y), width_, &world.cell(0, y));
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = flags_.awake_cells();
    stats.cell_count = static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_);
    return stats;
  }

  CellView view() const override {
    const MemoryCells shown{.cells = {cells_.row(0), cells_.stride()}};
    return {width_, height_, generation_, shown, activity_.view()};
  }

  ActiveCells active_cells() const override { return {ActiveCells::Unit::chunk, flags_.awake_boxes()}; }

  std::span<const ParameterInfo> parameters() const override { return FlowParameter::list(); }
  double parameter(std::string_view name) const override { return flow_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return flow_.set(name, value); }

  bool keep_ledger(bool keep) override {
    if (keep) {
      book_.begin(counts());
    } else {
      book_.end();
    }
    return true;
  }
  std::optional<Ledger> ledger() const override { return book_.close(counts(), rules_.element_count()); }
  bool keep_activity(bool on) override { return activity_.keep(on, width_, height_); }

 private:
  static int bit_bytes(int width) { return (width + kChunkWidth - 1) / kChunkWidth * (kChunkWidth / 8); }

  LedgerBook::Counts counts() const {
    LedgerBook::Counts counts{};
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) ++counts[cells_.row(y)[x]];
    }
    return counts;
  }

  // ---- bands ----

  // The first band is the whole world, for steps on one thread; the others divide the world.
  void make_bands() {
    bands_.clear();
    const int rows = chunks_.rows();
    bands_.push_back(make_band(0, rows));
    if (pool_.thread_count() == 1) return;
    const int count = std::clamp(rows / kBandChunkRowsMin, 1, pool_.thread_count() * kBandsPerThread);
    for (int i = 0; i < count; ++i) bands_.push_back(make_band(rows * i / count, rows * (i + 1) / count));
  }

  OwnedBand make_band(int chunk_row_begin, int chunk_row_end) {
    constexpr int kReach = reach_of(FlowParameter::kMax);
    OwnedBand owned;
    Band& band = owned.band;
    band.own_begin = chunk_row_begin * kChunkHeight;
    band.own_end = std::min(chunk_row_end * kChunkHeight, height_);
    band.rows_begin = std::max(0, band.own_begin - kReach);
    const int rows_end = std::min(height_, band.own_end + kReach);
    owned.margins = PaddedPlane(width_, 2 * kReach);
    owned.margins.fill(kNothing);
    owned.fell_margins = PaddedPlane(bit_bytes(width_), 2 * kReach);
    owned.kept = PaddedPlane(width_, 2 * FlowParameter::kMax);
    owned.changed_beyond.resize(chunks_.stride());
    int margin = 0;
    for (int y = band.rows_begin; y < rows_end; ++y) {
      band.rows.push_back(band.owns(y) ? cells_.row(y) : owned.margins.row(margin));
      band.fell.push_back(band.owns(y) ? fell_.row(y) : owned.fell_margins.row(margin));
      if (!band.owns(y)) ++margin;
    }
    for (int i = 0; i < 2 * FlowParameter::kMax; ++i) band.kept.push_back(owned.kept.row(i));
    return owned;
  }

  // Sets the rows that this step computes: from the first awake row to the last. False when no row is awake.
  bool prepare(OwnedBand& owned) {
    Band& band = owned.band;
    const int first = band.own_begin / kChunkHeight, last = (band.own_end - 1) / kChunkHeight;
    int begin = first, end = last;
    while (begin <= last && chunks_.runs(begin).empty()) ++begin;
    if (begin > last) return false;
    while (chunks_.runs(end).empty()) --end;
    const int reach = reach_of(flow_.passes());
    take_rows(owned, std::max({0, begin * kChunkHeight - reach, band.rows_begin}),
              std::min((end + 1) * kChunkHeight + reach, height_));
    for (int y = band.begin; y < band.end; ++y) {
      if (band.owns(y)) continue;
      std::memcpy(band.row(y), cells_.row(y), static_cast<std::size_t>(width_));
      std::memcpy(band.fell_row(y), fell_.row(y), static_cast<std::size_t>(bit_bytes(width_)));
    }
    return true;
  }

  void take_rows(OwnedBand& owned, int begin, int end) {
    Band& band = owned.band;
    band.begin = begin;
    band.end = end;
    band.changed = chunks_.changed(0);
    band.changed_stride = chunks_.stride();
    band.changed_beyond = owned.changed_beyond.data();
    band.events = band_events(owned);
  }

  // ---- a step ----

  // False when the world is at rest.
  bool step_once(const StepDraws& draws) {
    if (!skip_settled_) flags_.wake(0, 0, width_, height_);
    const std::uint64_t cells = chunks_.begin(flags_);
    if (cells == 0) return false;
    const StepJob job{.rules = rules_,
                      .draws = draws,
                      .flow_passes = flow_.passes(),
                      .width = width_,
                      .height = height_,
                      .padded_width = chunks_.columns() * kChunkWidth,
                      .nothing = nothing_.row(0),
                      .runs = chunks_.runs(),
                      .activity = activity_.is_kept() ? &activity_ : nullptr};
    const bool shared = bands_.size() > 1 && cells >= kSharedCellsMin;
    shared ? step_shared(job) : step_alone(job);
    std::atomic<bool> changed{false};
    share_out(chunks_.rows_with_runs().size(), shared, [&](std::size_t i) {
      if (record_row(chunks_.rows_with_runs()[i])) changed.store(true, std::memory_order_relaxed);
    });
    chunks_.clear();
    if (changed) generation_ = next_view_generation();
    return true;
  }

  // Both parts of the step go up the rows of chunks together.
  void step_alone(const StepJob& job) {
    OwnedBand& owned = bands_[0];
    const int lag = reach_of(job.flow_passes);
    int next = -1;  // the next row to slide; negative: no group of rows is under way
    bool falls = false;
    for (int row = chunks_.rows() - 1; row >= 0; --row) {
      falls = (falls || chunks_.has_awake(row)) && fall_in(job, row, 0, chunks_.columns(), band_events(owned));
      if (falls || next >= 0) chunks_.widen(row);
      if (chunks_.runs(row).empty()) {
        if (next >= 0) step_part(job, owned.band, next, next - lag);
        next = -1;
        if (chunks_.sleeps_from(row)) break;
        continue;
      }
      if (next < 0) {
        next = std::min((row + 1) * kChunkHeight, height_) - 1;
        take_rows(owned, 0, next + 1);
      }
      step_part(job, owned.band, next, row * kChunkHeight + 1);
      next = row * kChunkHeight;
    }
    if (next >= 0) step_part(job, owned.band, next, next - lag);
    book_.events() += std::exchange(owned.events, {});
  }

  // First all falls, in strips of columns; then the rest, in bands of rows.
  void step_shared(const StepJob& job) {
    const int columns = chunks_.columns(), rows = chunks_.rows();
    const int count = std::min(columns, pool_.thread_count() * kStripsPerThread);
    strip_events_.assign(static_cast<std::size_t>(count), {});
    pool_.run(static_cast<std::size_t>(count), [&](std::size_t i) {
      const int strip = static_cast<int>(i);
      const int begin = columns * strip / count, end = columns * (strip + 1) / count;
      LedgerEvents* const events = keeps_events() ? &strip_events_[i] : nullptr;
      bool falls = false;
      for (int row = rows - 1; row >= 0; --row)
        falls = (falls || chunks_.has_awake(row)) && fall_in(job, row, begin, end, events);
    });
    for (const LedgerEvents& events : strip_events_) book_.events() += events;
    for (int row = rows - 1; row >= 0; --row) chunks_.widen(row);
    active_bands_.clear();
    for (std::size_t i = 1; i < bands_.size(); ++i) {
      if (prepare(bands_[i])) active_bands_.push_back(&bands_[i]);
    }
    const int lag = reach_of(job.flow_passes);
    pool_.run(active_bands_.size(), [&](std::size_t i) {
      const Band& band = active_bands_[i]->band;
      step_part(job, band, band.end - 1, band.begin - lag);
    });
    for (OwnedBand* band : active_bands_) book_.events() += std::exchange(band->events, {});
  }

  template <class Part>
  void share_out(std::size_t count, bool shared, const Part& part) {
    if (shared) return pool_.run(count, part);
    for (std::size_t i = 0; i < count; ++i) part(i);
  }

  bool keeps_events() const { return book_.is_kept() || activity_.is_kept(); }
  LedgerEvents* band_events(OwnedBand& owned) const { return keeps_events() ? &owned.events : nullptr; }

  void step_part(const StepJob& job, const Band& band, int from, int to) const {
    if (few_elements_ && band.events == nullptr) {
      step_vectors(job, tables_, band, from, to);
    } else {
      step_pairs(job, band, from, to);
    }
  }

  // Falls in these columns of a row of chunks. Rows below must be done. False if nothing can fall there.
  bool fall_in(const StepJob& job, int row, int begin, int end, LedgerEvents* events) {
    std::vector<ColumnRange> runs;
    chunks_.find_falls(row, begin, end, runs);
    if (runs.empty()) return false;
    const FallArea area{.cells = cells_,
                        .fell = fell_,
                        .begin = row * kChunkHeight,
                        .end = std::min((row + 1) * kChunkHeight, height_),
                        .runs = runs,
                        .moved = chunks_.moved(),
                        .changed = chunks_.changed(row),
                        .events = events};
    if (few_elements_ && events == nullptr) {
      fall_in_vectors(job, tables_, area);
    } else {
      fall_in_pairs(job, area);
    }
    return true;
  }

  // Records which chunks of a row have changed or settled. Returns whether any has changed.
  bool record_row(int row) {
    const std::uint8_t* const changed = chunks_.changed(row);
    bool any = false;
    for (const ColumnRange& range : chunks_.runs(row)) {
      for (int column = range.begin / kChunkWidth; column < range.end / kChunkWidth; ++column) {
        if (changed[column] != 0) {
          flags_.record(column, row, false);
          any = true;
        } else if (!flags_.is_settled(column, row) && is_at_rest(column, row)) {
          flags_.record(column, row, true);
        }
      }
    }
    return any;
  }

  bool is_at_rest(int column, int row) const {
    RestRows rows;
    const int y_begin = row * kChunkHeight;
    rows.count = std::min(kChunkHeight, height_ - y_begin);
    rows.width = width_;
    for (int y = -1; y <= rows.count + 1; ++y) {
      const bool inside = y_begin + y >= 0 && y_begin + y < height_;
      rows.rows[static_cast<std::size_t>(y + 1)] = inside ? cells_.row(y_begin + y) : nullptr;
    }
    const int x_begin = column * kChunkWidth, x_end = x_begin + kChunkWidth;
    return few_elements_ ? vectors_at_rest(tables_, rows, x_begin, x_end) : pairs_at_rest(rules_, rows, x_begin, x_end);
  }

  WorkerPool pool_;
  const bool skip_settled_;
  Rules rules_;
  SmallTables tables_;
  bool few_elements_ = false;
  FlowParameter flow_;
  int width_ = 0, height_ = 0;  // cells
  PaddedPlane cells_, fell_, nothing_;
  StepChunks chunks_;
  std::vector<OwnedBand> bands_;
  std::vector<OwnedBand*> active_bands_;    // of this step
  std::vector<LedgerEvents> strip_events_;  // the same
  ChunkFlags flags_;
  LedgerBook book_;
  ActivityMap activity_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::conserving
