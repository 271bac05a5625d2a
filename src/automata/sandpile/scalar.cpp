// The sandpile automaton in plain loops: its specification. Follows docs/automata.md; written to be read, not to be
// fast.

#include "automata/field/field_solver.hpp"
#include "automata/sandpile/sandpile.hpp"

namespace repose::sandpile {
namespace {

class ScalarSolver final : public CountingFieldSolver<SandpileWorld> {
 private:
  Status take_world() override {
    tags_ = FieldPlane(world_.width(), world_.height(), static_cast<std::int32_t>(Tag::stable));
    return {};
  }
  void take_edit(const FieldBox&) override {}

  bool take_steps(const StepSpan& span) override {
    for (std::uint64_t k = 0; k < span.count; ++k) step_once(span.seed, span.first_step + k);
    return true;
  }

  void step_once(std::uint64_t seed, std::uint64_t step) {
    activity_.pass(1);
    world_.run_springs([this](int x, int y, std::int32_t poured) {
      (poured > 0 ? row_.made : row_.left) += std::abs(poured);
      if (activity_.is_kept() && poured != 0)
        activity_.note({x, y}, poured > 0 ? ActivityKind::made : ActivityKind::destroyed);
    });
    for (int y = 0; y < world_.height(); ++y) {
      for (int x = 0; x < world_.width(); ++x)
        tags_.at(x, y) = static_cast<std::int32_t>(tag_of(world_, x, y, {0, 0}, seed, step));
    }
    for (int y = 0; y < world_.height(); ++y) {
      for (int x = 0; x < world_.width(); ++x) transfer(x, y);
    }
    if (const std::uint64_t rate = world_.steps_per_drying(); rate != 0 && step % rate == 0) world_.dry();
  }

  Tag tag(int x, int y) const { return static_cast<Tag>(tags_.at(x, y)); }
  std::int32_t amount(int x, int y) const { return world_.slope().amount_at(world_.wetness().at(x, y)); }

  // Changes this stack only, so the order of stacks does not matter.
  void transfer(int x, int y) {
    std::int32_t& own = world_.field().at(x, y);
    if (tag(x, y - 1) == Tag::down) own += amount(x, y - 1);
    if (tag(x, y + 1) == Tag::up) own += amount(x, y + 1);
    if (tag(x - 1, y) == Tag::right) own += amount(x - 1, y);
    if (tag(x + 1, y) == Tag::left) own += amount(x + 1, y);
    if (tag(x, y) == Tag::stable) return;
    own -= amount(x, y);
    row_.moved += amount(x, y);
    if (activity_.is_kept()) activity_.note({x, y}, ActivityKind::moved);
  }

  FieldPlane tags_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

}  // namespace repose::sandpile
