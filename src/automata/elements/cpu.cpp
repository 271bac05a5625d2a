// The elements automaton, fast: planes of bytes, marks for the cells that may act, worker threads over the blocks of a
// pass. Gives the bytes of scalar_frame.hpp. cpu_turns.hpp: the turn of a cell;
// cpu_blocks.cpp: the turns of a block, and which cells may be skipped; cpu_cells.hpp: the planes and marks.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>

#include "automata/elements/cpu_turns.hpp"
#include "automata/step_timer.hpp"
#include "core/bit_runs.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "repose/worker_pool.hpp"

namespace repose::elements {

Frame::Frame(std::uint64_t frame_seed, std::uint32_t frame_number, int block, int width, int height)
    : seed(frame_seed),
      number(frame_number),
      columns(static_cast<std::size_t>(width + 2 * kMargin)),
      row_base(random_base(seed, number, kRowSalt)) {
  const std::uint32_t base = random_base(seed, number, kTurnSalt);
  for (int x = -kMargin; x < width + kMargin; ++x) {
    columns[static_cast<std::size_t>(x + kMargin)] = mix32(base ^ static_cast<std::uint32_t>(x));
  }
  held_up_by.assign(static_cast<std::size_t>(height), -1);
  if (block == 0) return;
  lattice.emplace(block, seed, number, width, height);
  for (int y = 0; y < height; ++y) held_up_by[static_cast<std::size_t>(y)] = lattice->held_up_by(y);
}

namespace {

// Fewer restless cells than this are computed by the calling thread only: waking the workers costs as much, some ten
// microseconds.
constexpr std::uint64_t kSharedCellsMin = 2048;
constexpr int kRowsPerPart = 16;  // rows of a world that a worker thread takes at once
constexpr std::size_t kBlocksPerPart = 8;

class CpuSolver final : public Solver {
 public:
  explicit CpuSolver(const SolverOptions& options) : pool_(options.threads), skip_settled_(options.skip_settled) {
    [[maybe_unused]] const Status status = upload(World());
  }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    table_ = TraitTable(Rules(ruleset), table_.parameters());
    loose_ = loose_table(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    try {
      CellPlanes planes(world.width(), world.height());
      WorldMarks marks(world.width(), world.height());
      planes_ = std::move(planes);
      marks_ = std::move(marks);
    } catch (const std::bad_alloc&) {
      return Status::failure(tr("There is not enough memory for a world of this size; try a smaller one."));
    }
    for (int y = 0; y < world.height(); ++y) admit_row(world, y);
    wake_all();
    stats_ = {};
    generation_ = next_view_generation();
    return {};
  }

  void apply(const Edit& edit) override {
    if (const auto* pushed = std::get_if<PushEdit>(&edit)) return push(*pushed);
    for_each_edited(edit, planes_.width(), planes_.height(), [this](int x, int y, const EditedCell& cell) {
      if (cell.changes(planes_.element[planes_.index(x, y)])) put(x, y, cell);
    });
    border_is_clear_ = false;
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    for (std::uint64_t k = 0; k < span.count; ++k) {
      if (!take_frame(span.seed, static_cast<std::uint32_t>(span.first_step + k)))
        break;  // at rest: all further steps change nothing
    }
  }

  void download(World& world) const override {
    world = World(planes_.width(), planes_.height());
    world.add(Plane::energy);
    world.add(Plane::velocity);
    const auto columns = static_cast<std::size_t>(world.width());
    for (int y = 0; y < world.height(); ++y) {
      const std::size_t from = planes_.index(0, y), to = world.index(0, y);
      std::memcpy(&world.cells()[to], &planes_.element[from], columns);
      std::memcpy(&world.bytes(Plane::energy)[to], &planes_.energy[from], columns);
      std::memcpy(&world.bytes(Plane::velocity)[2 * to], &planes_.speed[from], 2 * columns);
    }
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.cell_count = static_cast<std::uint64_t>(planes_.width()) * static_cast<std::uint64_t>(planes_.height());
    for (int y = 1; y < planes_.height() - 1; ++y) {
      for (int word = 0; word < marks_.restless().words(); ++word) {
        const std::uint64_t inside = WorldMarks::within(word, 1, planes_.width() - 1);
        stats.active_cells += static_cast<std::uint64_t>(std::popcount(marks_.restless().row(y)[word] & inside));
      }
    }
    return stats;
  }

  CellView view() const override {
    const std::size_t first = planes_.index(0, 0);
    const auto stride = static_cast<std::size_t>(planes_.stride());
    const MemoryCells shown{.cells = {&planes_.element[first], stride},
                            .energy = {&planes_.energy[first], stride},
                            .velocity = {&planes_.speed[first], stride}};
    return {planes_.width(), planes_.height(), generation_, shown};
  }

  ActiveCells active_cells() const override {
    ActiveCells active{ActiveCells::Unit::cell};
    const BitRows& restless = marks_.restless();
    for (int y = 1; y < planes_.height() - 1; ++y) {
      const auto inside = [&](int word) {
        return restless.row(y)[word] & WorldMarks::within(word, 1, planes_.width() - 1);
      };
      for_each_run(restless.words(), inside, [&](int begin, int end) {
        active.boxes.push_back({begin, y, end - begin, 1});
      });
    }
    return active;
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return table_.parameters().get(name); }
  bool set_parameter(std::string_view name, double value) override {
    Parameters parameters = table_.parameters();
    if (!parameters.set(name, value)) return false;
    table_ = TraitTable(table_.rules(), parameters);
    wake_all();
    return true;
  }

 private:
  void admit_row(const World& world, int y) {
    const auto energy = world.bytes(Plane::energy), velocity = world.bytes(Plane::velocity);
    for (int x = 0; x < world.width(); ++x) {
      const std::size_t from = world.index(x, y), to = planes_.index(x, y);
      planes_.element[to] = table_.admit(world.cells()[from]);
      if (!energy.empty()) planes_.energy[to] = std::min<std::uint8_t>(energy[from], kEnergyMax);
      if (velocity.empty()) continue;
      planes_.speed[to] = {static_cast<std::int8_t>(velocity[2 * from]),
                           static_cast<std::int8_t>(velocity[2 * from + 1])};
    }
  }

  void put(int x, int y, std::uint8_t element) {
    if (planes_.put(planes_.index(x, y), table_.admit(element))) marks_.touch(x, y);
  }

  void put(int x, int y, const EditedCell& edited) {
    put(x, y, edited.element);
    const std::size_t i = planes_.index(x, y);
    if (edited.energy != nullptr) planes_.energy[i] = std::min<std::uint8_t>(*edited.energy, kEnergyMax);
    if (edited.velocity != nullptr) {
      planes_.speed[i] = {static_cast<std::int8_t>(edited.velocity[0]), static_cast<std::int8_t>(edited.velocity[1])};
    }
    if (edited.energy != nullptr || edited.velocity != nullptr) marks_.touch(x, y);
  }

  void push(const PushEdit& edit) {
    const auto element_at = [this](int x, int y) { return planes_.element[planes_.index(x, y)]; };
    for_each_pushed(edit, loose_, {1, 1, planes_.width() - 2, planes_.height() - 2}, planes_.width(), planes_.height(),
                    element_at, [this](CellPoint a, CellPoint b) {
                      const std::size_t first = planes_.index(a.x, a.y), second = planes_.index(b.x, b.y);
                      std::swap(planes_.element[first], planes_.element[second]);
                      std::swap(planes_.energy[first], planes_.energy[second]);
                      std::swap(planes_.speed[first], planes_.speed[second]);
                      marks_.touch(a.x, a.y);
                      marks_.touch(b.x, b.y);
                    });
    generation_ = next_view_generation();
  }

  void wake_all() {
    for (int y = 0; y < planes_.height(); ++y) {
      for (int word = 0; word < marks_.restless().words(); ++word) marks_.restless().row(y)[word] = ~std::uint64_t{0};
    }
    border_is_clear_ = false;
  }

  // ---- a frame ----

  // False when the world is at rest and no later frame can change it.
  bool take_frame(std::uint64_t seed, std::uint32_t number) {
    if (planes_.width() > 2 && planes_.height() > 2) {
      const bool pours = table_.parameters().sources && !table_.rules().sources().empty();
      if (pours) pour(seed, number);
      if (!skip_settled_) wake_all();
      const std::uint64_t restless = settle();
      if (restless == 0 && !pours && border_is_clear_ && skip_settled_) return false;
      if (restless > 0) take_turns(seed, number, restless);
    }
    clear_border();
    generation_ = next_view_generation();
    return true;
  }

  void pour(std::uint64_t seed, std::uint32_t number) {
    const std::vector<std::uint8_t>& sources = table_.rules().sources();
    const int spacing = planes_.width() / (static_cast<int>(sources.size()) + 1);
    for (int i = 0; i < kSourceWidth; ++i) {
      if (!happens(random_u32(seed, number, static_cast<std::uint32_t>(i), 0, kSourceSalt), kSourcePours)) continue;
      int x = i;
      for (const std::uint8_t source : sources) {
        x += spacing;
        if (!planes_.is_border(std::min(x, planes_.width() - 1), 1)) put(x, 1, source);
      }
    }
  }

  // Finds the cells that may act in this frame; returns their number.
  std::uint64_t settle() {
    marks_.served().clear();
    std::atomic<std::uint64_t> restless{0};
    const int rows = planes_.height() - 2, parts = (rows + kRowsPerPart - 1) / kRowsPerPart;
    const auto part = [&](std::size_t i) {
      const int y_begin = 1 + static_cast<int>(i) * kRowsPerPart, y_end = std::min(y_begin + kRowsPerPart, 1 + rows);
      std::uint64_t count = 0;
      for (int y = y_begin; y < y_end; ++y) {
        count += static_cast<std::uint64_t>(settle_row(table_, planes_, marks_.restless(), y));
      }
      restless.fetch_add(count, std::memory_order_relaxed);
    };
    pool_.run(static_cast<std::size_t>(parts), part);
    return restless;
  }

  void take_turns(std::uint64_t seed, std::uint32_t number, std::uint64_t restless) {
    const Frame frame(seed, number, table_.parameters().block, planes_.width(), planes_.height());
    if (!frame.lattice) {
      scan_world(frame);
      return;
    }
    const bool shared = restless >= kSharedCellsMin && pool_.thread_count() > 1;
    for (int pass = 0; pass < Lattice::kPasses; ++pass) {
      scan_pass(frame, pass, shared);
      const auto fill = [this](int x, int y, std::uint8_t element) { put(x, y, element); };
      draw_stamps(stamps_, planes_.width(), planes_.height(), fill);
      stamps_.clear();
    }
  }

  void scan_world(const Frame& frame) {
    Turns<WorldMarks> turns(frame, table_, planes_, marks_, {0, 0, planes_.width(), planes_.height()});
    const int last_x = planes_.width() - 1, last_y = planes_.height() - 1;
    for (int y = last_y - 1; y >= 1; --y) {
      const bool rightwards = frame.rightwards(1, y);
      marks_.for_each_due(y, 1, last_x, rightwards, [&](int x) { turns.take_turn(x, y); });
    }
  }

  // Takes the turns of all blocks of a pass, in any order. `shared`: on all threads.
  void scan_pass(const Frame& frame, int pass, bool shared) {
    const auto columns = static_cast<std::size_t>(frame.lattice->columns());
    const std::size_t count = columns * static_cast<std::size_t>(frame.lattice->rows());
    const auto scan = [&](std::size_t block) {
      const BlockPlace place{pass, static_cast<int>(block % columns), static_cast<int>(block / columns)};
      std::optional<Stamp> stamp = scan_block(frame, table_, planes_, marks_, place, shared);
      if (!stamp) return;
      stamp->block = block;
      const std::lock_guard lock(stamps_mutex_);
      stamps_.push_back(*stamp);
    };
    if (!shared) {
      for (std::size_t block = 0; block < count; ++block) scan(block);
      return;
    }
    pool_.run((count + kBlocksPerPart - 1) / kBlocksPerPart, [&](std::size_t part) {
      const std::size_t end = std::min(count, (part + 1) * kBlocksPerPart);
      for (std::size_t block = part * kBlocksPerPart; block < end; ++block) scan(block);
    });
  }

  // Empties the border of a walled world.
  void clear_border() {
    if (border_is_clear_) return;
    const int last_x = planes_.width() - 1, last_y = planes_.height() - 1;
    for (int x = 0; x <= last_x; ++x) {
      put(x, 0, 0);
      put(x, last_y, 0);
    }
    for (int y = 0; y <= last_y; ++y) {
      put(0, y, 0);
      put(last_x, y, 0);
    }
    border_is_clear_ = table_.parameters().walls;
  }

  WorkerPool pool_;
  bool skip_settled_;
  TraitTable table_;
  LooseTable loose_{};
  CellPlanes planes_;
  WorldMarks marks_;
  bool border_is_clear_ = false;
  std::vector<Stamp> stamps_;
  std::mutex stamps_mutex_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::elements
