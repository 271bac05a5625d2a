// The conserving automaton, fast: one plane, all sub-steps in one pass over it, chunks that sleep, worker threads.
// Gives the bytes of scalar_step.hpp. The order of rows in a step is in band.hpp, the hot loops in cpu_kernel.cpp and
// cpu_pairs.cpp.
//
// Chunks sleep as described in chunk_flags.hpp. Here a chunk is settled when no pair with a cell in it, in the row
// below it or in the column to its right can act, whatever the draws. It stays settled until a pair or block acts that
// begins in it. When neighbours change cells next to it, or in its first row or column, the neighbours become
// unsettled; they check the pairs with it before they settle again. Within a step a change moves at most reach_of()
// cells, which is less than a chunk.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <new>

#include "automata/conserving/band.hpp"
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

// A band, with the memory of its rows.
struct OwnedBand {
  Band band;
  PaddedPlane margins, kept;
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
      PaddedPlane cells(world.width(), world.height());
      nothing_ = PaddedPlane(world.width(), 1);
      cells_ = std::move(cells);
      width_ = world.width();
      height_ = world.height();
      chunk_columns_ = (width_ + kChunkWidth - 1) / kChunkWidth;
      chunk_rows_ = (height_ + kChunkHeight - 1) / kChunkHeight;
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
    runs_.assign(static_cast<std::size_t>(chunk_rows_), {});
    changed_.assign(static_cast<std::size_t>(chunk_rows_) * changed_stride(), 0);
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
  std::size_t changed_stride() const { return static_cast<std::size_t>(chunk_columns_) + 1; }

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
    bands_.push_back(make_band(0, chunk_rows_));
    if (pool_.thread_count() == 1) return;
    const int count = std::clamp(chunk_rows_ / kBandChunkRowsMin, 1, pool_.thread_count() * kBandsPerThread);
    for (int i = 0; i < count; ++i) bands_.push_back(make_band(chunk_rows_ * i / count, chunk_rows_ * (i + 1) / count));
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
    owned.kept = PaddedPlane(width_, 2 * FlowParameter::kMax);
    owned.changed_beyond.resize(changed_stride());
    int margin = 0;
    for (int y = band.rows_begin; y < rows_end; ++y) {
      band.rows.push_back(band.owns(y) ? cells_.row(y) : owned.margins.row(margin++));
    }
    for (int i = 0; i < 2 * FlowParameter::kMax; ++i) band.kept.push_back(owned.kept.row(i));
    return owned;
  }

  // Sets the rows that this step computes: from the first awake row to the last. False when no row is awake.
  bool prepare(OwnedBand& owned) {
    Band& band = owned.band;
    const int first = band.own_begin / kChunkHeight, last = (band.own_end - 1) / kChunkHeight;
    int begin = first, end = last;
    while (begin <= last && runs_[static_cast<std::size_t>(begin)].empty()) ++begin;
    if (begin > last) return false;
    while (runs_[static_cast<std::size_t>(end)].empty()) --end;
    const int reach = reach_of(flow_.passes());
    band.begin = std::max({0, begin * kChunkHeight - reach, band.rows_begin});
    band.end = std::min((end + 1) * kChunkHeight + reach, height_);
    band.changed = changed_.data();
    band.changed_stride = changed_stride();
    band.changed_beyond = owned.changed_beyond.data();
    band.events = book_.is_kept() || activity_.is_kept() ? &owned.events : nullptr;
    band.activity = activity_.is_kept() ? &activity_ : nullptr;
    for (int y = band.begin; y < band.end; ++y) {
      if (!band.owns(y)) std::memcpy(band.row(y), cells_.row(y), static_cast<std::size_t>(width_));
    }
    return true;
  }

  // ---- a step ----

  // False when the world is at rest.
  bool step_once(const StepDraws& draws) {
    if (!skip_settled_) flags_.wake(0, 0, width_, height_);
    const std::uint64_t cells = find_runs();
    if (cells == 0) return false;
    const StepJob job{rules_,          draws,       flow_.passes(), width_, chunk_columns_ * kChunkWidth,
                      nothing_.row(0), runs_.data()};
    const bool shared = bands_.size() > 1 && cells >= kSharedCellsMin;
    active_bands_.clear();
    for (std::size_t i = shared ? 1 : 0; i < (shared ? bands_.size() : 1); ++i) {
      if (prepare(bands_[i])) active_bands_.push_back(&bands_[i]);
    }
    share_out(active_bands_.size(), shared, [&](std::size_t i) { step_part(job, active_bands_[i]->band); });
    if (book_.is_kept() || activity_.is_kept()) {
      for (OwnedBand* band : active_bands_) book_.events() += std::exchange(band->events, {});
    }
    std::atomic<bool> changed{false};
    share_out(awake_rows_.size(), shared, [&](std::size_t i) {
      if (record_row(awake_rows_[i])) changed.store(true, std::memory_order_relaxed);
    });
    if (changed) generation_ = next_view_generation();
    return true;
  }

  template <class Part>
  void share_out(std::size_t count, bool shared, const Part& part) {
    if (shared) return pool_.run(count, part);
    for (std::size_t i = 0; i < count; ++i) part(i);
  }

  void step_part(const StepJob& job, const Band& band) const {
    if (few_elements_ && band.events == nullptr) {
      step_vectors(job, tables_, band);
    } else {
      step_pairs(job, band);
    }
  }

  // Joins the awake chunks of each row of chunks. Returns the number of their cells.
  std::uint64_t find_runs() {
    for (const int row : awake_rows_) runs_[static_cast<std::size_t>(row)].clear();
    awake_rows_.clear();
    std::uint64_t cells = 0;
    for (const ChunkRun& run : flags_.find_awake()) {
      std::vector<ColumnRange>& ranges = runs_[static_cast<std::size_t>(run.row)];
      if (ranges.empty()) awake_rows_.push_back(run.row);
      const ColumnRange range{run.column_begin * kChunkWidth, run.column_end * kChunkWidth};
      if (!ranges.empty() && ranges.back().end == range.begin) {
        ranges.back().end = range.end;
      } else {
        ranges.push_back(range);
      }
      cells += static_cast<std::uint64_t>(range.end - range.begin) * kChunkHeight;
    }
    return cells;
  }

  // Records which chunks of a row have changed or settled. Returns whether any has changed.
  bool record_row(int row) {
    std::uint8_t* const changed = &changed_[static_cast<std::size_t>(row) * changed_stride()];
    bool any = false;
    for (const ColumnRange& range : runs_[static_cast<std::size_t>(row)]) {
      for (int column = range.begin / kChunkWidth; column < range.end / kChunkWidth; ++column) {
        if (changed[column] != 0) {
          flags_.record(column, row, false);
          any = true;
        } else if (!flags_.is_settled(column, row) && is_at_rest(column, row)) {
          flags_.record(column, row, true);
        }
      }
    }
    std::memset(changed, 0, changed_stride());
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
  int chunk_columns_ = 0, chunk_rows_ = 0;
  PaddedPlane cells_, nothing_;
  std::vector<OwnedBand> bands_;
  std::vector<OwnedBand*> active_bands_;        // of this step, like the next three
  std::vector<int> awake_rows_;                 // rows of chunks
  std::vector<std::vector<ColumnRange>> runs_;  // by row of chunks
  std::vector<std::uint8_t> changed_;           // by chunk, rows of changed_stride()
  ChunkFlags flags_;
  LedgerBook book_;
  ActivityMap activity_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::conserving
