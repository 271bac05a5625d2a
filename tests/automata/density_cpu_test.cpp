// The cpu backend of the density automaton, besides its bytes: a world at rest costs nothing.
#include <algorithm>

#include "automata/automaton_support.hpp"
#include "core/chunks.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::density_cpu_test {

namespace {

std::unique_ptr<Solver> cpu_solver(const Ruleset& ruleset, const World& world, int threads = 1) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver("density", Backend::cpu), ruleset, world, threads);
}

}  // namespace

TEST_CASE("a world at rest has no active cells and the same picture") {
  const auto solver = cpu_solver(swapping_ruleset(), layered_world(300, 200));
  CHECK(solver->stats().active_cells == 300 * 200);
  solver->step(steps(0, 2));
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t generation = solver->view().generation;
  solver->step(steps(2, 100));
  CHECK(solver->view().generation == generation);
  CHECK(solver->stats().steps == 102);
}

TEST_CASE("a world at rest makes a million million steps at once") {
  const auto solver = cpu_solver(swapping_ruleset(), layered_world(300, 200));
  solver->step(steps(0, 1'000'000'000'000));  // one by one they would outlast the time limit of every test
  CHECK(solver->stats().steps == 1'000'000'000'000);
  CHECK(solver->stats().active_cells == 0);
}

TEST_CASE("one falling grain keeps only its surroundings awake") {
  World world = layered_world(20 * kChunkWidth, 20 * kChunkHeight);
  world.cell(5 * kChunkWidth + 9, 3) = sand;
  const auto solver = cpu_solver(swapping_ruleset(), world);
  solver->step(steps(0, 6));
  CHECK(solver->stats().active_cells <= std::uint64_t{9} * kChunkWidth * kChunkHeight);
  CHECK(solver->stats().active_cells > 0);
}

TEST_CASE("painting what is there already wakes nothing") {
  const auto solver = cpu_solver(swapping_ruleset(), layered_world(300, 200));
  solver->step(steps(0, 2));
  const std::uint64_t generation = solver->view().generation;
  solver->apply(RectEdit{{10, 10}, {40, 40}, air, {}});
  CHECK(solver->view().generation == generation);
  CHECK(solver->stats().active_cells == 0);
}

TEST_CASE("the view shows the cells without a copy") {
  World world = random_world(70, 9, 5, 1);
  const auto solver = cpu_solver(swapping_ruleset(), world);
  solver->step(steps(0, 3));
  world = world_of(*solver);
  const CellView view = solver->view();
  REQUIRE(view.memory() != nullptr);
  REQUIRE((view.width == 70 && view.height == 9));
  for (int y = 0; y < 9; ++y) {
    const std::uint8_t* row = view.memory()->cells.row(y);
    for (int x = 0; x < 70; ++x) REQUIRE(row[x] == world.cell(x, y));
  }
}

TEST_CASE("a vanished cell shows as background or as no element at all") {
  const auto solver = cpu_solver(vanishing_ruleset(), random_world(64, 64, 4, 2));
  solver->step(steps(0, 10));
  const World world = world_of(*solver);
  const CellView view = solver->view();
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const std::uint8_t shown = view.memory()->cells.at(x, y);
      REQUIRE((shown == world.cell(x, y) || (shown >= 4 && world.cell(x, y) == 0)));
    }
  }
}

TEST_CASE("no brush that paints over one element mistakes a vanished cell for an element that does not exist") {
  const World start = random_world(40, 40, 4, 3);
  const Registry registry = make_registry();
  const auto scalar = make_solver(*registry.solver("density", Backend::scalar), vanishing_ruleset(), start);
  const auto solver = cpu_solver(vanishing_ruleset(), start);
  for (Solver* s : {scalar.get(), solver.get()}) {
    s->step(steps(0, 10));
    s->apply(RectEdit{{0, 0}, {39, 19}, sand, std::uint8_t{4}});
    s->apply(RectEdit{{0, 20}, {39, 39}, sand, air});
  }
  CHECK(hash_of(*solver) == hash_of(*scalar));
}

TEST_CASE("steps of one bias alone still settle to the scalar result") {
  const World start = random_world(150, 90, 5, 4, 6);
  const Registry registry = make_registry();
  const auto scalar = make_solver(*registry.solver("density", Backend::scalar), swapping_ruleset(), start);
  const auto solver = cpu_solver(swapping_ruleset(), start);
  for (int k = 0; k < 400; ++k) {  // a caller that repeats step 0, then changes the bias
    scalar->step(steps(k < 300 ? 0 : 1, 1));
    solver->step(steps(k < 300 ? 0 : 1, 1));
  }
  CHECK(hash_of(*solver) == hash_of(*scalar));
}

TEST_CASE("a load of other rules and a new world start afresh") {
  const auto solver = cpu_solver(swapping_ruleset(), layered_world(90, 90));
  solver->step(steps(0, 5));
  REQUIRE(solver->load(reacting_ruleset()).ok());
  const World start = random_world(40, 30, 5, 5);
  REQUIRE(solver->upload(start).ok());
  solver->step(steps(0, 50));
  const auto fresh = cpu_solver(reacting_ruleset(), start);
  fresh->step(steps(0, 50));
  CHECK(hash_of(*solver) == hash_of(*fresh));
  CHECK(solver->stats().steps == 50);
}

}  // namespace repose::test::density_cpu_test
