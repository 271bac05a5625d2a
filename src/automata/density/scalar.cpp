// The density automaton in plain loops: its specification. Follows the table in docs/automata.md; written to be read,
// not to be fast. The rules are those of sand.js (Eric Leong, 2013-2019), recorded from the original. A step looks only
// at cells that have an active flag: cell_flags.hpp.
#include <algorithm>
#include <chrono>

#include "automata/density/cell_flags.hpp"
#include "automata/density/density.hpp"
#include "automata/density/ledger.hpp"
#include "automata/density/open_edge.hpp"
#include "automata/density/partner.hpp"
#include "core/edited_cells.hpp"

namespace repose::density {
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

  std::span<const ParameterInfo> parameters() const override { return OpenEdge::parameters(); }
  double parameter(std::string_view name) const override { return edge_.parameter(name); }
  bool set_parameter(std::string_view name, double value) override {
    const bool was_open = edge_.open();
    if (!edge_.set_parameter(name, value)) return false;
    if (edge_.open() && !was_open) flags_.begin(width_, height_);  // cells that rest on the rim leave too
    return true;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    return edge_.left_by_element(rules_.element_count());
  }

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
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < span.count && !flags_.at_rest(); ++k) step_once(span.bias(span.first_step + k));
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  bool has_open_edge() const override { return edge_.open(); }

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
  OpenEdge edge_;
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
