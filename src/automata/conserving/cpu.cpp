// The conserving automaton, fast: one plane, chunks that sleep, worker threads. Gives the bytes of scalar_step.hpp. The
// parts of a step and the order of rows are in cpu_step.hpp, the hot loops in cpu_pairs.cpp.
//
// Chunks sleep as described in chunks.hpp. Here a chunk is settled when no pair with a cell in it, in the row
// below it or in the column to its right can act, whatever the draws. It stays settled until a pair or block acts that
// begins in it. When neighbours change cells next to it, or in its first row or column, the neighbours become
// unsettled; they check the pairs with it before they settle again. After fall a change moves at most reach_of() cells
// within a step, which is less than a chunk. Falls run up through any number of chunks, so they wake the sleeping
// chunks that they enter, and the neighbours of those, within the step. Strides have their own record of what rests
// (cpu_strides.hpp): a chunk that sleeps may still hold liquid that strides.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "automata/conserving/bodies.hpp"
#include "automata/conserving/bursts.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving/cpu_air.hpp"
#include "automata/conserving/cpu_step.hpp"
#include "automata/conserving/cpu_strides.hpp"
#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "repose/worker_pool.hpp"

namespace repose::conserving {

namespace {

// How often each element is in the world.
LedgerEvents::Counts count_cells(const CpuWorld& world) {
  LedgerEvents::Counts counts{};
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) ++counts[world.cells.row(y)[x]];
  }
  return counts;
}

// A band, with the memory of its margins and kept rows.
class OwnedBand {
 public:
  // Owns these rows of chunks. Throws std::bad_alloc. `world` must outlive the band, in its place.
  OwnedBand(CpuWorld& world, int chunk_row_begin, int chunk_row_end) {
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

  const Band& band() const { return band_; }
  LedgerEvents& events() { return events_; }
  // From now on notes what `notes` watches, if that watches anything.
  void watch_as(const ReactionNotes& notes) {
    notes_.watch_as(notes);
    band_.notes = notes.is_watching() ? &notes_ : nullptr;
  }
  ReactionNotes& notes() { return notes_; }

  // The rows that a step goes over are begin..end-1.
  void take_rows(CpuWorld& world, int begin, int end, bool keep_events) {
    band_.begin = begin;
    band_.end = end;
    band_.changed = world.chunks.changed(0);
    band_.changed_stride = world.chunks.stride();
    band_.events = keep_events ? &events_ : nullptr;
  }
  // They are those from the first awake one to the last, and margins. False when no row is awake.
  bool take_awake_rows(CpuWorld& world, int flow_passes, bool keep_events) {
    int begin = band_.own_begin / kChunkHeight, end = (band_.own_end - 1) / kChunkHeight;
    while (begin <= end && world.chunks.runs(begin).empty()) ++begin;
    if (begin > end) return false;
    while (world.chunks.runs(end).empty()) --end;
    const int reach = reach_of(flow_passes);
    take_rows(world, std::max({0, begin * kChunkHeight - reach, band_.rows_begin}),
              std::min((end + 1) * kChunkHeight + reach, world.height), keep_events);
    return true;
  }
  // Copies the margins from the world, in which all falls are done.
  void copy_margins(const CpuWorld& world) {
    copy_rows(world, band_.rows_begin, band_.own_begin);
    copy_rows(world, band_.own_end, rows_end());
    band_.runs_above = nullptr;
  }

  // ---- if falls of several bands follow one another ----
  // After the falls in its own rows, before those above: gives the band above what that one needs.
  void hand_over(CpuWorld& world, OwnedBand* above) {
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
  // Falls in the rows above its own that it needs; changes only its copies of them, and its own first two rows.
  // More rows than the margin: cells of these fall into the margin.
  FallArea fall_above(int flow_passes) {
    return {.band = band_,
            .begin = std::max(band_.own_begin - reach_of(flow_passes) - kFallRows, 0),
            .end = band_.own_begin,
            .runs = runs_above_,
            .moved = reinterpret_cast<std::uint8_t*>(moved_above_.data()),
            .changed = changed_beyond_.data(),
            .changed_below = band_.changed_in(band_.own_begin),
            .events = band_.events};
  }

 private:
  int rows_end() const { return band_.rows_begin + static_cast<int>(band_.rows.size()); }
  void copy_rows(const CpuWorld& world, int begin, int end) {
    for (int y = begin; y < end; ++y) {
      std::memcpy(band_.row(y), world.cells.row(y), static_cast<std::size_t>(world.width));
      std::memcpy(band_.fell_row(y), world.fell.row(y), static_cast<std::size_t>(world.bit_bytes()));
    }
  }

  Band band_;
  std::vector<ColumnRange> runs_above_;  // for falls above its own rows, like the next one
  std::vector<std::uint64_t> moved_above_;
  PaddedPlane margins_, fell_margins_, kept_;
  std::vector<std::uint8_t> changed_beyond_;
  LedgerEvents events_;
  ReactionNotes notes_;
};

// The first band is the whole world, for steps on one thread. If there are more threads the others divide the world.
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

// The rules as the cpu backend uses them.
class CpuRules {
 public:
  CpuRules() = default;
  explicit CpuRules(const Ruleset& ruleset) : rules_(ruleset), tables_(rules_) {}

  const Rules& rules() const { return rules_; }
  const PairTables& tables() const { return tables_; }

  // Whether no pair with a cell in the chunk, in the row below it or in the column to its right can act.
  bool is_at_rest(const CpuWorld& world, int column, int row) const {
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
  // The cells that explode. Only awake chunks can hold some.
  std::vector<Blast> find_blasts(CpuWorld& world, const std::vector<ChunkRun>& awake, const BurstDraws& draws) const {
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

 private:
  // Whether the two columns on either side of the seam are at rest.
  bool is_seam_at_rest(const RestRows& rows) const {
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

  Rules rules_;
  PairTables tables_;
};

// How a step of the cpu backend goes over the bands of a world: on one thread, or on several. The results are the
// same.
class BandSteps {
 public:
  // The pool must outlive it.
  explicit BandSteps(WorkerPool& pool) : pool_(pool) {}

  // From now on steps go over this world, divided by make_bands(). The world must stay in its place.
  void take_over(CpuWorld& world, std::vector<OwnedBand> bands) {
    world_ = &world;
    bands_ = std::move(bands);
  }
  // Whether a step can be shared among threads.
  bool can_share() const { return bands_.size() > 1; }
  // Falls, slides and flows of a step. `keep_events`: adds what happened to `events`. Adds reactions to `notes`.
  void run(const StepJob& job, bool shared, bool keep_events, LedgerEvents& events, ReactionNotes& notes) {
    keep_events_ = keep_events;
    events_ = &events;
    for (OwnedBand& band : bands_) band.watch_as(notes);
    shared ? step_in_waves(job) : step_alone(job);
    if (!notes.is_watching()) return;
    for (OwnedBand& band : bands_) notes.take_from(band.notes());
  }

 private:
  StepChunks& chunks() const { return world_->chunks; }

  // Both parts of the step go up the rows of chunks together.
  void step_alone(const StepJob& job) {
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
      const int fallen_from =
          row * kChunkHeight + kFallRows;  // cells of the next row of chunks fall into the rows above
      step_pairs(job, owned.band(), next, fallen_from);
      next = std::min(next, fallen_from - 1);
    }
    if (next >= 0) step_pairs(job, owned.band(), next, next - lag);
    *events_ += std::exchange(owned.events(), {});
  }
  // Bands of rows follow one another from the bottom up: the falls of each wait for those of the band below, all else
  // does not. So each band stays in the cache of its core.
  void step_in_waves(const StepJob& job) {
    const std::size_t count = bands_.size() - 1;
    fallen_bands_.restart();
    pool_.run(count, [&](std::size_t i) { step_wave(job, count - i, i); });
    for (OwnedBand& band : bands_) *events_ += std::exchange(band.events(), {});
  }
  // `below`: how many bands are below this one. Threads begin bands in their order, so that none waits for one that is
  // not under way.
  void step_wave(const StepJob& job, std::size_t number, std::size_t below) {
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
  bool fall_in(const StepJob& job, OwnedBand& owned, int row) {
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

  WorkerPool& pool_;
  CpuWorld* world_ = nullptr;
  std::vector<OwnedBand> bands_;
  // Valid while a step runs.
  bool keep_events_ = false;
  LedgerEvents* events_ = nullptr;
  ReachedCount fallen_bands_;
};

// Fewer awake cells than this are computed by the calling thread only: waking the workers costs as much, some ten
// microseconds.
constexpr std::uint64_t kSharedCellsMin = 16 * 1024;

// Cells of a row of a chunk.
struct RowCells {
  int chunk, y;
  ColumnBits columns;
};

class CpuSolver final : public Solver {
 public:
  explicit CpuSolver(const SolverOptions& options)
      : pool_(options.threads), skip_settled_(options.skip_settled), surveys_(pool_.thread_count() > 1) {
    [[maybe_unused]] const Status status = upload(World());
  }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    surveys_.forget();
    rules_ = CpuRules(ruleset);
    loose_ = loose_table(ruleset);
    strides_.set_rules(rules_.rules());
    air_.set_rules(rules_.rules());
    if (world_ != nullptr) world_->still.forget();
    return {};
  }

  Status upload(const World& world) override {
    try {
      auto made = std::make_unique<CpuWorld>(world.width(), world.height());
      std::vector<OwnedBand> bands = make_bands(*made, pool_.thread_count());
      made->chunks.set_wraps(parameters_.borders().wraps);
      strides_.resize(*made);
      AirField air;
      air.upload(world);
      air_.take_over(*made, std::move(air));
      steps_.take_over(*made, std::move(bands));
      world_ = std::move(made);
    } catch (const std::bad_alloc&) {
      return Status::failure(tr("There is not enough memory for a world of this size; try a smaller one."));
    }
    for (int y = 0; y < height(); ++y) {
      const std::uint8_t* const row = &world.cells()[world.index(0, y)];
      std::transform(row, row + width(), &cell(0, y),
                     [this](std::uint8_t element) { return rules_.rules().admit(element); });
    }
    flags_ = ChunkFlags(width(), height());
    surveys_.upload(world);
    stats_ = {};
    surveyed_seconds_ = surveys_.seconds();
    left_.forget();
    cells_changed();
    keep_ledger(book_.is_kept());
    activity_.begin_again(width(), height());
    return {};
  }

  void apply(const Edit& edit) override {
    if (surveys_.drop_for(edit, rules_.rules())) surveyed_ = 0;
    if (const auto* pushed = std::get_if<PushEdit>(&edit)) return push(*pushed);
    for_each_edited(edit, width(), height(), [this](int x, int y, const EditedCell& edited) {
      std::uint8_t& self = cell(x, y);
      const std::uint8_t element = rules_.rules().admit(edited.element);
      if (!edited.changes(self) || self == element) return;
      book_.events().paint(self, element);
      self = element;
      change_at({x, y});
      cells_changed();
    });
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    for (std::uint64_t k = 0; k < span.count; ++k) {
      activity_.pass(1);
      const std::uint64_t number = span.first_step + k;
      notes_.begin_step(number);
      before_step(span.seed, number);
      const bool steps = step_once(StepDraws(span.seed, number, parameters_.passes()), BurstDraws(span.seed, number));
      if (steps || may_survey()) continue;
      activity_.pass(span.count - k - 1);
      break;  // at rest: all further steps change nothing
    }
  }

  void download(World& world) const override {
    world = World(width(), height());
    for (int y = 0; y < height(); ++y) std::copy_n(world_->cells.row(y), width(), &world.cell(0, y));
    surveys_.download(world);
    air_.field().download(world);
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = flags_.awake_cells();
    stats.cell_count = static_cast<std::uint64_t>(width()) * static_cast<std::uint64_t>(height());
    if (stats.active_cells == 0) {  // a stride may come
      const std::uint64_t cells = strides_.restless_chunks() * kChunkWidth * kChunkHeight;
      stats.active_cells = std::min(cells, stats.cell_count);
    }
    if (stats.active_cells == 0 && (surveys_.has_bodies() || !air_.rests()))
      stats.active_cells = std::min(std::uint64_t{kChunkWidth} * kChunkHeight, stats.cell_count);
    stats.left_cells = left_.total();
    stats.survey_seconds = surveys_.seconds() - surveyed_seconds_;
    return stats;
  }

  std::span<const std::uint64_t> left_by_element() const override {
    return left_.by_element(parameters_.borders(), rules_.rules().element_count());
  }

  CellView view() const override {
    const MemoryCells shown{.cells = {world_->cells.row(0), world_->cells.stride()}};
    return {width(), height(), generation_, shown, activity_.view(), air_.view()};
  }

  ActiveCells active_cells() const override { return {ActiveCells::Unit::chunk, flags_.awake_boxes()}; }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override {
    Parameters changed = parameters_;
    const bool known = changed.set(name, value);
    surveyed_ = 0;
    const Borders before = std::exchange(parameters_, changed).borders();
    air_.set_bounds(AirBounds(changed));
    if (changed.borders() == before) return known;
    chunks().set_wraps(changed.borders().wraps);
    strides_.set_wraps(changed.borders().wraps);
    flags_.wake(0, 0, width(), height());
    return known;
  }

  bool keep_ledger(bool keep) override {
    if (keep) {
      book_.begin(count_cells(*world_));
    } else {
      book_.end();
    }
    air_.keep_ledger(keep);
    return true;
  }
  std::optional<Ledger> ledger() const override {
    auto ledger = book_.close(count_cells(*world_), rules_.rules().element_count());
    if (ledger) ledger->air = air_.field().ledger();
    return ledger;
  }
  bool keep_activity(bool on) override { return activity_.keep(on, width(), height()); }

  bool watch_reactions(const std::optional<CellBox>& cells) override { return notes_.watch(cells), true; }
  std::vector<NoticedReaction> take_reactions() override { return notes_.take(); }

 private:
  int width() const { return world_->width; }
  int height() const { return world_->height; }
  std::uint8_t& cell(int x, int y) const { return world_->cells.row(y)[x]; }
  StepChunks& chunks() const { return world_->chunks; }

  void push(const PushEdit& edit) {
    if (is_blow(edit)) {
      for_each_blown(edit, width(), height(), [this](int x, int y, int dx, int dy) { air_.blow_at(x, y, dx, dy); });
      generation_ = next_view_generation();
      return;
    }
    const auto element_at = [this](int x, int y) { return cell(x, y); };
    for_each_pushed(edit, loose_, {0, 0, width(), height()}, width(), height(), element_at,
                    [this](CellPoint a, CellPoint b) {
                      std::uint8_t &first = cell(a.x, a.y), &second = cell(b.x, b.y);
                      book_.events().trade(first, second);
                      if (activity_.is_kept()) activity_.trade(a, b, first, second);
                      std::swap(first, second);
                      change_at(a);
                      change_at(b);
                    });
    cells_changed();
  }

  // ---- surveys ----

  // A survey or a body may change cells that rest.
  bool may_survey() const { return surveys_.is_waiting() || (rules_.rules().has_surveys() && changes_ != surveyed_); }

  void before_step(std::uint64_t seed, std::uint64_t step) {
    CellPoint chunk{-1, -1};  // of the last change
    const BodyWorld site{rules_.rules(),
                         parameters_.borders(),
                         width(),
                         height(),
                         [this](int x, int y) -> std::uint8_t& { return cell(x, y); },
                         [this, &chunk](CellPoint at) {
                           stir(at);
                           const CellPoint now{at.x / kChunkWidth, at.y / kChunkHeight};
                           if (std::exchange(chunk, now) == now) return;
                           change_at(at);
                           cells_changed();
                         }};
    const auto copy = [this] {
      World world(width(), height());
      for (int y = 0; y < height(); ++y) std::copy_n(world_->cells.row(y), width(), &world.cell(0, y));
      return world;
    };
    watched([&](auto watch) {
      const std::uint64_t changes = changes_;
      if (surveys_.before_step(seed, step, parameters_.structures_fall(), changes != surveyed_, site, watch, left_,
                               copy))
        surveyed_ = changes;
    });
  }

  void cells_changed() { changes_ = generation_ = next_view_generation(); }

  // ---- a step ----

  // False when the world is at rest.
  bool step_once(const StepDraws& draws, const BurstDraws& burst_draws) {
    if (!skip_settled_) {
      flags_.wake(0, 0, width(), height());
      strides_.touch_all();
      air_.touch_all();
      world_->still.forget();
    }
    std::uint64_t cells = chunks().begin(flags_);
    if (cells == 0 && strides_.rests() && air_.rests()) return false;
    if (cells > 0 && !rules_.rules().bursting().empty() && burst(burst_draws)) cells = chunks().begin(flags_);
    if (air_.step(*world_, rules_.rules())) generation_ = next_view_generation();
    if (break_strained(draws)) cells = chunks().begin(flags_);
    const bool shared = steps_.can_share() && cells >= kSharedCellsMin;
    if (cells > 0) move_near(draws, shared);
    gust(draws);
    const bool strode = stride(draws, shared);
    if (const Borders borders = parameters_.borders(); borders.is_any_open())
      watched([&](auto watch) { leave(borders, watch); });
    std::atomic<bool> changed{false};
    share_out(chunks().rows_with_runs().size(), shared, [&](std::size_t i) {
      if (record_row(chunks().rows_with_runs()[i])) changed.store(true, std::memory_order_relaxed);
    });
    chunks().clear();
    for (const auto& [from, to] : strides_.acts()) {
      change_at(from);
      change_at(to);
    }
    for (const RowCells& blown : blown_) flags_.wake(blown.chunk, blown.y, blown.chunk + 1, blown.y + 1);
    chunks().wake_over_seam(flags_);
    if (changed || strode || !blown_.empty()) cells_changed();
    return true;
  }

  // What the air presses on too much breaks. True if anything has.
  bool break_strained(const StepDraws& draws) {
    const std::vector<CellPoint>& breaks = air_.find_breaks(*world_, rules_.rules(), draws);
    watched([&](auto watch) {
      for (const CellPoint at : breaks) {
        std::uint8_t& self = cell(at.x, at.y);
        const std::uint8_t debris = rules_.rules().debris(self);
        watch.become(at, self, debris, Cause::pressure);
        self = debris;
        change_at(at);
      }
    });
    if (!breaks.empty()) cells_changed();
    return !breaks.empty();
  }

  // All sub-steps before the strides.
  void move_near(const StepDraws& draws, bool shared) {
    const StepJob job{.rules = rules_.rules(),
                      .tables = rules_.tables(),
                      .draws = draws,
                      .flow_passes = parameters_.passes(),
                      .width = width(),
                      .height = height(),
                      .wraps = parameters_.borders().wraps,
                      .runs = chunks().runs(),
                      .activity = activity_.is_kept() ? &activity_ : nullptr};
    steps_.run(job, shared, keeps_events(), book_.events(), notes_);
    chunks().gather_rows();
    chunks().for_each_changed([&](int column, int row) {
      touch(column, row);
      // A band does not know of changes in the first row of the one below.
      if (shared) world_->still.stir(column * kChunkWidth, row * kChunkHeight, row * kChunkHeight + 1);
    });
  }

  // Whether any cell has strode.
  bool stride(const StepDraws& draws, bool shared) {
    if (!rules_.rules().moves_far()) return false;
    const bool any = !strides_
                          .run({.world = *world_,
                                .rules = rules_.rules(),
                                .draws = draws,
                                .pool = shared ? &pool_ : nullptr,
                                .events = keeps_events() ? &book_.events() : nullptr,
                                .activity = activity_.is_kept() ? &activity_ : nullptr})
                          .empty();
    for (const int row : chunks().rows_with_runs()) {
      for (int y = row * kChunkHeight; y < std::min((row + 1) * kChunkHeight, height()); ++y) {
        for (const ColumnRange& run : chunks().runs(row))
          std::memset(world_->fell.row(y) + run.begin / 8, 0, static_cast<std::size_t>(run.end - run.begin) / 8);
      }
    }
    // A stride or a gust may have carried a mark out of the runs.
    for (const auto& [from, to] : strides_.acts()) {
      for (const CellPoint at : {from, to}) set_bit(world_->fell.row(at.y), at.x, false);
    }
    for (const RowCells& blown : blown_)
      std::memset(world_->fell.row(blown.y) + blown.chunk / 8, 0, sizeof(ColumnBits));
    return any;
  }

  // The air carries cells. As in all that follows the bands, chunks are woken at the end of the step.
  void gust(const StepDraws& draws) {
    blown_.clear();
    for (int i = 0; i < kGusts && !air_.rests(); ++i) {
      for (const CpuAir::Act& act : air_.find_acts(*world_, rules_.rules(), draws, i, parameters_.borders().wraps)) {
        for_each_column(act.chunk, act.columns, [&](int x) {
          carry({x, act.y}, act.is_down ? CellPoint{x, act.y + 1} : CellPoint{act.over_seam ? 0 : x + 1, act.y});
        });
        put_blown({act.chunk, act.y, act.columns});
        if (act.is_down) {
          put_blown({act.chunk, act.y + 1, act.columns});
        } else if (act.over_seam) {
          put_blown({0, act.y, 1});
        } else {
          put_blown({act.chunk, act.y, act.columns << 1});
          put_blown({act.chunk + kChunkWidth, act.y, act.columns >> (kChunkWidth - 1)});
        }
      }
    }
  }

  // Two cells change places.
  void carry(CellPoint a, CellPoint b) {
    std::uint8_t &first = cell(a.x, a.y), &second = cell(b.x, b.y);
    if (keeps_events()) watched([&](auto watch) { watch.trade(a, b, first, second, Cause::gust); });
    std::swap(first, second);
    if (!rules_.rules().moves_far()) return;  // which asks what has fallen
    std::uint8_t *const row = world_->fell.row(a.y), *const other = world_->fell.row(b.y);
    const bool first_fell = bit_at(row, a.x), second_fell = bit_at(other, b.x);
    if (first_fell == second_fell) return;
    set_bit(row, a.x, second_fell);
    set_bit(other, b.x, first_fell);
  }

  // A gust has changed these cells of a row of a chunk.
  void put_blown(const RowCells& changed) {
    if (changed.columns == 0) return;
    for (int y = std::max(changed.y - 1, 0); y <= changed.y; ++y)
      world_->still.stir_row(changed.chunk, y, changed.columns, false);
    const CellPoint now{changed.chunk / kChunkWidth, changed.y / kChunkHeight};
    const bool is_near =
        !blown_.empty() && blown_.back().chunk == changed.chunk && blown_.back().y / kChunkHeight == now.y;
    if (!is_near) touch(now.x, now.y);
    blown_.push_back(changed);
  }

  // What leaves over open sides at the end of a step. Only where the step has computed cells can there be something
  // loose.
  template <class Watch>
  void leave(const Borders& borders, Watch& watch) {
    const auto leave_from = [&](const CellBox& box) {
      for_each_open_cell(borders, width(), height(), box, [&](int x, int y) {
        std::uint8_t& self = cell(x, y);
        if (self == 0 || !rules_.rules().leaves(self)) return;
        watch.leave({x, y}, self);
        left_.count(self);
        self = 0;
        change_at({x, y});
        cells_changed();
      });
    };
    for (const int row : chunks().rows_with_runs()) {
      const int top = row * kChunkHeight, rows = std::min(kChunkHeight, height() - top);
      for (const ColumnRange& run : chunks().runs(row))
        leave_from({run.begin, top, std::min(run.end, width()) - run.begin, rows});
    }
    for (const auto& [from, to] : strides_.acts()) {
      for (const CellPoint at : {from, to}) leave_from({at.x, at.y, 1, 1});
    }
    for (const RowCells& blown : blown_)
      leave_from({blown.chunk, blown.y, std::min(kChunkWidth, width() - blown.chunk), 1});
  }

  // ---- bursts ----

  template <class Use>
  void watched(const Use& use) {
    activity_.is_kept() ? use(NotingWatch(ActivityWatch(book_, activity_), notes_))
                        : use(NotingWatch(LedgerWatch(book_), notes_));
  }

  // True if a cell has exploded.
  bool burst(const BurstDraws& draws) {
    const std::vector<Blast> blasts = rules_.find_blasts(*world_, flags_.find_awake(), draws);
    if (blasts.empty()) return false;
    const bool wraps = parameters_.borders().wraps;
    const BlastClaims claims(blasts, 0, 0, width(), height(), wraps);
    const auto cell_at = [this](int x, int y) -> std::uint8_t& { return cell(x, y); };
    const auto press = [this](int x, int y) { air_.burst_at(x, y); };
    watched([&](auto watch) { blow_up(rules_.rules(), draws, claims, cell_at, press, watch); });
    air_.end_bursts();
    claims.for_each_chunk([this](int column, int row) { change_chunks(column, row); });
    cells_changed();
    return true;
  }

  // Cells of this chunk have changed, and perhaps, as partners of pairs, cells of the next column or row.
  void change_chunks(int column, int row) {
    const int x = column * kChunkWidth, y = row * kChunkHeight;
    flags_.wake(x, y, std::min(x + kChunkWidth, width()), std::min(y + kChunkHeight, height()));
    chunks().for_each_partner(column, row, [this](int c, int r) {
      touch(c, r);
      world_->still.stir(c * kChunkWidth, r * kChunkHeight, std::min((r + 1) * kChunkHeight, height()));
    });
  }

  // A cell has changed, but not in a step.
  void change_at(CellPoint at) {
    flags_.wake(at.x, at.y, at.x + 1, at.y + 1);
    stir(at);
    touch(at.x / kChunkWidth, at.y / kChunkHeight);
  }

  void stir(CellPoint at) { world_->still.stir(at.x / kChunkWidth * kChunkWidth, at.y, at.y + 1); }

  // A cell of this chunk has changed.
  void touch(int column, int row) {
    strides_.touch(column, row);
    air_.touch(column, row);
  }

  template <class Part>
  void share_out(std::size_t count, bool shared, const Part& part) {
    if (shared) return pool_.run(count, part);
    for (std::size_t i = 0; i < count; ++i) part(i);
  }

  bool keeps_events() const { return book_.is_kept() || activity_.is_kept(); }

  // Records which chunks of a row have changed or settled. Returns whether any has changed.
  bool record_row(int row) {
    const std::uint8_t* const changed = chunks().changed(row);
    bool any = false;
    for (const ColumnRange& range : chunks().runs(row)) {
      for (int column = range.begin / kChunkWidth; column < range.end / kChunkWidth; ++column) {
        if (changed[column] != 0) {
          flags_.record(column, row, false);
          any = true;
        } else if (!flags_.is_settled(column, row) && rules_.is_at_rest(*world_, column, row)) {
          flags_.record(column, row, true);
        }
      }
    }
    return any;
  }

  WorkerPool pool_;
  const bool skip_settled_;
  CpuRules rules_;
  LooseTable loose_{};
  Parameters parameters_;
  CpuStrides strides_;
  std::unique_ptr<CpuWorld> world_;
  BandSteps steps_{pool_};
  ChunkFlags flags_;
  CpuAir air_;
  std::vector<RowCells> blown_;  // cells that gusts have changed in this step
  LeftCells left_;
  LedgerBook book_;
  ActivityMap activity_;
  ReactionNotes notes_;
  mutable Surveys surveys_;  // mutable: a download waits for a survey
  std::uint64_t generation_ = 0;
  std::uint64_t changes_ = 0;   // generation_ when cells last changed
  std::uint64_t surveyed_ = 0;  // changes_ when the last survey began
  SolverStats stats_;
  double surveyed_seconds_ = 0;  // before the last upload
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::conserving
