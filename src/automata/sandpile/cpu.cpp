// The sandpile automaton, fast: two planes, chunks that sleep, worker threads. Gives the bytes of scalar.cpp. The hot
// loops are in cpu_kernel.cpp.
#include "automata/field/field_solver.hpp"
#include "automata/sandpile/cpu_kernel.hpp"

namespace repose::sandpile {
namespace {

class CpuSolver final : public CpuFieldSolver<SandpileWorld> {
 public:
  explicit CpuSolver(const SolverOptions& options) : CpuFieldSolver(options) {
    [[maybe_unused]] const Status status = upload(World());
  }

 private:
  Status take_world() override {
    column_randoms_.resize(static_cast<std::size_t>(world_.field().stride() + FieldPlane::kMargin));
    return CpuFieldSolver::take_world();
  }

  bool take_steps(const StepSpan& span) override {
    bool any = false;
    for (std::uint64_t k = 0; k < span.count; ++k) {
      const bool moved = step_once(span.seed, span.first_step + k);
      any = any || moved;
      if (!moved && !world_.has_springs() && world_.steps_per_drying() == 0)
        break;  // at rest: all further steps change nothing
    }
    return any;
  }

  bool step_once(std::uint64_t seed, std::uint64_t step) {
    world_.run_springs([this](int x, int y, std::int32_t) { pass_.wake({x, y, x + 1, y + 1}); });
    draw_columns(seed, static_cast<std::uint32_t>(step));
    const StepJob job{world_.wetness(), world_.is_wet(), world_.slope(), column_randoms_.data()};
    bool moved = pass_.run(world_.field(), [&job](const FieldPlane& from, FieldPlane& to, FieldRun& run) {
      step_run(job, from, to, run);
    });
    if (const std::uint64_t rate = world_.steps_per_drying(); rate != 0 && step % rate == 0) {
      world_.dry();
      pass_.wake({0, 0, world_.width(), world_.height()});
      moved = true;
    }
    return moved;
  }

  // All of random_u32 except the last round, which mixes in y.
  void draw_columns(std::uint64_t seed, std::uint32_t step) {
    const std::uint32_t base = random_base(seed, step, static_cast<std::uint32_t>(Salt::automaton));
    for (int x = 0; x < world_.width(); ++x) {
      column_randoms_[static_cast<std::size_t>(FieldPlane::kMargin + x)] =
          begin_mix(mix32(base ^ static_cast<std::uint32_t>(x)));
    }
  }

  std::vector<std::uint32_t> column_randoms_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::sandpile
