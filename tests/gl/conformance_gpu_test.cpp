// What every gpu solver must do: pass the conformance suite, give the bytes of scalar in random worlds, and tell the
// activity of scalar.
#include "automata/automaton_support.hpp"
#include "automata/conformance.hpp"
#include "automata/random_worlds.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"

namespace repose::test::conformance_gpu_test {

namespace {

Registry registry_with_path(std::optional<GlPath> path) {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "", path);
  return registry;
}

GlPath compute_if_it_works() { return GLAD_GL_VERSION_4_3 != 0 ? GlPath::compute : GlPath::fragment; }

constexpr std::string_view kOnGpu[] = {"density", "conserving", "elements", "water", "sandpile"};

constexpr int kParts = 2;  // of the suite, for each automaton
static_assert(std::size(kOnGpu) * kParts == 10, "each has a case below");

void check_conformance(std::string_view automaton, int part) {
  const auto is_meant = [automaton](const SolverEntry& entry) {
    return entry.backend == Backend::gpu && entry.automaton == automaton;
  };
  CHECK(run_conformance(registry_with_path(std::nullopt), is_meant, part, kParts) == 1);
}

}  // namespace

// Several cases, so that ctest runs them at the same time.
TEMPLATE_TEST_CASE_SIG("gpu solvers pass the conformance suite", "[slow]", ((int part), part), 0, 1, 2, 3, 4, 5, 6, 7,
                       8, 9) {
  REPOSE_NEEDS_GL();
  check_conformance(kOnGpu[part / kParts], part % kParts);
}
TEST_CASE("the conformance suite has a case for every automaton on gpu") {
  REPOSE_NEEDS_GL();
  const Registry registry = registry_with_path(std::nullopt);
  CHECK(std::ranges::count_if(registry.solvers(), [](const SolverEntry& entry) {
          return entry.backend == Backend::gpu && entry.available();
        }) == std::ssize(kOnGpu));
}

TEMPLATE_TEST_CASE_SIG("16 random worlds run the same on scalar and gpu, in compute shaders where they work", "[slow]",
                       ((int part), part), 0, 1, 2, 3, 4) {
  REPOSE_NEEDS_GL();
  run_random_worlds(registry_with_path(compute_if_it_works()), {.cpu_threads = {}, .gpu = true}, 10000 + 16 * part, 16);
}
TEMPLATE_TEST_CASE_SIG("14 random worlds run the same on scalar and gpu, in fragment shaders", "[slow]",
                       ((int part), part), 0, 1, 2) {
  REPOSE_NEEDS_GL();
  run_random_worlds(registry_with_path(GlPath::fragment), {.cpu_threads = {}, .gpu = true}, 10080 + 14 * part, 14);
}

TEST_CASE("two thousand random worlds run the same on scalar, cpu and gpu, whatever the shaders", "[.][long]") {
  REPOSE_NEEDS_GL();
  run_random_worlds(registry_with_path(compute_if_it_works()), {.cpu_threads = {3}, .gpu = true}, 20000, 1200);
  run_random_worlds(registry_with_path(GlPath::fragment), {.cpu_threads = {3}, .gpu = true}, 21200, 800);
}

TEST_CASE("activity on the gpu is that of the scalar backend, and another world begins it anew") {
  REPOSE_NEEDS_GL();
  const Registry registry = registry_with_path(std::nullopt);
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

}  // namespace repose::test::conformance_gpu_test
