// The fastsab automaton, fast: grains are bits of words, a step treats whole blocks of them at once, and a world at
// rest costs nothing. Gives the bytes of scalar.cpp. bit_grid.hpp: the memory layout; block_kernel.cpp: what a step
// does; step_waves.hpp: how threads compute several steps at once.
#include <algorithm>
#include <bit>
#include <chrono>
#include <new>
#include <numeric>
#include <utility>

#include "automata/fastsab/step_waves.hpp"
#include "core/bit_runs.hpp"
#include "core/edited_cells.hpp"

namespace repose::fastsab {
namespace {

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
      return Status::failure("There is not enough memory for a world of this size; try a smaller one.");
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
    const auto start = std::chrono::steady_clock::now();
    StepWaves waves(grid_, rules_, substances_, parameters_, pool_, left_);
    for (std::uint64_t k = 0; k < span.count && awake_;) {
      const auto count = static_cast<int>(std::min<std::uint64_t>(span.count - k, StepWaves::kStepsMax));
      waves.run(span, span.first_step + k, count, std::exchange(flags_are_fresh_, false));
      k += static_cast<std::uint64_t>(count);
      awake_ = grid_.restless_blocks() > 0;
      if (grid_.find_column(BitGrid::kUnpainted, 0, grid_.width()) < grid_.width())
        generation_ = next_view_generation();
    }
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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
