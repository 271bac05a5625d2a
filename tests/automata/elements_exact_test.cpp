// The cpu backend of elements gives the bytes of scalar, for random rules, worlds, parameters and edits, on any number
// of threads.
#include "automata/automaton_support.hpp"
#include "automata/elements_support.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::elements_exact_test {

namespace {

struct Size {
  int width, height;
};
constexpr Size kSizes[] = {{3, 3}, {4, 70}, {33, 20}, {257, 129}};
constexpr double kBlocks[] = {32, 16, 8, 0};

std::unique_ptr<Solver> make(Backend backend, const Ruleset& rules, const World& world, int threads = 1,
                             bool skip = true) {
  static const Registry registry = make_registry();
  std::string error;
  SolverOptions options;
  options.threads = threads;
  options.skip_settled = skip;
  auto solver = registry.solver("elements", backend)->create(options, error);
  REQUIRE(solver->load(rules).ok());
  REQUIRE(solver->upload(world).ok());
  return solver;
}

// scalar, and cpu on one and three threads and without skipping.
SolverGroup all_backends(const Ruleset& rules, const World& world) {
  SolverGroup solvers;
  solvers.add(make(Backend::scalar, rules, world));
  for (int threads : {1, 3}) solvers.add(make(Backend::cpu, rules, world, threads));
  solvers.add(make(Backend::cpu, rules, world, 1, false));
  return solvers;
}

}  // namespace

TEST_CASE("elements on cpu gives the bytes of scalar for random rules, worlds, sizes and blocks") {
  std::uint64_t seed = 0;
  for (const Size& size : kSizes) {
    const int rounds = size.width > 200 ? 4 : 12;
    for (int round = 0; round < rounds; ++round) {
      const Ruleset rules = random_elements_ruleset(++seed);
      SolverGroup solvers = all_backends(rules, random_elements_world(size.width, size.height, rules, seed));
      const double block = kBlocks[round % 4];
      INFO("seed " << seed << ", " << size.width << " x " << size.height << ", block " << block);
      solvers.set("block", block);
      for (std::uint64_t count : {1, 1, 2, 9}) solvers.step_equally(count);
    }
  }
}

TEST_CASE("elements on cpu gives the bytes of scalar in the worlds it is measured in, and as they settle") {
  for (const char* scene : {"elements-full-sand", "elements-falling-sand", "elements-water", "elements-sources"}) {
    INFO(scene);
    const Ruleset& rules = *scene_ruleset(scene);
    World world(160, 120);
    REQUIRE(find_scene(scene)->fill(world, rules, 1).ok());
    SolverGroup solvers = all_backends(rules, world);
    for (std::uint64_t count : {3, 40, 150}) solvers.step_equally(count);
  }
}

TEST_CASE("elements at rest costs nothing, and wakes where it is touched") {
  const Ruleset& rules = *scene_ruleset("elements-full-sand");
  World world(200, 150);
  REQUIRE(find_scene("elements-full-sand")->fill(world, rules, 1).ok());
  const auto solver = make(Backend::cpu, rules, world);
  REQUIRE(solver->set_parameter("sources", 0));
  CHECK(solver->stats().active_cells == 198 * 148);
  solver->step(steps(0, 60));
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t generation = solver->view().generation;
  solver->step(steps(60, 1000));
  CHECK(solver->view().generation == generation);
  CHECK(solver->stats().steps == 1060);

  const World before = world_of(*solver);
  solver->apply(RectEdit{{90, 70}, {95, 75}, 0, {}});
  CHECK(solver->stats().active_cells == 64);
  solver->step(steps(1060, 1));
  CHECK_FALSE(world_of(*solver) == before);
  CHECK(solver->stats().active_cells < 400);
}

TEST_CASE("elements wakes when a parameter changes what may happen") {
  const Ruleset& rules = *scene_ruleset("elements-falling-sand");
  World world(60, 50);
  REQUIRE(find_scene("elements-falling-sand")->fill(world, rules, 1).ok());
  const auto solver = make(Backend::cpu, rules, world);
  solver->set_parameter("sources", 0);
  solver->set_parameter("gravity", 0);
  solver->step(steps(0, 3));
  CHECK(solver->stats().active_cells == 0);
  const World hanging = world_of(*solver);
  solver->set_parameter("gravity", 1);
  solver->step(steps(3, 2));
  CHECK_FALSE(world_of(*solver) == hanging);
}

}  // namespace repose::test::elements_exact_test
