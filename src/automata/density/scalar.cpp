// The density automaton in plain loops: its specification. Follows the table in docs/automata.md; written to be read,
// not to be fast. The rules are those of sand.js (Eric Leong, 2013-2019), recorded from the original. A step looks only
// at cells that have an active flag.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "automata/density/density.hpp"
#include "automata/density/ledger.hpp"
#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "repose/solver.hpp"

namespace repose::density {

// Which cells of a density world can change in the next steps: one flag for each cell, as in "Sand And Below" (2008),
// but for each bias its own, because a cell that stays the same in a left-biased step may change in a right-biased one.
//
// Proof. The next state of a cell depends only on the bias and on the cells around it. A step clears the flag of its
// bias, and every change sets both flags of all cells that depend on the changed cell. So a cell without the flag of a
// bias would stay the same again: since a step of that bias has looked at it, nothing that it depends on has changed.
class CellFlags {
 public:
  // Sets the flags of all cells.
  void begin(int width, int height) {
    width_ = width;
    height_ = height;
    stride_ = static_cast<std::size_t>(width) + 2 * kReach;
    const auto rows = static_cast<std::size_t>(height) + 2 * kReach;
    flags_.assign(rows * stride_, 0);
    for (int y = 0; y < height; ++y) std::fill_n(row(y), width, kBoth);
    row_is_awake_.assign(rows, 1);
    before_.assign(static_cast<std::size_t>(width), 0);
  }

  // The cell has changed. The cells that depend on it are those whose partner() reads it. Sets flags beyond the edge of
  // the world too, where nothing reads them.
  void wake_around(int x, int y) {
    std::uint8_t* here = row(y) + x;
    const std::size_t stride = stride_;
    std::memset(here - 2 * stride - 2, kBoth, 5);
    std::memset(here - stride - 2, kBoth, 5);
    std::memset(here - 1, kBoth, 3);
    std::memset(here + stride - 1, kBoth, 3);
    here[2 * stride] = kBoth;
    std::memset(&row_is_awake_[static_cast<std::size_t>(y)], 1, 2 * kReach + 1);
  }

  // Calls look(x, y) for every cell that has the flag of this bias, and clears the flag. look() must not change the
  // flags.
  template <class Look>
  void for_each(Bias bias, const Look& look) {
    const std::uint8_t flag = bias == Bias::left ? kLeft : kRight;
    for (int y = 0; y < height_; ++y) {
      if (!is_awake(y)) continue;
      std::uint8_t* const flags = row(y);
      std::copy_n(flags, width_, before_.begin());
      std::uint8_t all = 0;
      for (int x = 0; x < width_; ++x) all |= flags[x] = static_cast<std::uint8_t>(flags[x] & ~flag);
      row_is_awake_[static_cast<std::size_t>(y) + kReach] = all;
      for (auto at = before_.cbegin(); at != before_.cend(); ++at) {
        at = std::find_if(at, before_.cend(),
                          [flag](std::uint8_t flags_of_cell) { return (flags_of_cell & flag) != 0; });
        if (at == before_.cend()) break;
        look(static_cast<int>(at - before_.cbegin()), y);
      }
    }
  }

  bool at_rest() const {
    for (int y = 0; y < height_; ++y) {
      if (is_awake(y)) return false;
    }
    return true;
  }
  std::uint64_t count() const {
    std::uint64_t cells = 0;
    for (int y = 0; y < height_; ++y) {
      const auto asleep = is_awake(y) ? std::count(row(y), row(y) + width_, std::uint8_t{0}) : width_;
      cells += static_cast<std::uint64_t>(width_ - asleep);
    }
    return cells;
  }
  ActiveCells active_cells() const {
    ActiveCells active{ActiveCells::Unit::cell};
    for (int y = 0; y < height_; ++y) {
      const std::uint8_t *const flags = row(y), *const end = flags + width_;
      for (const std::uint8_t *from = flags, *to = flags; from != end; from = to) {
        from = std::find_if(from, end, [](std::uint8_t flag) { return flag != 0; });
        to = std::find(from, end, std::uint8_t{0});
        if (from != to) active.boxes.push_back({static_cast<int>(from - flags), y, static_cast<int>(to - from), 1});
      }
    }
    return active;
  }

 private:
  static constexpr std::uint8_t kLeft = 1, kRight = 2, kBoth = kLeft | kRight;
  static constexpr std::size_t kReach = 2;  // columns and rows around the world, so that no change needs to be clipped

  std::uint8_t* row(int y) { return &flags_[(static_cast<std::size_t>(y) + kReach) * stride_ + kReach]; }
  const std::uint8_t* row(int y) const { return const_cast<CellFlags*>(this)->row(y); }
  bool is_awake(int y) const { return row_is_awake_[static_cast<std::size_t>(y) + kReach] != 0; }

  int width_ = 0, height_ = 0;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> flags_;         // one byte for each cell
  std::vector<std::uint8_t> row_is_awake_;  // not 0: some cell of the row may have a flag
  std::vector<std::uint8_t> before_;        // the flags of a row before a step visits it
};

namespace {

class ScalarSolver final : public LedgerSolver {
 public:
  PlaneSet state_planes() const override { return density::state_planes(rules_); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    rules_ = RuleTable(ruleset);
    loose_ = loose_table(ruleset);
    ledger_.load(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    width_ = world.width();
    height_ = world.height();
    elements_.resize(world.cell_count());
    densities_.resize(world.cell_count());
    const auto density = world.bytes(Plane::density);
    for (std::size_t i = 0; i < elements_.size(); ++i)
      store(i, admit(rules_, world.cells()[i], density.empty() ? nullptr : &density[i]));
    flags_.begin(width_, height_);
    stats_ = {};
    edge_.forget_counts();
    generation_ = next_view_generation();
    begin_ledger_again();
    return {};
  }

  void download(World& world) const override {
    world = World(width_, height_);
    std::ranges::copy(elements_, world.cells().begin());
    if (!rules_.has_undefined_pairs()) return;
    world.add(Plane::density);
    std::ranges::copy(densities_, world.bytes(Plane::density).begin());
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = flags_.count();
    stats.cell_count = elements_.size();
    stats.left_cells = edge_.left_cells();
    return stats;
  }

  ActiveCells active_cells() const override { return flags_.active_cells(); }

 private:
  void paint_edit(const Edit& edit) override {
    if (const auto* pushed = std::get_if<PushEdit>(&edit)) push(*pushed);
    for_each_edited(edit, width_, height_, [this](int x, int y, const EditedCell& edited) {
      if (edited.changes(cell(x, y).index)) put(x, y, admit(rules_, edited.element, edited.density));
    });
    generation_ = next_view_generation();
  }

  void push(const PushEdit& edit) {
    const auto element_at = [this](int x, int y) { return cell(x, y).index; };
    for_each_pushed(edit, loose_, {0, 0, width_, height_}, width_, height_, element_at,
                    [this](CellPoint a, CellPoint b) {
                      const Outcome at_a = cell(a.x, a.y);
                      put(a.x, a.y, cell(b.x, b.y));
                      put(b.x, b.y, at_a);
                    });
  }

  void take_steps(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    for (std::uint64_t k = 0; k < span.count && !flags_.at_rest(); ++k) step_once(span.bias(span.first_step + k));
  }

  void edge_opened() override { flags_.begin(width_, height_); }

  CellView view_of_cells() const override {
    const auto stride = static_cast<std::size_t>(width_);
    MemoryCells shown{.cells = {elements_.data(), stride}};
    if (rules_.has_undefined_pairs()) shown.density = {densities_.data(), stride};
    return {width_, height_, generation_, shown};
  }

  std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * width_ + x; }
  Outcome cell(int x, int y) const { return {elements_[index(x, y)], densities_[index(x, y)]}; }
  void store(std::size_t i, Outcome outcome) {
    elements_[i] = outcome.index;
    densities_[i] = outcome.density;
  }
  void put(int x, int y, Outcome outcome) {
    if (cell(x, y) == outcome) return;
    store(index(x, y), outcome);
    flags_.wake_around(x, y);
  }

  // The density, with coordinates clamped to the world: beyond an edge it is a copy of the edge.
  int density(int x, int y) const {
    return densities_[index(std::clamp(x, 0, width_ - 1), std::clamp(y, 0, height_ - 1))];
  }

  // All cells read the world as it was before the step; then those that become another change together.
  void step_once(Bias bias) {
    const int s = bias == Bias::left ? -1 : +1;
    changes_.clear();
    flags_.for_each(bias, [this, s](int x, int y) {
      const Offset to = partner([this](int at_x, int at_y) { return density(at_x, at_y); }, x, y, s, height_);
      if (to.none()) return;
      const Outcome self = cell(x, y), next = rules_.at(self.index, cell(x + to.dx, y + to.dy).index);
      if (next != self) changes_.push_back({x, y, next});
    });
    for (const Change& change : changes_) put(change.x, change.y, change.next);
    const bool has_left = edge_.open() && clear_rim();
    if (!changes_.empty() || has_left) generation_ = next_view_generation();
  }

  // Removes cells that have moved to the rim of an open world. Returns whether there were any.
  bool clear_rim() {
    bool any = false;
    const auto clear = [&](int x, int y) {
      const std::uint8_t element = cell(x, y).index;
      if (!rules_.leaves(element)) return;
      edge_.count(element);
      put(x, y, admit(rules_, 0, nullptr));
      any = true;
    };
    for (const int y : {0, height_ - 1})
      for (int x = 0; x < width_; ++x) clear(x, y);
    for (const int x : {0, width_ - 1})
      for (int y = 0; y < height_; ++y) clear(x, y);
    return any;
  }

  RuleTable rules_;
  LooseTable loose_{};
  int width_ = 0, height_ = 0;
  struct Change {
    int x, y;
    Outcome next;
  };

  std::vector<std::uint8_t> elements_, densities_;
  CellFlags flags_;
  std::vector<Change> changes_;  // of the present step; kept, because fresh memory for each step costs time
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::density
