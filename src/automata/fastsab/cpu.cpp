// The fastsab automaton, fast: only active cells are visited, found 64 at a time, and a world at rest costs nothing.
// Gives the bytes of scalar.cpp. Runs on one thread, because each grain's move affects the next one's. column_grid.hpp:
// the memory layout; column_flags.cpp: which cells are active; sweep.cpp: what a visit does.
#include <algorithm>
#include <bit>
#include <chrono>
#include <new>
#include <numeric>

#include "automata/fastsab/sweep.hpp"
#include "core/bit_runs.hpp"
#include "core/edited_cells.hpp"

namespace repose::fastsab {
namespace {

class CpuSolver final : public Solver {
 public:
  CpuSolver() { [[maybe_unused]] const Status status = upload(World()); }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    substances_ = Substances(ruleset);
    traits_ = Traits(substances_);
    return {};
  }

  Status upload(const World& world) override {
    try {
      ColumnGrid grid(world.width(), world.height());
      picture_.assign(world.cell_count(), 0);
      grid_ = std::move(grid);
    } catch (const std::bad_alloc&) {
      return Status::failure("There is not enough memory for a world of this size; try a smaller one.");
    }
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; x < world.width(); ++x) put(x, y, substances_.admit(world, world.index(x, y)));
    }
    stats_ = {};
    left_ = {};
    wake();
    return {};
  }

  void apply(const Edit& edit) override {
    bool changed = false;
    for_each_edited(edit, grid_.width(), grid_.height(), [&](int x, int y, const EditedCell& cell) {
      const std::uint8_t present = grid_.cells.column(x)[y];
      const std::uint8_t element = cell.element < substances_.element_count() ? cell.element : std::uint8_t{0};
      if (element == present || !cell.changes(present)) return;
      put(x, y, element);
      changed = true;
    });
    if (changed) wake();
  }

  void step(const StepSpan& span) override {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < span.count && awake_; ++k) step_once(span, span.first_step + k);
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void download(World& world) const override {
    world = World(grid_.width(), grid_.height());
    world.add(Plane::wall);
    const auto cells = world.cells(), walls = world.bytes(Plane::wall);
    constexpr int kStrip = 64;  // columns that stay in the cache from one row to the next
    for (int left = 0; left < grid_.width(); left += kStrip) {
      const int right = std::min(left + kStrip, grid_.width());
      for (int y = 0; y < grid_.height(); ++y) {
        for (int x = left; x < right; ++x) {
          const std::size_t i = world.index(x, y);
          cells[i] = grid_.cells.column(x)[y];
          walls[i] = substances_.at(cells[i]).wall;
        }
      }
    }
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    for (int x = 0; x < grid_.width(); ++x) {
      for (int w = 0; w < grid_.words(); ++w) stats.active_cells += std::popcount(grid_.active.column(x)[w]);
    }
    stats.cell_count = static_cast<std::uint64_t>(grid_.width()) * static_cast<std::uint64_t>(grid_.height());
    stats.left_cells = std::accumulate(left_.begin(), left_.end(), std::uint64_t{0});
    return stats;
  }

  CellView view() const override {
    paint_picture();
    const auto stride = static_cast<std::size_t>(grid_.width());
    return {grid_.width(), grid_.height(), generation_, MemoryCells{.cells = {picture_.data(), stride}}};
  }

  ActiveCells active_cells() const override {
    ActiveCells active{ActiveCells::Unit::cell};
    for (int x = 0; x < grid_.width(); ++x) {
      const std::uint64_t* const column = grid_.active.column(x);
      for_each_run(
          grid_.words(), [column](int w) { return column[w]; },
          [&](int begin, int end) {
            active.boxes.push_back({x, begin, 1, end - begin});
          });
    }
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
  void put(int x, int y, std::uint8_t element) { grid_.put(x, y, element, traits_.of(element)); }

  // Call it after a change by anything other than a step.
  void wake() {
    refresh_flags(grid_, substances_, parameters_);
    generation_ = next_view_generation();
    awake_ = true;
  }

  void step_once(const StepSpan& span, std::uint64_t step) {
    const bool from_right = parameters_.alternate_scan && span.bias(step) == Bias::right;
    sweep(grid_, substances_, parameters_, {span.seed, static_cast<std::uint32_t>(step), from_right});
    if (!parameters_.borders) empty_the_rim();
    if (grid_.any_dirty()) generation_ = next_view_generation();
    awake_ = refresh_flags(grid_, substances_, parameters_);
  }

  void empty_the_rim() {
    const auto visit = [&](int x, int y) {
      const std::uint8_t element = grid_.cells.column(x)[y];
      if (element == 0 || substances_.at(element).wall) return;
      ++left_[element];
      put(x, y, 0);
    };
    for (int x = 0; x < grid_.width(); ++x) {
      visit(x, 0);
      visit(x, grid_.height() - 1);
    }
    for (int y = 0; y < grid_.height(); ++y) {
      visit(0, y);
      visit(grid_.width() - 1, y);
    }
  }

  // Writes the rows that views show. Cells that have not changed since the last view are not copied again.
  void paint_picture() const {
    for (int i = 0; i < grid_.summary_words(); ++i) {
      for (int x_begin = 0; x_begin < grid_.width(); x_begin += kPaintColumns) {
        const int x_end = std::min(x_begin + kPaintColumns, grid_.width());
        std::uint64_t stale = 0;
        for (int x = x_begin; x < x_end; ++x) {
          stale |= grid_.unpainted.column(x)[i];
          grid_.unpainted.column(x)[i] = 0;
        }
        for (; stale != 0; stale &= stale - 1) paint_block(x_begin, x_end, i * kWordCells + std::countr_zero(stale));
      }
    }
  }

  void paint_block(int x_begin, int x_end, int word) const {
    const int y_end = std::min((word + 1) * kWordCells, grid_.height());
    for (int y = word * kWordCells; y < y_end; ++y) {
      std::uint8_t* row = &picture_[static_cast<std::size_t>(y) * static_cast<std::size_t>(grid_.width())];
      for (int x = x_begin; x < x_end; ++x) row[x] = grid_.cells.column(x)[y];
    }
  }

  static constexpr int kPaintColumns = 16;  // so that a block's columns stay in the L1 cache

  Substances substances_;
  Traits traits_;
  Parameters parameters_;
  mutable ColumnGrid grid_;                    // view() changes only `unpainted` of it
  mutable std::vector<std::uint8_t> picture_;  // rows, as of the last view()
  bool awake_ = true;
  std::uint64_t generation_ = 0;
  std::array<std::uint64_t, kElementsMax> left_{};
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions&) { return std::make_unique<CpuSolver>(); }

}  // namespace repose::fastsab
