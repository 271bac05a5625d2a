// The elements automaton in plain loops. The specification of a frame is scalar_frame.hpp.
#include <algorithm>
#include <cstring>
#include <vector>

#include "automata/elements/scalar_frame.hpp"
#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "core/ledger.hpp"

namespace repose::elements {
namespace {

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    rules_ = Rules(ruleset);
    loose_ = loose_table(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    area_ = cells_of(rules_, world, {0, 0}, world.width(), world.height());
    stats_ = {};
    publish();
    if (book_.is_kept()) keep_ledger(true);
    activity_.begin_again(width(), height());
    return {};
  }

  void apply(const Edit& edit) override {
    if (const auto* pushed = std::get_if<PushEdit>(&edit)) push(*pushed);
    for_each_edited(edit, width(), height(), [this](int x, int y, const EditedCell& cell) {
      if (!cell.changes(at(x, y).element)) return;
      const std::uint8_t before = at(x, y).element;
      put(at(x, y), cell);
      book_.events().paint(before, at(x, y).element);
    });
    publish();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    if (activity_.is_kept()) {
      take_frames(span, ActivityWatch(book_, activity_));
    } else {
      take_frames(span, LedgerWatch(book_));
    }
    publish();
  }

  void download(World& world) const override {
    world = World(width(), height());
    world.add(Plane::energy);
    world.add(Plane::velocity);
    std::ranges::copy(picture_, world.cells().begin());
    std::ranges::copy(energy_picture_, world.bytes(Plane::energy).begin());
    std::memcpy(world.bytes(Plane::velocity).data(), velocity_picture_.data(), 2 * velocity_picture_.size());
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = stats.cell_count = area_.cells.size();
    return stats;
  }

  CellView view() const override {
    const auto stride = static_cast<std::size_t>(width());
    const MemoryCells shown{.cells = {picture_.data(), stride},
                            .energy = {energy_picture_.data(), stride},
                            .velocity = {velocity_picture_.data(), stride}};
    return {width(), height(), generation_, shown, activity_.view()};
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return parameters_.set(name, value); }

  bool keep_ledger(bool on) override {
    book_.keep(on, picture_);
    return true;
  }
  std::optional<Ledger> ledger() const override { return book_.close(picture_, rules_.element_count()); }
  bool keep_activity(bool on) override { return activity_.keep(on, width(), height()); }

 private:
  // The border is emptied in every frame, so nothing is pushed into it.
  void push(const PushEdit& edit) {
    const auto element_at = [this](int x, int y) { return at(x, y).element; };
    for_each_pushed(edit, loose_, {1, 1, width() - 2, height() - 2}, width(), height(), element_at,
                    [this](CellPoint a, CellPoint b) {
                      Cell &first = at(a.x, a.y), &second = at(b.x, b.y);
                      book_.events().trade(first.element, second.element);
                      if (activity_.is_kept()) activity_.trade(a, b, first.element, second.element);
                      std::swap(first, second);
                    });
  }

  template <class Watch>
  void take_frames(const StepSpan& span, Watch watch) {
    ScalarFrame<Watch> frame(rules_, parameters_, area_, watch);
    for (std::uint64_t k = 0; k < span.count; ++k) {
      activity_.pass(1);
      frame.run(span.seed, static_cast<std::uint32_t>(span.first_step + k));
    }
  }

  int width() const { return area_.world_width; }
  int height() const { return area_.world_height; }
  Cell& at(int x, int y) { return area_.cells[area_.index(x, y)]; }

  void put(Cell& cell, const EditedCell& edited) {
    cell = fresh_cell(rules_, edited.element);
    if (edited.energy != nullptr) cell.energy = std::min<std::uint8_t>(*edited.energy, kEnergyMax);
    if (edited.velocity == nullptr) return;
    cell.x_speed = static_cast<std::int8_t>(edited.velocity[0]);
    cell.y_speed = static_cast<std::int8_t>(edited.velocity[1]);
  }

  void publish() {
    const std::vector<Cell>& cells = area_.cells;
    picture_.resize(cells.size());
    energy_picture_.resize(cells.size());
    velocity_picture_.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      picture_[i] = cells[i].element;
      energy_picture_[i] = cells[i].energy;
      velocity_picture_[i] = {static_cast<std::int8_t>(cells[i].x_speed), static_cast<std::int8_t>(cells[i].y_speed)};
    }
    generation_ = next_view_generation();
  }

  Rules rules_;
  LooseTable loose_{};
  Parameters parameters_;
  CellArea area_;
  std::vector<std::uint8_t> picture_, energy_picture_;  // for view()
  std::vector<Velocity> velocity_picture_;              // for view()
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  LedgerBook book_;
  ActivityMap activity_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::elements
