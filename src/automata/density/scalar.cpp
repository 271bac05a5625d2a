// The density automaton in plain loops: its specification. Follows the table in docs/automata.md; written to be read,
// not to be fast. The rules are those of sand.js (Eric Leong, 2013-2019), recorded from the original.
#include <algorithm>
#include <chrono>

#include "automata/density/density.hpp"
#include "automata/density/ledger.hpp"
#include "automata/density/open_edge.hpp"
#include "automata/density/partner.hpp"
#include "core/edited_cells.hpp"
#include "core/push.hpp"

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
    front_.resize(world.cell_count());
    back_.resize(world.cell_count());
    const auto density = world.bytes(Plane::density);
    for (std::size_t i = 0; i < front_.size(); ++i) {
      front_[i] = admit(rules_, world.cells()[i], density.empty() ? nullptr : &density[i]);
    }
    stats_ = {};
    edge_.forget_counts();
    publish();
    begin_ledger_again();
    return {};
  }

  void download(World& world) const override {
    world = World(width_, height_);
    const bool with_density = rules_.has_undefined_pairs();
    if (with_density) world.add(Plane::density);
    for (std::size_t i = 0; i < front_.size(); ++i) {
      world.cells()[i] = front_[i].index;
      if (with_density) world.bytes(Plane::density)[i] = front_[i].density;
    }
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = front_.size();
    stats.left_cells = edge_.left_cells();
    return stats;
  }

  std::span<const ParameterInfo> parameters() const override { return OpenEdge::parameters(); }
  double parameter(std::string_view name) const override { return edge_.parameter(name); }
  bool set_parameter(std::string_view name, double value) override { return edge_.set_parameter(name, value); }
  std::span<const std::uint64_t> left_by_element() const override {
    return edge_.left_by_element(rules_.element_count());
  }

 private:
  void paint_edit(const Edit& edit) override {
    if (const auto* pushed = std::get_if<PushEdit>(&edit)) push(*pushed);
    for_each_edited(edit, width_, height_, [this](int x, int y, const EditedCell& cell) {
      const std::size_t i = static_cast<std::size_t>(y) * width_ + x;
      if (cell.changes(front_[i].index)) front_[i] = admit(rules_, cell.element, cell.density);
    });
    publish();
  }

  void push(const PushEdit& edit) {
    const auto at = [this](CellPoint p) -> Outcome& { return front_[static_cast<std::size_t>(p.y) * width_ + p.x]; };
    const auto element_at = [this](int x, int y) { return cell(x, y).index; };
    for_each_pushed(edit, loose_, {0, 0, width_, height_}, width_, height_, element_at,
                    [&](CellPoint a, CellPoint b) { std::swap(at(a), at(b)); });
  }

  void take_steps(const StepSpan& span) override {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < span.count; ++k) step_once(span.bias(span.first_step + k) == Bias::left ? -1 : +1);
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    publish();
  }

  bool has_open_edge() const override { return edge_.open(); }

  CellView view_of_cells() const override {
    const auto stride = static_cast<std::size_t>(width_);
    MemoryCells shown{.cells = {picture_.data(), stride}};
    if (rules_.has_undefined_pairs()) shown.density = {densities_.data(), stride};
    return {width_, height_, generation_, shown};
  }

  const Outcome& cell(int x, int y) const { return front_[static_cast<std::size_t>(y) * width_ + x]; }

  // The density, with coordinates clamped to the world: beyond an edge it is a copy of the edge.
  int density(int x, int y) const { return cell(std::clamp(x, 0, width_ - 1), std::clamp(y, 0, height_ - 1)).density; }

  void step_once(int s) {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const Offset to = partner([this](int at_x, int at_y) { return density(at_x, at_y); }, x, y, s, height_);
        const Outcome& self = cell(x, y);
        back_[static_cast<std::size_t>(y) * width_ + x] =
            to.none() ? self : rules_.at(self.index, cell(x + to.dx, y + to.dy).index);
      }
    }
    front_.swap(back_);
    if (edge_.open()) clear_rim();
  }

  // Removes cells that have moved to the rim of an open world.
  void clear_rim() {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const bool on_rim = x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1;
        const std::size_t i = static_cast<std::size_t>(y) * width_ + x;
        if (!on_rim || !rules_.leaves(front_[i].index)) continue;
        edge_.count(front_[i].index);
        put(i, 0);
      }
    }
  }

  void put(std::size_t i, std::uint8_t element) { front_[i] = admit(rules_, element, nullptr); }

  void publish() {
    picture_.resize(front_.size());
    densities_.resize(front_.size());
    for (std::size_t i = 0; i < front_.size(); ++i) {
      picture_[i] = front_[i].index;
      densities_[i] = front_[i].density;
    }
    generation_ = next_view_generation();
  }

  RuleTable rules_;
  LooseTable loose_{};
  OpenEdge edge_;
  int width_ = 0, height_ = 0;
  std::vector<Outcome> front_, back_;
  std::vector<std::uint8_t> picture_, densities_;  // for view()
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::density
