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
