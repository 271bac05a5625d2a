// The cpu backend of elements sleeps where nothing can happen, and wakes.
#include "automata/automaton_support.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::elements_rest_test {

namespace {

// The cpu backend in a scene of elements.
std::unique_ptr<Solver> started(const char* scene, int width, int height) {
  World world(width, height);
  REQUIRE(find_scene(scene)->fill(world, *scene_ruleset(scene), 1).ok());
  return start("elements", Backend::cpu, *scene_ruleset(scene), world);
}

}  // namespace

TEST_CASE("elements at rest costs nothing, and wakes where it is touched") {
  const auto solver = started("elements-full-sand", 200, 150);
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
  const auto solver = started("elements-falling-sand", 60, 50);
  solver->set_parameter("sources", 0);
  solver->set_parameter("gravity", 0);
  solver->step(steps(0, 3));
  CHECK(solver->stats().active_cells == 0);
  const World hanging = world_of(*solver);
  solver->set_parameter("gravity", 1);
  solver->step(steps(3, 2));
  CHECK_FALSE(world_of(*solver) == hanging);
}

}  // namespace repose::test::elements_rest_test
