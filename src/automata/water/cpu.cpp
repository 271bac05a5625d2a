// The pressure water automaton, fast: two planes, chunks that sleep, worker threads. Gives the bytes of scalar.cpp. The
// hot loops are in cpu_kernel.cpp.
#include "automata/field/field_solver.hpp"
#include "automata/water/cpu_kernel.hpp"

namespace repose::water {
namespace {

class CpuSolver final : public CpuFieldSolver<WaterWorld> {
 public:
  explicit CpuSolver(const SolverOptions& options) : CpuFieldSolver(options) {
    [[maybe_unused]] const Status status = upload(World());
  }

 private:
  Status take_world() override {
    rim_ = world_.field().at(-1, 0);
    return CpuFieldSolver::take_world();
  }
  void take_edit(const FieldBox& box) override {
    if (world_.field().at(-1, 0) != rim_) {  // walls were switched on or off: the rim of the other plane changes too
      [[maybe_unused]] const Status status = take_world();
    }
    CpuFieldSolver::take_edit(box);
  }

  bool take_steps(const StepSpan& span) override {
    bool any = false;
    for (std::uint64_t k = 0; k < span.count; ++k) {
      bool moved = false;
      for (int pass = 0; pass < world_.passes(); ++pass) moved |= pass_once();
      const std::uint64_t rate = world_.steps_per_levelling();
      if (moved) is_level_ = false;
      if (rate != 0 && !is_level_ && (span.first_step + k) % rate == 0) moved |= level();
      any |= moved;
      // At rest: all further steps change nothing.
      if (!moved && !world_.has_faucets() && (rate == 0 || is_level_)) break;
    }
    return any;
  }

  bool pass_once() {
    world_.run_faucets([this](int x, int y) { pass_.wake({x, y, x + 1, y + 1}); });
    const PassJob job{world_.flows(), world_.may_have_drains()};
    return pass_.run(world_.field(),
                     [&job](const FieldPlane& from, FieldPlane& to, FieldRun& run) { pass_run(job, from, to, run); });
  }

  bool level() {
    bool any = false;
    world_.level([&](int y, int x_begin, int x_end) {
      pass_.wake({x_begin, y, x_end, y + 1});
      any = true;
    });
    is_level_ = !any;
    return any;
  }

  bool is_level_ = false;  // levelling found nothing to do, and nothing has moved since
  std::int32_t rim_ = kGround;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::water
