// The activity of the ledger on the GPU equals that of the scalar backend.
#include "automata/automaton_support.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"

using namespace repose;
using namespace repose::test;

TEST_CASE("activity on the gpu is that of the scalar backend, and another world begins it anew") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\ncell tap 3 3 3 1\nrule sand air air sand\n"
      "rule water air air water\nrule sand water water sand\nliquid water\nfaucet tap water\n");
  const World world = random_world(70, 50, 4, 5, 2);
  for (const SolverEntry& entry : registry.solvers()) {
    if (entry.backend != Backend::gpu || !entry.available()) continue;
    INFO(entry.automaton);
    const auto gpu = make_solver(entry, rules, world),
               scalar = make_solver(*registry.solver(entry.automaton, Backend::scalar), rules, world);
    for (const ParameterInfo& info : gpu->parameters())
      scalar->set_parameter(info.name, gpu->parameter(info.name));  // for example blocks
    gpu->step(steps(0, 5));
    scalar->step(steps(0, 5));
    for (Solver* solver : {gpu.get(), scalar.get()}) {
      REQUIRE(solver->keep_activity(true));
      solver->step(steps(5, 6));
      solver->apply(StrokeEdit{{5, 5}, {60, 40}, 9, BrushShape::round, 2, {}});
      solver->step(steps(11, 6));
    }
    const ActivityView activity = gpu->view().activity, expected = scalar->view().activity;
    REQUIRE(activity.present());
    for (std::size_t cell = 0; cell < world.cell_count(); ++cell) {
      for (std::size_t kind = 0; kind < kActivityKindCount; ++kind) {
        const auto age = [&](const ActivityView& view) {
          return std::min(view.age(cell, static_cast<ActivityKind>(kind)), kActivitySteps);
        };
        REQUIRE(age(activity) == age(expected));
      }
    }
    CHECK(hash_of(*gpu) == hash_of(*scalar));
    REQUIRE(gpu->upload(World(9, 7)).ok());
    REQUIRE(gpu->view().activity.present());
    for (std::size_t cell = 0; cell < 63; ++cell)
      CHECK(gpu->view().activity.age(cell, ActivityKind::moved) >= kActivitySteps);
    REQUIRE(gpu->keep_activity(false));
    CHECK_FALSE(gpu->view().activity.present());
  }
}
