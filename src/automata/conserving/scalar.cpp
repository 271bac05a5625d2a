// The conserving automaton in plain loops: the solver. The specification of a step is scalar_step.hpp.
#include <utility>

#include "automata/conserving/air.hpp"
#include "automata/conserving/bodies.hpp"
#include "automata/conserving/bursts.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving/scalar_step.hpp"
#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "core/ledger.hpp"

namespace repose::conserving {
namespace {

using Cell = std::uint8_t;

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    surveys_.forget();
    rules_ = Rules(ruleset);
    loose_ = loose_table(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    cells_ = World(world.width(), world.height());
    for (std::size_t i = 0; i < world.cell_count(); ++i) cells_.cells()[i] = rules_.admit(world.cells()[i]);
    surveys_.upload(world);
    air_.upload(world);
    stats_ = {};
    left_.forget();
    generation_ = next_view_generation();
    keep_ledger(book_.is_kept());
    activity_.begin_again(cells_.width(), cells_.height());
    return {};
  }

  void apply(const Edit& edit) override {
    surveys_.drop_for(edit, rules_);
    if (const auto* pushed = std::get_if<PushEdit>(&edit)) {
      if (is_blow(*pushed)) {
        for_each_blown(*pushed, cells_.width(), cells_.height(),
                       [this](int x, int y, int dx, int dy) { air_.blow_at(x, y, dx, dy); });
      } else {
        push(*pushed);
      }
    }
    for_each_edited(edit, cells_.width(), cells_.height(), [this](int x, int y, const EditedCell& edited) {
      Cell& cell = cells_.cell(x, y);
      if (!edited.changes(cell)) return;
      book_.events().paint(cell, rules_.admit(edited.element));
      cell = rules_.admit(edited.element);
    });
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    if (activity_.is_kept()) {
      take_steps(span, NotingWatch(ActivityWatch(book_, activity_), notes_));
    } else {
      take_steps(span, NotingWatch(LedgerWatch(book_), notes_));
    }
    generation_ = next_view_generation();
  }

  void download(World& world) const override {
    world = cells_;
    surveys_.download(world);
    air_.download(world);
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = cells_.cell_count();
    stats.left_cells = left_.total();
    return stats;
  }

  std::span<const std::uint64_t> left_by_element() const override {
    return left_.by_element(parameters_.borders(), rules_.element_count());
  }

  CellView view() const override {
    const auto stride = static_cast<std::size_t>(cells_.width());
    const MemoryCells shown{.cells = {cells_.cells().data(), stride}};
    return {cells_.width(), cells_.height(), generation_, shown, activity_.view(), air_.view()};
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return parameters_.set(name, value); }

  bool keep_ledger(bool keep) override {
    if (keep) {
      book_.begin(count_elements(cells_.cells()));
      air_.begin_ledger();
    } else {
      book_.end();
    }
    return true;
  }
  std::optional<Ledger> ledger() const override {
    auto ledger = book_.close(count_elements(cells_.cells()), rules_.element_count());
    if (ledger) ledger->air = air_.ledger();
    return ledger;
  }

  bool keep_activity(bool on) override { return activity_.keep(on, cells_.width(), cells_.height()); }

  bool watch_reactions(const std::optional<CellBox>& cells) override { return notes_.watch(cells), true; }
  std::vector<NoticedReaction> take_reactions() override { return notes_.take(); }

 private:
  void push(const PushEdit& edit) {
    const int width = cells_.width(), height = cells_.height();
    const auto element_at = [this](int x, int y) { return cells_.cell(x, y); };
    for_each_pushed(edit, loose_, {0, 0, width, height}, width, height, element_at, [this](CellPoint a, CellPoint b) {
      Cell &first = cells_.cell(a.x, a.y), &second = cells_.cell(b.x, b.y);
      book_.events().trade(first, second);
      if (activity_.is_kept()) activity_.trade(a, b, first, second);
      std::swap(first, second);
    });
  }

  template <class Watch>
  void take_steps(const StepSpan& span, Watch watch) {
    ScalarStep<Watch> once(rules_, parameters_.passes(), parameters_.borders(), cells_, {0, 0},
                           {cells_.width(), parameters_.borders().wraps}, air_, AirBounds(parameters_), watch);
    const BodyWorld site{rules_,
                         parameters_.borders(),
                         cells_.width(),
                         cells_.height(),
                         [this](int x, int y) -> Cell& { return cells_.cell(x, y); },
                         [](CellPoint) {}};
    for (std::uint64_t k = 0; k < span.count; ++k) {
      activity_.pass(1);
      const std::uint64_t number = span.first_step + k;
      notes_.begin_step(number);
      surveys_.before_step(span.seed, number, parameters_.structures_fall(), true, site, watch, left_,
                           [this] { return cells_; });
      once.run(StepDraws(span.seed, number, parameters_.passes()), BurstDraws(span.seed, number));
    }
    left_ += once.left_cells();
  }

  Rules rules_;
  LooseTable loose_{};
  Parameters parameters_;
  World cells_;
  LeftCells left_;
  LedgerBook book_;
  ActivityMap activity_;
  ReactionNotes notes_;
  AirField air_;
  mutable Surveys surveys_{false};  // mutable: a download waits for a survey
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::conserving
