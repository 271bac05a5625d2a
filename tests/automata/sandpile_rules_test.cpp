// The rules of the sandpile, as numbers before and after.
#include "automata/field_support.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::sandpile_rules_test {

namespace {

using Heights = std::vector<double>;

std::unique_ptr<Solver> pile(const World& world, double threshold = 2, double amount = 0.5) {
  auto solver = sandpile::make_scalar_solver();
  REQUIRE(solver->load(swapping_ruleset()).ok());
  solver->set_parameter("T", threshold);
  solver->set_parameter("M", amount);
  REQUIRE(solver->upload(world).ok());
  return solver;
}

Heights after(Solver& solver, std::uint64_t count) {
  solver.step(steps(0, count));
  return heights_of(world_of(solver));
}

World with_wetness(World world, std::uint8_t wetness) {
  world.add(Plane::wetness);
  std::ranges::fill(world.bytes(Plane::wetness), wetness);
  return world;
}

}  // namespace

TEST_CASE("a row of sand runs as in the article") {
  const auto solver = pile(sand_of(9, {0, 1, 3, 4, 2, 1, 3, 3, 0}), 2, 1);
  CHECK(after(*solver, 1) == Heights{0, 2, 2, 3, 3, 2, 2, 2, 1});
  CHECK(after(*solver, 1) == Heights{1, 1, 2, 3, 3, 2, 2, 2, 1});
  CHECK(after(*solver, 1) == Heights{1, 1, 2, 3, 3, 2, 2, 2, 1});
}

TEST_CASE("an unstable stack gives to one lower neighbour, all as likely") {
  int gifts[4] = {};
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto solver = pile(sand_of(3, {0, 0, 0, 0, 2, 0, 0, 0, 0}));
    StepSpan span = steps(0, 1);
    span.seed = seed;
    solver->step(span);
    const Heights heights = heights_of(world_of(*solver));
    CHECK(heights[4] == 1.5);
    for (int k = 0; k < 4; ++k) gifts[k] += heights[static_cast<std::size_t>(2 * k + 1)] == 0.5;
  }
  for (const int gift : gifts) CHECK(std::abs(gift - 500) < 100);  // five standard deviations
}

TEST_CASE("a difference below the threshold holds") {
  const auto solver = pile(sand_of(2, {1.99, 0, 0, 0}));
  CHECK(after(*solver, 50) == heights_of(sand_of(2, {1.99, 0, 0, 0})));
}

TEST_CASE("sand never enters an obstacle nor leaves the world") {
  World world = sand_of(3, {9, 0, 0});
  world.add(Plane::wall);
  world.bytes(Plane::wall)[1] = 1;
  CHECK(after(*pile(world), 100) == Heights{9, 0, 0});
}

TEST_CASE("a painted obstacle pushes its sand to the nearest free stacks") {
  const auto solver = pile(sand_of(5, {0, 0, 8, 0, 0}));
  solver->apply(RectEdit{{1, 0}, {2, 0}, wall, {}});
  CHECK(heights_of(world_of(*solver)) == Heights{0, 0, 0, 8, 0});
}

TEST_CASE("erasing an obstacle leaves the floor that it stood on, and erasing sand lowers it") {
  const auto solver = pile(sand_of(5, {0, 0, 8, 0, 5}));
  solver->apply(RectEdit{{1, 0}, {2, 0}, wall, {}});
  solver->apply(RectEdit{{1, 0}, {4, 0}, air, {}});
  CHECK(heights_of(world_of(*solver)) == Heights{0, 0, 0, 4, 1});
  CHECK(world_of(*solver).bytes(Plane::wall)[1] == 0);
  solver->apply(RectEdit{{1, 0}, {2, 0}, air, {}});
  CHECK(heights_of(world_of(*solver)) == Heights{0, -4, -4, 4, 1});  // open ground is lowered as much as sand raises it
}

TEST_CASE("an amount that clears an obstacle takes nothing from its floor, but raises it") {
  const StrokeEdit stroke{{0, 0}, {2, 0}, 1, BrushShape::round, 0, {}};
  for (const auto& [amount, expected] : {std::pair{-3, Heights{-3, 0, -3}}, {2, Heights{2, 2, 2}}}) {
    const auto solver = pile(sand_of(3, {0, 0, 0}));
    solver->apply(RectEdit{{1, 0}, {1, 0}, wall, {}});
    AmountEdit edit = amount_stroke(stroke, Plane::height, amount * kHeightOne, 3, 1);
    edit.clears = true;
    solver->apply(edit);
    CHECK(heights_of(world_of(*solver)) == expected);
  }
}

TEST_CASE("clearing the plane wall lifts obstacles and leaves sand as it is") {
  const auto solver = pile(sand_of(3, {1, 0, 1}));
  solver->apply(RectEdit{{1, 0}, {1, 0}, wall, {}});
  AmountEdit edit = amount_stroke({{0, 0}, {2, 0}, 1, BrushShape::round, 0, {}}, Plane::wall, -1, 3, 1);
  edit.clears = true;
  solver->apply(edit);
  CHECK(heights_of(world_of(*solver)) == Heights{1, 0, 1});
  CHECK(world_of(*solver).bytes(Plane::wall)[1] == 0);
}

TEST_CASE("compaction packs a share of pushed sand under the obstacle") {
  const auto solver = pile(sand_of(3, {0, 8, 0}));
  solver->set_parameter("compaction", 0.25);
  solver->apply(RectEdit{{1, 0}, {1, 0}, wall, {}});
  CHECK(heights_of(world_of(*solver)) == Heights{6, 0, 0});
  CHECK(value_at(world_of(*solver), Plane::packed, 1) == 2 * kHeightOne);
}

TEST_CASE("obstacles everywhere leave no loose sand: all of it is packed") {
  const auto solver = pile(sand_of(3, {1, 8, 2}));
  solver->apply(RectEdit{{0, 0}, {2, 0}, wall, {}});
  CHECK(heights_of(world_of(*solver)) == Heights{0, 0, 0});
  CHECK(total_of(world_of(*solver), Plane::packed) == 11 * kHeightOne);
}

TEST_CASE("wet sand is steeper and dries") {
  const World steep = with_wetness(sand_of(2, {5, 0}), 255);
  const auto wet = pile(steep);
  wet->set_parameter("drying", 0);
  CHECK(after(*wet, 100) == Heights{5, 0});
  wet->set_parameter("drying", 1);
  const Heights dried = after(*wet, 400);
  CHECK(dried[0] - dried[1] < 2);
  CHECK(world_of(*wet).bytes(Plane::wetness)[0] == 0);
}

TEST_CASE("springs pour and drains swallow") {
  World world(3, 1);
  world.add(Plane::wall);
  world.bytes(Plane::wall)[0] = 2;
  world.bytes(Plane::wall)[2] = 3;
  const auto solver = pile(world);
  CHECK(after(*solver, 1)[0] == 1);
  const Heights heights = after(*solver, 500);
  CHECK(heights[0] > heights[1]);
  CHECK(heights[2] <= 1);
}

TEST_CASE("amounts raise and lower heights, up to the ends of their range") {
  const auto solver = pile(World(4, 1));
  const StrokeEdit stroke{{1, 0}, {2, 0}, 1, BrushShape::round, 0, {}};
  solver->apply(amount_stroke(stroke, Plane::height, 3 * kHeightOne / 2, 4, 1));
  CHECK(heights_of(world_of(*solver)) == Heights{0, 1.5, 1.5, 0});
  for (int k = 0; k < 2; ++k) solver->apply(amount_stroke(stroke, Plane::height, kHeightMax, 4, 1));
  CHECK(heights_of(world_of(*solver)) == Heights{0, 8192, 8192, 0});
}

TEST_CASE("an amount of more than half the threshold is said to be restless") {
  const auto solver = pile(World(4, 1));
  CHECK(solver->advice().empty());
  solver->set_parameter("M", 1.5);
  CHECK(solver->advice() == "M = 1.5 is more than T/2 = 1: sand may move back and forth for ever.");
}

}  // namespace repose::test::sandpile_rules_test
