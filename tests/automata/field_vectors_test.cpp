// The cpu backends of water and sandpile use the widest vectors of the processor. All kinds of vectors must give the
// bytes of scalar.cpp.
#include "automata/field_support.hpp"
#include "automata/only_target.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::field_vectors_test {

namespace {

// Some are wider than a run, one is several rows of chunks tall.
constexpr WorldSize kSizes[] = {{1, 1}, {66, 65}, {1100, 33}, {35, 1101}, {1090, 100}};

Ruleset ruleset_with_drains() {
  return ruleset_of(R"(
cell air    0 0 0       0.1
cell stone  90 90 90    1
cell water  30 60 200   0.5
cell tap    200 200 200 1
cell sink   10 10 10    1
rule water air air water
liquid water
faucet tap water
drain sink
)");
}

void match_scalar(std::string_view automaton, const Ruleset& ruleset, const World& start, double walls = 1) {
  static const Registry registry = make_registry();
  SolverGroup solvers;
  for (const Backend backend : {Backend::scalar, Backend::cpu})
    solvers.add(make_solver(*registry.solver(automaton, backend), ruleset, start, 2));
  if (automaton == "water") solvers.set("walls", walls);
  INFO(automaton << ", " << start.width() << " x " << start.height());
  for (const std::uint64_t count : {1, 2, 5}) solvers.step_equally(count);
}

// Most of it is at rest.
World towers(int width, int height) {
  World world(width, height);
  world.add(Plane::height);
  for (int y = 7; y < height; y += 450) {
    for (int x = 3; x < width; x += 290) set_value(world, Plane::height, world.index(x, y), 60 * kHeightOne);
  }
  return world;
}

}  // namespace

TEST_CASE("whatever vectors the processor has, water on the cpu gives the bytes of scalar") {
  for_each_target([] {
    for (const auto& [width, height] : kSizes) {
      match_scalar("water", swapping_ruleset(), rough_pool(width, height, 5, 3));
      match_scalar("water", swapping_ruleset(), pressed_pool(width, height, 4));
    }
    match_scalar("water", swapping_ruleset(), rough_pool(70, 100, 5, 3), 0);
    match_scalar("water", ruleset_with_drains(), rough_pool(300, 100, 5, 3));
  });
}

TEST_CASE("whatever vectors the processor has, sand on the cpu gives the bytes of scalar") {
  for_each_target([] {
    for (const auto& [width, height] : kSizes)
      match_scalar("sandpile", swapping_ruleset(), random_sand(width, height, 40, 5));
    match_scalar("sandpile", swapping_ruleset(), random_sand(300, 101, 40, 5, true));
  });
}

TEST_CASE("tall worlds of which most is at rest run the same on scalar and cpu, on any number of threads") {
  for (const int threads : {1, 3}) {
    SolverGroup solvers = field_solvers("sandpile", towers(700, 1300), threads);
    for (const std::uint64_t count : {1, 40, 7}) solvers.step_equally(count);
    CHECK(solvers[1].stats().active_cells < 700 * 1300 / 2);
  }
}

}  // namespace repose::test::field_vectors_test
