// The fastsab automaton in plain loops: its specification. Follows the steps in docs/automata.md, which are those of
// the article "Sand And Below revealed" (2008).
#include <algorithm>
#include <numeric>
#include <vector>

#include "automata/fastsab/fastsab.hpp"
#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "core/ledger.hpp"

namespace repose::fastsab {
namespace {

struct Cell {
  std::uint8_t element = 0;
  bool active = false;     // may act in the next step, or in the present one; moves with the grain
  bool processed = false;  // has moved, was moved into or out of, or cannot move anywhere
};

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    substances_ = Substances(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    width_ = world.width();
    height_ = world.height();
    cells_.assign(world.cell_count(), {});
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i].element = substances_.admit(world, i);
    stats_ = {};
    left_ = {};
    set_flags();
    publish();
    if (book_.is_kept()) keep_ledger(true);
    activity_.begin_again(width_, height_);
    return {};
  }

  void apply(const Edit& edit) override {
    for_each_edited(edit, width_, height_, [this](int x, int y, const EditedCell& cell) {
      if (!cell.changes(at(x, y).element)) return;
      const std::uint8_t element = cell.element < substances_.element_count() ? cell.element : std::uint8_t{0};
      book_.events().paint(at(x, y).element, element);
      at(x, y).element = element;
    });
    set_flags();
    publish();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    seed_ = span.seed;
    for (std::uint64_t k = 0; k < span.count; ++k) {
      step_ = static_cast<std::uint32_t>(span.first_step + k);
      activity_.pass(1);
      const bool from_right = parameters_.alternate_scan && span.bias(span.first_step + k) == Bias::right;
      activity_.is_kept() ? step_once<true>(from_right) : step_once<false>(from_right);
    }
    publish();
  }

  void download(World& world) const override {
    world = World(width_, height_);
    world.add(Plane::wall);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      world.cells()[i] = cells_[i].element;
      world.bytes(Plane::wall)[i] = substances_.at(cells_[i].element).wall;
    }
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = active_count_;
    stats.cell_count = cells_.size();
    stats.left_cells = std::accumulate(left_.begin(), left_.end(), std::uint64_t{0});
    return stats;
  }

  CellView view() const override {
    const MemoryCells shown{.cells = {picture_.data(), static_cast<std::size_t>(width_)}};
    return {width_, height_, generation_, shown, activity_.view()};
  }

  ActiveCells active_cells() const override {
    ActiveCells active{ActiveCells::Unit::cell};
    for (int y = 0; y < height_; ++y) {
      for (int x = 0, end = 0; x < width_; x = end) {
        for (end = x + 1; end < width_ && at(end, y).active == at(x, y).active;) ++end;
        if (at(x, y).active) active.boxes.push_back({x, y, end - x, 1});
      }
    }
    return active;
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!parameters_.set(name, value)) return false;
    set_flags();
    return true;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    if (parameters_.borders) return {};
    return std::span(left_).first(static_cast<std::size_t>(substances_.element_count()));
  }

  bool keep_ledger(bool on) override {
    book_.keep(on, picture_);
    return true;
  }
  std::optional<Ledger> ledger() const override { return book_.close(picture_, substances_.element_count()); }
  bool keep_activity(bool on) override { return activity_.keep(on, width_, height_); }

 private:
  Cell& at(int x, int y) { return cells_[static_cast<std::size_t>(y) * width_ + x]; }
  const Cell& at(int x, int y) const { return cells_[static_cast<std::size_t>(y) * width_ + x]; }
  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  const Grain& grain(int x, int y) const { return substances_.at(at(x, y).element); }
  // Beyond the edge of the world everything is static wall.
  bool is_void(int x, int y) const { return inside(x, y) && at(x, y).element == 0; }
  bool is_free(int x, int y) const { return is_void(x, y) && !at(x, y).processed; }

  // Without activity the compiler leaves its code out of these loops.
  template <bool kWithActivity>
  void step_once(bool from_right) {
    for (int i = 0; i < width_; ++i) {
      const int x = from_right ? width_ - 1 - i : i;
      for (int y = 0; y < height_; ++y) {
        if (at(x, y).active) visit<kWithActivity>(x, y);
      }
    }
    if (!parameters_.borders) empty_the_rim<kWithActivity>();
    set_flags();
  }

  // The first pass of the next step. It is done as soon as the world has changed, so that the flags can be shown.
  void set_flags() {
    active_count_ = 0;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        at(x, y).processed = false;
        at(x, y).active = is_void(x, y) ? parameters_.voids_active && is_void_active(x, y) : is_active(x, y);
        active_count_ += at(x, y).active ? 1 : 0;
      }
    }
  }

  // A grain is not active if all its neighbours hold its own element, or if it can neither move into, dissolve nor sink
  // into any neighbour.
  bool is_active(int x, int y) const {
    if (grain(x, y).wall) return false;
    const std::uint8_t self = at(x, y).element;
    bool among_its_like = true, has_way_out = false;
    for (const Offset& to : kNeighbours) {
      const int nx = x + to.dx, ny = y + to.dy;
      among_its_like = among_its_like && inside(nx, ny) && at(nx, ny).element == self;
      has_way_out = has_way_out || is_void(nx, ny) || look_odds(self, nx, ny) > 0;
    }
    return !among_its_like && (has_way_out || (parameters_.sinkers_active && can_sink(x, y)));
  }

  // As is_active(), for a void cell: its like is void.
  bool is_void_active(int x, int y) const {
    const auto is_like = [&](const Offset& to) { return is_void(x + to.dx, y + to.dy); };
    return std::ranges::any_of(kNeighbours, is_like) && !std::ranges::all_of(kNeighbours, is_like);
  }

  // The check dissolves once in this number of times; 0 is never.
  std::uint32_t look_odds(std::uint8_t dissolver, int x, int y) const {
    return parameters_.dissolving && inside(x, y) ? substances_.dissolve(dissolver, at(x, y).element) : 0;
  }

  bool can_sink(int x, int y) const {
    return inside(x, y + 1) && substances_.sinks_into(at(x, y).element, at(x, y + 1).element);
  }

  template <bool kWithActivity>
  void visit(int x, int y) {
    if (is_void(x, y)) return visit_void(x, y);
    const std::uint32_t word = visit_word(seed_, step_, x, y);
    fall_or_sink<kWithActivity>(x, y, word);
    if (is_void(x, y)) return;
    dissolve<kWithActivity>(x, y, word);
    if (!at(x, y).processed) slide<kWithActivity>(x, y, word);
  }

  // Like a grain without friction: it "falls" into the void cell below it, or else "slides" by no columns, into itself,
  // unless it draws to stay.
  void visit_void(int x, int y) {
    if (!parameters_.voids_active || at(x, y).processed) return;
    if (is_free(x, y + 1)) {
      at(x, y).processed = at(x, y + 1).processed = true;
    } else if (draw_slide(visit_word(seed_, step_, x, y)).side != 0) {
      at(x, y).processed = true;
    }
  }

  template <bool kWithActivity>
  void fall_or_sink(int x, int y, std::uint32_t word) {
    if (!grain(x, y).falls || at(x, y).processed || !inside(x, y + 1) || at(x, y + 1).processed) return;
    const bool sinks = can_sink(x, y) && one_in(kSinkOneIn, sink_draw(word));
    if (is_void(x, y + 1) || sinks) move<kWithActivity>(x, y, x, y + 1);
  }

  template <bool kWithActivity>
  void dissolve(int x, int y, std::uint32_t word) {
    int neighbour = 0;
    for (const Offset& to : kNeighbours) {
      const std::uint32_t odds = look_odds(at(x, y).element, x + to.dx, y + to.dy);
      if (!one_in(odds, look_draw(look_word(word), neighbour++))) continue;
      book_.events().become(at(x + to.dx, y + to.dy).element, 0);
      if constexpr (kWithActivity) activity_.note({x + to.dx, y + to.dy}, ActivityKind::destroyed);
      at(x + to.dx, y + to.dy).element = 0;
    }
  }

  template <bool kWithActivity>
  void slide(int x, int y, std::uint32_t word) {
    const SlideDraw draw = draw_slide(word);
    const int friction = grain(x, y).friction;
    const int columns = friction - (friction >= kShortenedFriction && draw.shorter ? 1 : 0);
    const bool left = can_slide(x, y, -columns) && !at(x - columns, y).processed;
    const bool right = can_slide(x, y, columns) && !at(x + columns, y).processed;
    if (!left && !right) {
      at(x, y).processed = true;
      return;
    }
    int side = draw.side;
    if (side != 0) side = left && right ? side : left ? -1 : +1;
    if (draw.left_edge && right && is_free(x - columns, y + 1)) side = -1;
    if (draw.right_edge && left && is_free(x + columns, y + 1)) side = +1;
    if (side != 0 && can_slide(x, y, side * columns)) move<kWithActivity>(x, y, x + side * columns, y);
  }

  // The target is void; if slides need a free path, all cells on the path are void or liquid.
  bool can_slide(int x, int y, int columns) {
    if (!is_void(x + columns, y)) return false;
    const int side = columns < 0 ? -1 : +1;
    for (int nx = x + side; nx != x + columns; nx += side) {
      if (parameters_.free_way && !is_void(nx, y) && !grain(nx, y).liquid) return false;
    }
    return true;
  }

  // The two swap.
  template <bool kWithActivity>
  void move(int x, int y, int nx, int ny) {
    book_.events().trade(at(x, y).element, at(nx, ny).element);
    if constexpr (kWithActivity) activity_.trade({x, y}, {nx, ny}, at(x, y).element, at(nx, ny).element);
    std::swap(at(x, y), at(nx, ny));
    at(x, y).processed = at(nx, ny).processed = true;
  }

  template <bool kWithActivity>
  void empty_the_rim() {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const bool on_rim = x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1;
        if (!on_rim || is_void(x, y) || grain(x, y).wall) continue;
        ++left_[at(x, y).element];
        book_.events().leave(at(x, y).element);
        if constexpr (kWithActivity) activity_.note({x, y}, ActivityKind::destroyed);
        at(x, y).element = 0;
      }
    }
  }

  void publish() {
    picture_.resize(cells_.size());
    std::ranges::transform(cells_, picture_.begin(), &Cell::element);
    generation_ = next_view_generation();
  }

  Substances substances_;
  Parameters parameters_;
  int width_ = 0, height_ = 0;
  std::vector<Cell> cells_;
  std::uint64_t seed_ = 1;
  std::uint32_t step_ = 0;
  std::vector<std::uint8_t> picture_;  // the elements only, for view()
  std::uint64_t generation_ = 0;
  std::uint64_t active_count_ = 0;
  std::array<std::uint64_t, kElementsMax> left_{};
  SolverStats stats_;
  LedgerBook book_;
  ActivityMap activity_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::fastsab
