// The pressure water automaton in plain loops: its specification. Follows docs/automata.md; written to be read, not to
// be fast.
#include "automata/field/field_solver.hpp"
#include "automata/water/water.hpp"

namespace repose::water {
namespace {

class ScalarSolver final : public CountingFieldSolver<WaterWorld> {
 private:
  Status take_world() override { return {}; }
  void take_edit(const FieldBox&) override {}

  bool take_steps(const StepSpan& span) override {
    for (std::uint64_t k = 0; k < span.count; ++k) {
      activity_.pass(1);
      for (int pass = 0; pass < world_.passes(); ++pass) pass_once();
      const std::uint64_t rate = world_.steps_per_levelling();
      if (rate != 0 && (span.first_step + k) % rate == 0) level();
    }
    return true;
  }

  void level() {
    old_ = FieldPlane(world_.field());
    world_.level([this](int y, int x_begin, int x_end) {
      for (int x = x_begin; x < x_end; ++x) {
        row_.moved += std::max(world_.field().at(x, y) - old_.at(x, y), 0);
        if (activity_.is_kept() && world_.field().at(x, y) != old_.at(x, y))
          activity_.note({x, y}, ActivityKind::moved);
      }
    });
  }

  // All flows depend on the old masses only.
  void pass_once() {
    world_.run_faucets([this](int x, int y) {
      row_.made += world_.pour_units();
      if (activity_.is_kept()) activity_.note({x, y}, ActivityKind::made);
    });
    old_ = FieldPlane(world_.field());
    for (int y = 0; y < world_.height(); ++y) {
      for (int x = 0; x < world_.width(); ++x) {
        if (old_.at(x, y) > 0) flow_from(x, y);
      }
    }
  }

  void flow_from(int x, int y) {
    const auto at = [&](int dx, int dy) { return old_.at(x + dx, y + dy); };
    std::int32_t given = 0;
    give_flows(world_.flows(), at, [&](int dx, int dy, std::int32_t flow) {
      std::int32_t& neighbour = world_.field().at(x + dx, y + dy);
      given += flow;
      row_.moved += flow;
      if (activity_.is_kept()) note_flow({x, y}, {x + dx, y + dy});
      if (neighbour == kDrain) {
        row_.left += flow;
      } else {
        neighbour += flow;
      }
    });
    world_.field().at(x, y) -= given;
  }

  // Drains may be beyond the edge.
  void note_flow(CellPoint from, CellPoint to) {
    const bool drains = old_.at(to.x, to.y) == kDrain;
    activity_.note(from, drains ? ActivityKind::destroyed : ActivityKind::moved);
    if (!drains) activity_.note(to, ActivityKind::moved);
  }

  FieldPlane old_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::water
