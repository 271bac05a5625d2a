// The density automaton, fast: two buffers of padded rows, areas that can change, worker threads. Gives the bytes of
// scalar.cpp. cpu_kernel.hpp: how a cell is stored; cpu_kernel.cpp: the hot loops; chunks.hpp: what may be
// skipped.
#include <algorithm>
#include <atomic>
#include <new>
#include <optional>
#include <variant>

#include "automata/density/cpu_kernel.hpp"
#include "automata/density/ledger.hpp"
#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "repose/worker_pool.hpp"

namespace repose::density {
namespace {

// Fewer awake cells than this are computed by the calling thread only: waking the workers costs as much, some ten
// microseconds.
constexpr std::uint64_t kSharedCellsMin = 16 * 1024;
// The more steps a pass computes, the less it waits for memory, but the larger is the margin around each area. If areas
// are smaller than this on average, a pass computes few steps.
constexpr std::uint64_t kLargeAreaCells = 4096;
constexpr int kSmallPassSteps = 2;
constexpr int kAreaRowsMax = 16, kAreasPerThread = 4;

class CpuSolver final : public LedgerSolver {
 public:
  explicit CpuSolver(const SolverOptions& options) : pool_(options.threads) {
    [[maybe_unused]] const Status status = upload(World());
  }

  PlaneSet state_planes() const override { return density::state_planes(states_.rules()); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    states_ = CellStates(RuleTable(ruleset));
    loose_ = loose_table(ruleset);
    ledger_.load(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    if (!fits(world)) {  // a world of the same size as before, as after undo, uses the same memory
      try {
        CellPlanes front = make_planes(world), back = make_planes(world);
        front_ = std::move(front);
        back_ = std::move(back);
      } catch (const std::bad_alloc&) {
        return Status::failure(tr("There is not enough memory for a world of this size; try a smaller one."));
      }
      width_ = world.width();
      height_ = world.height();
    }
    admit(world);
    dirty_ = DirtyChunks(width_, height_);
    stats_ = {};
    edge_.forget_counts();
    generation_ = next_view_generation();
    begin_ledger_again();
    return {};
  }

  void download(World& world) const override {
    world = World(width_, height_);
    const bool with_density = states_.rules().has_undefined_pairs();
    if (with_density) world.add(Plane::density);
    for (int y = 0; y < height_; ++y) {
      states_.release(front_.cells.row(y), &world.cell(0, y), width_);
      for (int x = 0; with_density && x < width_; ++x)
        world.bytes(Plane::density)[world.index(x, y)] = density_at(x, y);
    }
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = dirty_.cells_in_reach(kStepReach);
    stats.left_cells = edge_.left_cells();
    stats.cell_count = static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_);
    return stats;
  }

  ActiveCells active_cells() const override { return {ActiveCells::Unit::cell, dirty_.boxes_in_reach(kStepReach)}; }

 private:
  void paint_edit(const Edit& edit) override {
    std::visit([this](const auto& e) { paint(e); }, edit);
  }

  void take_steps(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    for (std::uint64_t done = 0; done < span.count;) {
      const int steps = pass(span.bias(span.first_step + done), span.count - done);
      if (steps == 0) break;  // at rest: all further steps change nothing
      done += static_cast<std::uint64_t>(steps);
    }
  }

  void edge_opened() override { dirty_.mark({0, 0, width_, height_}); }

  CellView view_of_cells() const override {
    return {width_, height_, generation_, MemoryCells{.cells = {front_.cells.row(0), front_.cells.stride()}}};
  }

  CellPlanes make_planes(const World& world) const {
    CellPlanes planes;
    planes.cells = PaddedPlane(world.width(), world.height());
    if (states_.carries_density()) planes.density = PaddedPlane(world.width(), world.height());
    return planes;
  }

  bool fits(const World& world) const {
    const bool carries_density = front_.density.stride() > 0;
    return front_.cells.stride() > 0 && world.width() == width_ && world.height() == height_ &&
           carries_density == states_.carries_density();
  }

  void admit(const World& world) {
    const auto row = [&](std::size_t i) { admit_row(world, static_cast<int>(i)); };
    if (world.cell_count() < kSharedCellsMin) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(height_); ++i) row(i);
    } else {
      pool_.run(static_cast<std::size_t>(height_), row);
    }
  }

  void admit_row(const World& world, int y) {
    const auto all = world.bytes(Plane::density);
    const std::uint8_t* const densities = all.empty() ? nullptr : &all[world.index(0, y)];
    const std::uint8_t* const cells = &world.cells()[world.index(0, y)];
    if (!states_.carries_density()) return states_.admit(cells, densities, front_.cells.row(y), width_);
    for (int x = 0; x < width_; ++x)
      put(x, y, density::admit(states_.rules(), cells[x], densities ? &densities[x] : nullptr));
  }

  std::uint8_t index_at(int x, int y) const { return states_.index_of(front_.cells.row(y)[x]); }
  std::uint8_t density_at(int x, int y) const {
    return states_.carries_density() ? front_.density.row(y)[x] : states_.density_of(front_.cells.row(y)[x]);
  }

  // Returns whether the cell changed.
  bool put(int x, int y, Outcome cell) {
    if (Outcome{index_at(x, y), density_at(x, y)} == cell) return false;
    front_.cells.row(y)[x] = states_.state_of(cell);
    if (states_.carries_density()) front_.density.row(y)[x] = cell.density;
    return true;
  }

  // Takes up to `count` steps and returns how many; 0 when the world is at rest.
  int pass(Bias first_bias, std::uint64_t count) {
    const int steps = static_cast<int>(std::min<std::uint64_t>(count, pass_steps_max()));
    const std::vector<CellArea>& areas = dirty_.find_areas(kStepReach * steps, kAreaColumnsMax, area_rows_max());
    if (areas.empty()) return 0;
    areas_in_pass_ = areas.size();
    cells_in_pass_ = cells_in(areas);
    const PassJob job{states_, front_, back_, width_, height_, first_bias, steps};
    std::atomic<bool> changed{false};
    const auto part = [&](std::size_t i) {
      dirty_.begin(areas[i], steps == 1 ? std::optional(first_bias) : std::nullopt);
      bool area_changed = step_area(job, areas[i], dirty_);
      if (edge_.open()) area_changed |= clear_rim(job, areas[i]);
      if (area_changed) changed.store(true, std::memory_order_relaxed);
    };
    if (cells_in_pass_ < kSharedCellsMin) {
      for (std::size_t i = 0; i < areas.size(); ++i) part(i);
    } else {
      pool_.run(areas.size(), part);
    }
    std::swap(front_, back_);
    if (changed) generation_ = next_view_generation();
    return steps;
  }

  std::uint64_t pass_steps_max() const {
    if (edge_.open()) return 1;  // cells leave an open world between two steps
    return cells_in_pass_ < kLargeAreaCells * areas_in_pass_ ? kSmallPassSteps : kPassStepsMax;
  }

  // In tall areas fewer rows are computed twice; many areas give work to all threads.
  int area_rows_max() const {
    const int rows = (height_ + kChunkHeight - 1) / kChunkHeight;
    const auto cells = static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_);
    if (pool_.thread_count() == 1 || cells < kSharedCellsMin) return kAreaRowsMax;
    return std::clamp(rows / (kAreasPerThread * pool_.thread_count()), 1, kAreaRowsMax);
  }

  // Removes cells that have moved to the rim of an open world, as soon as their area is computed. Returns whether any
  // left. An area sleeps only when nothing leaves it any more, so sleeping areas need no check.
  bool clear_rim(const PassJob& job, const CellArea& area) {
    bool any = false;
    const auto visit = [&](int x, int y) {
      if (!let_leave(job.to, x, y)) return;
      dirty_.record(x / kChunkWidth, y / kChunkHeight, std::uint64_t{1} << (x % kChunkWidth), 1u << (y % kChunkHeight));
      any = true;
    };
    for (const int y : {0, height_ - 1}) {
      if (y < area.y_begin || y >= area.y_end) continue;
      for (int x = area.x_begin; x < area.x_end; ++x) visit(x, y);
    }
    for (const int x : {0, width_ - 1}) {
      if (x < area.x_begin || x >= area.x_end) continue;
      for (int y = area.y_begin; y < area.y_end; ++y) visit(x, y);
    }
    return any;
  }

  bool let_leave(CellPlanes& planes, int x, int y) {
    std::uint8_t& state = planes.cells.row(y)[x];
    if (!states_.rules().leaves(state)) return false;  // the vanished state belongs to no element: it stays
    edge_.count(state);
    state = 0;
    if (states_.carries_density()) planes.density.row(y)[x] = states_.rules().density_of(0);
    return true;
  }

  static std::uint64_t cells_in(const std::vector<CellArea>& areas) {
    std::uint64_t cells = 0;
    for (const CellArea& area : areas) cells += area.cell_count();
    return cells;
  }

  void mark_written(int x_begin, int y, int x_end) {
    dirty_.mark({x_begin, y, x_end, y + 1});
    generation_ = next_view_generation();
  }

  template <class Shape>  // StrokeEdit or RectEdit
  void paint(const Shape& edit) {
    const Outcome cell = density::admit(states_.rules(), edit.element, nullptr);
    for (const Span& span : rasterise(edit, width_, height_)) {
      bool changed = false;
      for (int x = span.x_begin; x < span.x_end; ++x) {
        if (!edit.only_over || index_at(x, span.y) == *edit.only_over) changed |= put(x, span.y, cell);
      }
      if (changed) mark_written(span.x_begin, span.y, span.x_end);
    }
  }

  void paint(const StampEdit& stamp) {
    const std::int64_t left = stamp.at.x, top = stamp.at.y;
    const int x_begin = std::max(0, stamp.at.x), y_begin = std::max(0, stamp.at.y);
    const int x_end = static_cast<int>(std::min<std::int64_t>(width_, left + stamp.width));
    const int y_end = static_cast<int>(std::min<std::int64_t>(height_, top + stamp.height));
    for (int y = y_begin; y < y_end; ++y) {
      bool changed = false;
      for (int x = x_begin; x < x_end; ++x) {
        const EditedCell cell = stamped_cell(stamp, static_cast<std::size_t>((y - top) * stamp.width + x - left));
        if (cell.element == stamp.transparent || (cell.only_over && !cell.changes(index_at(x, y)))) continue;
        changed |= put(x, y, density::admit(states_.rules(), cell.element, cell.density));
      }
      if (changed) mark_written(x_begin, y, x_end);
    }
  }

  void paint(const PushEdit& edit) {
    const auto element_at = [this](int x, int y) { return index_at(x, y); };
    for_each_pushed(edit, loose_, {0, 0, width_, height_}, width_, height_, element_at,
                    [this](CellPoint a, CellPoint b) {
                      std::swap(front_.cells.row(a.y)[a.x], front_.cells.row(b.y)[b.x]);
                      if (states_.carries_density())
                        std::swap(front_.density.row(a.y)[a.x], front_.density.row(b.y)[b.x]);
                      mark_written(a.x, a.y, a.x + 1);
                      mark_written(b.x, b.y, b.x + 1);
                    });
  }

  void paint(const BodyEdit&) {}    // this automaton has no heights
  void paint(const AmountEdit&) {}  // this automaton has no plane of amounts

  WorkerPool pool_;
  CellStates states_;
  LooseTable loose_{};
  int width_ = 0, height_ = 0;
  CellPlanes front_, back_;
  DirtyChunks dirty_;
  std::uint64_t cells_in_pass_ = 0, areas_in_pass_ = 0;  // of the last one
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::density
