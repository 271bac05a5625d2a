// The density automaton in plain loops: its specification. Reads like the table in docs/automata.md; made to be read,
// not to be fast. The rules are those of sand.js (Eric Leong, 2013-2019), recorded from the original.
#include <algorithm>
#include <chrono>

#include "automata/density/density.hpp"
#include "automata/density/open_edge.hpp"
#include "core/edited_cells.hpp"

namespace repose::density {
namespace {

struct Offset {
  int dx = 0, dy = 0;
  bool none() const { return dx == 0 && dy == 0; }
};

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return density::state_planes(rules_); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    rules_ = RuleTable(ruleset);
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
    return {};
  }

  void apply(const Edit& edit) override {
    for_each_edited(edit, width_, height_, [this](int x, int y, const EditedCell& cell) {
      const std::size_t i = static_cast<std::size_t>(y) * width_ + x;
      if (cell.changes(front_[i].index)) put(i, cell.element);
    });
    publish();
  }

  void step(const StepSpan& span) override {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < span.count; ++k) step_once(span.bias(span.first_step + k) == Bias::left ? -1 : +1);
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    publish();
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

  CellView view() const override {
    return {CellView::Kind::memory, width_, height_, picture_.data(), static_cast<std::size_t>(width_), 0, generation_};
  }

  std::span<const ParameterInfo> parameters() const override { return OpenEdge::parameters(); }
  double parameter(std::string_view name) const override { return edge_.parameter(name); }
  bool set_parameter(std::string_view name, double value) override { return edge_.set_parameter(name, value); }
  std::span<const std::uint64_t> left_by_element() const override {
    return edge_.left_by_element(rules_.element_count());
  }

 private:
  const Outcome& cell(int x, int y) const { return front_[static_cast<std::size_t>(y) * width_ + x]; }

  // Density with coordinates clamped to the world: beyond an edge lies a copy of the edge.
  int density(int x, int y) const { return cell(std::clamp(x, 0, width_ - 1), std::clamp(y, 0, height_ - 1)).density; }

  // Which neighbour the cell meets in this step; s is -1 with left bias, +1 with right.
  Offset partner(int x, int y, int s) const {
    const int c = density(x, y);
    const int up = density(x, y - 1), up2 = density(x, y - 2);
    const int dn = density(x, y + 1), dn2 = density(x, y + 2);
    const int side = density(x + s, y), other_side = density(x - s, y);
    const int dd = density(x + s, y + 1), dd2 = density(x + 2 * s, y + 1);
    const int de = density(x + s, y + 2), de2 = density(x + 2 * s, y + 2);
    const int ud = density(x - s, y - 1);
    const bool on_top_row = y == 0, on_bottom_row = y == height_ - 1;

    const bool falls = !on_bottom_row && dn < c && up <= c && (dn2 < dn || dn <= de || dd > de);
    if (falls) return {0, +1};

    const bool falls_diagonally = !on_bottom_row && dd < c && dn >= c && c < kWallDensity && side <= dd &&
                                  (dd <= de || side > de) && (dd <= de2 || dd2 > de2);
    if (falls_diagonally) return {s, +1};

    const bool takes_from_above = !on_top_row && up > c && up2 <= up;
    if (takes_from_above) return {0, -1};

    const bool takes_from_diagonal_above = !on_top_row && ud > c && ud < kWallDensity && other_side >= ud;
    if (takes_from_diagonal_above) return {-s, -1};

    return {};
  }

  void step_once(int s) {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const Offset to = partner(x, y, s);
        // The partner is always inside: at the left and right edges the copy beyond makes both diagonal cases false.
        const Outcome& self = cell(x, y);
        back_[static_cast<std::size_t>(y) * width_ + x] =
            to.none() ? self : rules_.at(self.index, cell(x + to.dx, y + to.dy).index);
      }
    }
    front_.swap(back_);
    if (edge_.open()) clear_rim();
  }

  // What moves and has come to the rim of an open world leaves it.
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
    for (std::size_t i = 0; i < front_.size(); ++i) picture_[i] = front_[i].index;
    generation_ = next_view_generation();
  }

  RuleTable rules_;
  OpenEdge edge_;
  int width_ = 0, height_ = 0;
  std::vector<Outcome> front_, back_;
  std::vector<std::uint8_t> picture_;  // the indices alone, for view()
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::density
