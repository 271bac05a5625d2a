// The tiles automaton in plain loops: its specification. Follows the rules in docs/automata.md.
#include <algorithm>
#include <vector>

#include "automata/step_timer.hpp"
#include "automata/tiles/tiles.hpp"
#include "core/edited_cells.hpp"
#include "core/ledger.hpp"

namespace repose::tiles {
namespace {

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    kinds_ = Kinds(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    width_ = world.width();
    height_ = world.height();
    cells_.resize(world.cell_count());
    std::ranges::transform(world.cells(), cells_.begin(),
                           [this](std::uint8_t element) { return kinds_.admit(element); });
    stats_ = {};
    if (book_.is_kept()) keep_ledger(true);
    activity_.begin_again(width_, height_);
    generation_ = next_view_generation();
    return {};
  }

  void apply(const Edit& edit) override {
    for_each_edited(edit, width_, height_, [this](int x, int y, const EditedCell& cell) {
      if (!cell.changes(at(x, y))) return;
      book_.events().paint(at(x, y), kinds_.admit(cell.element));
      at(x, y) = kinds_.admit(cell.element);
    });
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    seed_ = span.seed;
    for (std::uint64_t k = 0; k < span.count; ++k) {
      step_ = static_cast<std::uint32_t>(span.first_step + k);
      first_side_ = span.bias(span.first_step + k) == Bias::left ? -1 : +1;
      activity_.pass(1);
      step_once();
    }
    generation_ = next_view_generation();
  }

  void download(World& world) const override {
    world = World(width_, height_);
    std::ranges::copy(cells_, world.cells().begin());
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = stats.cell_count = cells_.size();
    return stats;
  }

  CellView view() const override {
    const MemoryCells shown{.cells = {cells_.data(), static_cast<std::size_t>(width_)}};
    return {width_, height_, generation_, shown, activity_.view()};
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return parameters_.set(name, value); }

  bool keep_ledger(bool on) override {
    book_.keep(on, cells_);
    return true;
  }
  std::optional<Ledger> ledger() const override { return book_.close(cells_, kinds_.element_count()); }
  bool keep_activity(bool on) override { return activity_.keep(on, width_, height_); }

 private:
  std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + x; }
  std::uint8_t& at(int x, int y) { return cells_[index(x, y)]; }
  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  const Kind& kind(int x, int y) { return kinds_.of(at(x, y)); }
  // Beyond the edge of the world everything is wall.
  bool is_empty(int x, int y) { return inside(x, y) && at(x, y) == 0; }
  bool is_liquid(int x, int y) { return inside(x, y) && kind(x, y).liquid; }

  // From the bottom row up; even steps go from left to right and try the left side first, odd ones mirrored.
  void step_once() {
    moved_.assign(cells_.size(), false);
    for (int y = height_ - 1; y >= 0; --y) {
      for (int i = 0; i < width_; ++i) {
        const int x = first_side_ < 0 ? i : width_ - 1 - i;
        if (!moved_[index(x, y)]) visit(x, y);
      }
    }
  }

  void visit(int x, int y) {
    if (kind(x, y).faucet && is_empty(x, y + 1)) {
      at(x, y + 1) = kind(x, y).emits;
      book_.events().become(0, kind(x, y).emits);
      if (activity_.is_kept()) activity_.become({x, y + 1}, 0, kind(x, y).emits);
    }
    if (kind(x, y).drain) swallow(x, y);
    if (!kind(x, y).falls) return;
    if (fall(x, y) || sink(x, y)) return;
    for (const int side : {first_side_, -first_side_}) {
      if (roll(x, y, side)) return;
    }
    if (!kind(x, y).liquid) return;
    for (const int side : {first_side_, -first_side_}) {
      if (flow(x, y, side)) return;
    }
  }

  void swallow(int x, int y) {
    constexpr int kBeside[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (const auto& [dx, dy] : kBeside) {
      if (!inside(x + dx, y + dy) || !kind(x + dx, y + dy).falls) continue;
      book_.events().leave(at(x + dx, y + dy));
      if (activity_.is_kept()) activity_.note({x + dx, y + dy}, ActivityKind::destroyed);
      at(x + dx, y + dy) = 0;
      moved_[index(x + dx, y + dy)] = false;
    }
  }

  bool fall(int x, int y) {
    if (!is_empty(x, y + 1)) return false;
    const int side = jitter_side(parameters_.jitter, seed_, step_, x, y);
    return (side != 0 && roll(x, y, side)) || move(x, y, x, y + 1);
  }

  bool sink(int x, int y) {
    if (!inside(x, y + 1) || moved_[index(x, y + 1)] || !kinds_.sinks_into(at(x, y), at(x, y + 1))) return false;
    return move(x, y, x, y + 1);
  }

  bool roll(int x, int y, int side) {
    const bool passes = !parameters_.closed_corners || is_empty(x + side, y);
    return passes && is_empty(x + side, y + 1) && move(x, y, x + side, y + 1);
  }

  bool flow(int x, int y, int side) {
    if (!is_empty(x + side, y)) return false;
    return (is_liquid(x, y - 1) || sees_hole(x, y, side)) && move(x, y, x + side, y);
  }

  // Whether there is a cell to fall into below the free ones on that side.
  bool sees_hole(int x, int y, int side) {
    for (int i = 1; i <= parameters_.look_ahead && is_empty(x + i * side, y); ++i) {
      if (is_empty(x + i * side, y + 1)) return true;
    }
    return false;
  }

  // The two swap and do not move again in this step.
  bool move(int x, int y, int nx, int ny) {
    book_.events().trade(at(x, y), at(nx, ny));
    if (activity_.is_kept()) activity_.trade({x, y}, {nx, ny}, at(x, y), at(nx, ny));
    std::swap(at(x, y), at(nx, ny));
    moved_[index(x, y)] = at(x, y) != 0;
    moved_[index(nx, ny)] = true;
    return true;
  }

  Kinds kinds_;
  Parameters parameters_;
  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> cells_;
  std::vector<bool> moved_;  // the article's parity: a tile with the parity of this step has already moved
  std::uint64_t seed_ = 1;
  std::uint32_t step_ = 0;
  int first_side_ = -1;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  LedgerBook book_;
  ActivityMap activity_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::tiles
