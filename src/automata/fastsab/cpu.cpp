// The fastsab automaton, fast: grains are bits of words, a step treats whole blocks of them at once, and a world at
// rest costs nothing. Gives the bytes of scalar.cpp. bit_grid.hpp: the memory layout; block_kernel.cpp: what a step
// does; StepWaves: how threads compute several steps at once.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <numeric>
#include <thread>
#include <utility>

#include "automata/fastsab/block_kernel.hpp"
#include "automata/step_timer.hpp"
#include "core/bit_runs.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "platform/machine.hpp"
#include "repose/solver.hpp"
#include "repose/worker_pool.hpp"

namespace repose::fastsab {

namespace {

// Columns that a step visits before the next one may follow. Each step reads kRefreshAhead + 1 columns ahead and needs
// that no earlier step reaches back to them.
constexpr int kChunkColumns = 24;
static_assert(kChunkColumns >= kRefreshAhead + 1 + kReach);
// Steps of a group. More would not stay in the cache, and less would be divided if there are few steps.
constexpr int kGroupStepsMax = 4;
// Below this number of blocks that change, waiting takes longer than the steps.
constexpr std::int64_t kSharedBlocksMin = 100;
// Attempts before a thread sleeps: about as long as a step of a chunk. None if there are more threads than cores,
// because spinning would take time from the thread that this one waits for.
constexpr int kSpins = 300;
int spins(int threads) {
  static const auto cores = static_cast<int>(std::thread::hardware_concurrency());  // asks the operating system
  return threads <= cores ? kSpins : 0;
}

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Steps of the fast fastsab solver that follow one another over the world like waves.
//
// A step visits column after column, and each visit may depend on all visits to columns before. So one step cannot be
// divided among threads. But a visit reaches kReach columns only: the next step can begin as soon as this one is some
// columns ahead, and the result is the same. So each thread computes a group of steps, one thread behind the other; the
// steps of a group follow one another on their thread too, so that their columns stay in its cache. Steps that begin at
// the other side (alternate_scan) cannot follow one another.
class StepWaves {
 public:
  using LeftCounts = std::array<std::uint64_t, kElementsMax>;

  StepWaves(BitGrid& grid, const StepRules& rules, const Substances& substances, const Parameters& parameters,
            WorkerPool& pool, LeftCounts& left)
      : grid_(grid), rules_(rules), substances_(substances), parameters_(parameters), pool_(pool), left_(left) {}

  // The most steps for one call of run().
  static constexpr int kStepsMax = 64;

  // flags_are_fresh: as in SweepJob, for the first step. Cells that leave the world are added to `left`.
  void run(const StepSpan& span, std::uint64_t first, int count, bool flags_are_fresh) {
    const bool shared =
        !parameters_.alternate_scan && pool_.thread_count() > 1 && grid_.restless_blocks() >= kSharedBlocksMin;
    const int even_share = (count + pool_.thread_count() - 1) / pool_.thread_count();
    const int group_steps = parameters_.alternate_scan ? 1 : std::min(shared ? even_share : count, kGroupStepsMax);
    const Order order{span, first, count, group_steps, flags_are_fresh, shared};
    const int groups = (count + group_steps - 1) / group_steps;
    for (int i = 0; i < groups; ++i) done_[static_cast<std::size_t>(i)].restart();
    // Threads begin groups in their order, so that none waits for one that is not under way.
    if (shared) {
      pool_.run(static_cast<std::size_t>(groups), [&](std::size_t i) { run_group(order, static_cast<int>(i)); });
    } else {
      for (int i = 0; i < groups; ++i) run_group(order, i);
    }
  }

 private:
  struct Order {
    const StepSpan& span;
    std::uint64_t first = 0;
    int count = 0, group_steps = 1;
    bool flags_are_fresh = false;
    bool shared = false;  // among threads, which then wait for one another
  };
  void run_group(const Order& order, int group) {
    const int begin = group * order.group_steps, steps = std::min(order.group_steps, order.count - begin);
    ReachedCount& done = done_[static_cast<std::size_t>(group)];
    for (int time = 0; time < chunks() + steps - 1; ++time) {
      if (order.shared && group > 0 && time < chunks()) wait_for(group - 1, std::min(time + 2, chunks()));
      for (int k = 0; k < steps; ++k) {
        const int chunk = time - k;
        if (chunk >= 0 && chunk < chunks()) sweep_chunk(order, begin + k, chunk);
      }
      if (!order.shared || time - (steps - 1) < 0) continue;
      done.reach(static_cast<std::size_t>(time - (steps - 1) + 1));
    }
  }
  void sweep_chunk(const Order& order, int step, int chunk) {
    const std::uint64_t number = order.first + static_cast<std::uint64_t>(step);
    const SweepJob job{.grid = grid_,
                       .rules = rules_,
                       .substances = substances_,
                       .parameters = parameters_,
                       .seed = order.span.seed,
                       .step = static_cast<std::uint32_t>(number),
                       .from_right = parameters_.alternate_scan && order.span.bias(number) == Bias::right,
                       .flags_are_fresh = order.flags_are_fresh && step == 0};
    const int begin = chunk * kChunkColumns, end = std::min(begin + kChunkColumns, grid_.width());
    sweep_columns(job, begin, end);
    if (parameters_.borders) return;
    // No visit of this step reaches these columns any more.
    const int last = end == grid_.width() ? end : end - kReach;
    const int first = std::max(0, begin - kReach), width = grid_.width();
    const int x_begin = job.from_right ? width - last : first, x_end = job.from_right ? width - first : last;
    grid_.for_each_column(BitGrid::kAtRim, x_begin, x_end, [this](int x) { empty_the_rim(x); });
  }
  void wait_for(int group, int chunks) {
    const ReachedCount& done = done_[static_cast<std::size_t>(group)];
    const auto wanted = static_cast<std::size_t>(chunks);
    for (int spin = spins(pool_.thread_count()); spin > 0 && !done.has_reached(wanted); --spin) relax();
    done.wait_for(wanted);
  }
  void empty_the_rim(int x) {
    const auto visit = [&](int y) {
      const std::uint8_t element = grid_.element(x, y);
      if (element == 0 || substances_.at(element).wall) return;
      std::atomic_ref(left_[element]).fetch_add(1, std::memory_order_relaxed);
      grid_.put(x, y, 0);
    };
    grid_.column_marks(x) &= static_cast<std::uint8_t>(~BitGrid::kAtRim);
    visit(0);
    visit(grid_.height() - 1);
    if (x > 0 && x + 1 < grid_.width()) return;
    for (int y = 0; y < grid_.height(); ++y) visit(y);
  }
  int chunks() const { return (grid_.width() + kChunkColumns - 1) / kChunkColumns; }

  BitGrid& grid_;
  const StepRules& rules_;
  const Substances& substances_;
  const Parameters& parameters_;
  WorkerPool& pool_;
  LeftCounts& left_;
  std::array<ReachedCount, kStepsMax> done_;  // by group: chunks that its last step has completed
};

class CpuSolver final : public Solver {
 public:
  explicit CpuSolver(int threads) : pool_(threads) { [[maybe_unused]] const Status status = upload(World()); }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    substances_ = Substances(ruleset);
    rules_ = StepRules(substances_);
    if (grid_.planes() != rules_.planes) grid_ = BitGrid(0, 0, rules_.planes);
    return {};
  }

  Status upload(const World& world) override {
    try {
      BitGrid grid(world.width(), world.height(), rules_.planes);
      picture_.assign(world.cell_count(), 0);
      grid_ = std::move(grid);
    } catch (const std::bad_alloc&) {
      return Status::failure(tr("There is not enough memory for a world of this size; try a smaller one."));
    }
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; x < world.width(); ++x) grid_.put(x, y, substances_.admit(world, world.index(x, y)));
    }
    stats_ = {};
    left_ = {};
    wake();
    return {};
  }

  void apply(const Edit& edit) override {
    bool changed = false;
    for_each_edited(edit, grid_.width(), grid_.height(), [&](int x, int y, const EditedCell& cell) {
      const std::uint8_t present = grid_.element(x, y);
      const std::uint8_t element = cell.element < substances_.element_count() ? cell.element : std::uint8_t{0};
      if (element == present || !cell.changes(present)) return;
      grid_.put(x, y, element);
      changed = true;
    });
    if (changed) wake();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    StepWaves waves(grid_, rules_, substances_, parameters_, pool_, left_);
    for (std::uint64_t k = 0; k < span.count && awake_;) {
      const auto count = static_cast<int>(std::min<std::uint64_t>(span.count - k, StepWaves::kStepsMax));
      waves.run(span, span.first_step + k, count, std::exchange(flags_are_fresh_, false));
      k += static_cast<std::uint64_t>(count);
      awake_ = grid_.restless_blocks() > 0;
      if (grid_.find_column(BitGrid::kUnpainted, 0, grid_.width()) < grid_.width())
        generation_ = next_view_generation();
    }
  }

  void download(World& world) const override {
    world = World(grid_.width(), grid_.height());
    world.add(Plane::wall);
    const auto cells = world.cells(), walls = world.bytes(Plane::wall);
    std::array<std::uint8_t, kElementsMax> is_wall;
    for (std::size_t i = 0; i < is_wall.size(); ++i) is_wall[i] = substances_.at(static_cast<std::uint8_t>(i)).wall;
    for (int w = 0; w < grid_.words(); ++w) {
      for (int x = 0; x < grid_.width(); x += kReadColumns) {
        for_each_row(x, w, [&](int y, const std::uint8_t* row, int count) {
          const std::size_t at = world.index(x, y);
          std::copy_n(row, count, &cells[at]);
          for (int i = 0; i < count; ++i) walls[at + static_cast<std::size_t>(i)] = is_wall[row[i]];
        });
      }
    }
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    refresh_flags();
    grid_.for_each_column(BitGrid::kRestless, 0, grid_.width(), [&](int x) {
      for (int w = 0; w < grid_.words(); ++w) stats.active_cells += std::popcount(grid_.active(x)[w]);
    });
    stats.cell_count = static_cast<std::uint64_t>(grid_.width()) * static_cast<std::uint64_t>(grid_.height());
    stats.left_cells = std::accumulate(left_.begin(), left_.end(), std::uint64_t{0});
    return stats;
  }

  CellView view() const override {
    refresh_flags();  // afterwards no cell is dirty
    paint_picture();
    const auto stride = static_cast<std::size_t>(grid_.width());
    return {grid_.width(), grid_.height(), generation_, MemoryCells{.cells = {picture_.data(), stride}}};
  }

  ActiveCells active_cells() const override {
    ActiveCells active{ActiveCells::Unit::cell};
    refresh_flags();
    grid_.for_each_column(BitGrid::kRestless, 0, grid_.width(), [&](int x) {
      const std::uint64_t* const column = grid_.active(x);
      for_each_run(
          grid_.words(), [column](int w) { return column[w]; },
          [&](int begin, int end) {
            active.boxes.push_back({x, begin, 1, end - begin});
          });
    });
    return active;
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!parameters_.set(name, value)) return false;
    grid_.mark_all_dirty();
    wake();
    return true;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    if (parameters_.borders) return {};
    return std::span(left_).first(static_cast<std::size_t>(substances_.element_count()));
  }

 private:
  // Call it after a change by anything other than a step.
  void wake() {
    flags_are_fresh_ = false;
    generation_ = next_view_generation();
    awake_ = true;
  }

  void refresh_flags() const {
    if (!flags_are_fresh_) refresh_all(grid_, rules_, parameters_);
    flags_are_fresh_ = true;
  }

  // Writes the rows that views show. Cells that have not changed since the last view are not copied again.
  void paint_picture() const {
    for (int x_begin = 0; x_begin < grid_.width(); x_begin += kReadColumns) {
      const int x_end = std::min(x_begin + kReadColumns, grid_.width());
      if (grid_.find_column(BitGrid::kUnpainted, x_begin, x_end) == x_end) continue;
      for (int x = x_begin; x < x_end; ++x) grid_.column_marks(x) &= static_cast<std::uint8_t>(~BitGrid::kUnpainted);
      for (int block = 0; block < grid_.blocks(); ++block) {
        unsigned stale = 0;
        for (int x = x_begin; x < x_end; ++x) stale |= std::exchange(grid_.unpainted(x, block), std::uint8_t{0});
        for (; stale != 0; stale &= stale - 1) paint(x_begin, block * kBlockWords + std::countr_zero(stale));
      }
    }
  }

  void paint(int x, int word) const {
    for_each_row(x, word, [&](int y, const std::uint8_t* row, int count) {
      std::copy_n(row, count, &picture_[static_cast<std::size_t>(y) * static_cast<std::size_t>(grid_.width()) + x]);
    });
  }

  // Calls use(y, elements, count) for each row of a word of kReadColumns columns, or as many as there are.
  template <class Use>
  void for_each_row(int x, int word, const Use& use) const {
    const int count = std::min(kReadColumns, grid_.width() - x);
    const int y_begin = word * kWordCells, y_end = std::min(y_begin + kWordCells, grid_.height());
    std::array<std::uint8_t, std::size_t{kWordCells} * kReadColumns> rows;
    read_rows(grid_, x, count, word, rows.data());
    for (int y = y_begin; y < y_end; ++y) use(y, &rows[static_cast<std::size_t>((y - y_begin) * kReadColumns)], count);
  }

  Substances substances_;
  StepRules rules_;
  Parameters parameters_;
  WorkerPool pool_;
  mutable BitGrid grid_;  // const functions change only flags and marks
  mutable bool flags_are_fresh_ = false;
  mutable std::vector<std::uint8_t> picture_;  // rows, as of the last view()
  bool awake_ = true;
  std::uint64_t generation_ = 0;
  std::array<std::uint64_t, kElementsMax> left_{};
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) {
  return std::make_unique<CpuSolver>(options.threads);
}

}  // namespace repose::fastsab
