// The rules of the sandpile, as numbers before and after.
#include "automata/field_support.hpp"
#include "automata/golden.hpp"
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

// Bodies that press sand, and the sand that stays packed where they pressed.

namespace repose::test::sandpile_bodies_test {

namespace {

constexpr BodyShape kShapes[] = {BodyShape::ball, BodyShape::wheel, BodyShape::foot, BodyShape::rake};

World flat(int width, int height, int cells, int wetness) {
  World world(width, height);
  world.add(Plane::wetness);
  for (std::size_t i = 0; i < world.cell_count(); ++i) set_value(world, Plane::height, i, cells * kHeightOne);
  std::ranges::fill(world.bytes(Plane::wetness), static_cast<std::uint8_t>(wetness));
  return world;
}

std::int64_t packed_in(const World& world) { return world.has(Plane::packed) ? total_of(world, Plane::packed) : 0; }
std::int64_t sand_in(const World& world) { return total_of(world, Plane::height) + packed_in(world); }

double height_at(const World& world, int x, int y) {
  return static_cast<double>(value_at(world, Plane::height, world.index(x, y))) / kHeightOne;
}

BodyEdit body(BodyShape shape, CellPoint from, CellPoint to, int size, int depth, int heading = 0) {
  return {from, to, shape, size, depth * kHeightOne, heading, false};
}

std::unique_ptr<Solver> wet_and_still(const World& world) {
  auto solver = field_solver("sandpile", Backend::scalar, world);
  solver->set_parameter("drying", 0);
  return solver;
}

}  // namespace

TEST_CASE("bodies lose no sand, anywhere, and run the same on scalar and cpu") {
  const World rough = random_sand(90, 70, 20, 6, true);
  for (const BodyShape shape : kShapes) {
    for (const int size : {1, 7, 24}) {
      SolverGroup solvers = field_solvers("sandpile", rough, 2);
      std::int64_t sand = sand_in(world_of(solvers[0]));
      int heading = 0;
      for (const auto& [from, to] : {std::pair{CellPoint{20, 30}, CellPoint{70, 45}},
                                     {{50, 20}, {50, 20}},
                                     {{-9, 5}, {30, -4}},
                                     {{89, 69}, {89, 69}}}) {
        solvers.apply(body(shape, from, to, size, 5, (heading += 5) % kHeadingCount));
        INFO("shape " << static_cast<int>(shape) << ", size " << size << ", from " << from.x << ", " << from.y);
        CHECK(sand_in(world_of(solvers[0])) == sand);
        solvers.step_equally(5);
        sand = sand_in(world_of(solvers[0]));  // springs and drains have worked
      }
    }
  }
}

TEST_CASE("a body that is pressed down leaves its print, as deep as it went, and lifts the sand around it") {
  const auto solver = wet_and_still(flat(60, 60, 10, 0));
  solver->apply(body(BodyShape::ball, {30, 30}, {30, 30}, 20, 4));
  const World world = world_of(*solver);
  CHECK(height_at(world, 30, 30) == Approx(6).margin(0.05));
  CHECK(height_at(world, 20, 30) > 10);
  CHECK(height_at(world, 39, 30) > 10);
  CHECK(height_at(world, 30, 20) > 10);
  CHECK(height_at(world, 5, 5) == 10);
  CHECK_FALSE(world.has(Plane::packed));  // dry sand all goes aside
}

TEST_CASE("a ball that rolls leaves a groove between two ridges, and a rake one for each tine") {
  const auto groove = [](BodyShape shape) {
    const auto solver = wet_and_still(flat(90, 60, 10, 0));
    solver->apply(body(shape, {20, 30}, {70, 30}, 24, 3));
    std::vector<double> across;
    for (int y = 0; y < 60; ++y) across.push_back(height_at(world_of(*solver), 45, y));
    return across;
  };
  const std::vector<double> ball = groove(BodyShape::ball), rake = groove(BodyShape::rake);
  CHECK(ball[30] == Approx(7).margin(0.1));
  CHECK(*std::max_element(ball.begin(), ball.begin() + 30) > 10.5);
  CHECK(*std::max_element(ball.begin() + 31, ball.end()) > 10.5);
  int furrows = 0;
  for (std::size_t y = 1; y + 1 < rake.size(); ++y)
    furrows += rake[y] < 10 && rake[y] <= rake[y - 1] && rake[y] < rake[y + 1];
  CHECK(furrows >= 4);
}

TEST_CASE("wet sand under a foot is packed: less of it goes aside, and the total stays exact") {
  const World wet_sand = flat(60, 60, 10, 255), dry_sand = flat(60, 60, 10, 0);
  const auto wet = wet_and_still(wet_sand), dry = wet_and_still(dry_sand);
  const BodyEdit foot = body(BodyShape::foot, {30, 30}, {30, 30}, 40, 4);
  wet->apply(foot);
  dry->apply(foot);
  const World in_wet = world_of(*wet), in_dry = world_of(*dry);
  CHECK(sand_in(in_wet) == sand_in(wet_sand));
  CHECK(sand_in(in_dry) == sand_in(dry_sand));
  CHECK(height_at(in_wet, 32, 30) == 6);
  CHECK(height_at(in_dry, 32, 30) == 6);
  CHECK(value_at(in_wet, Plane::packed, in_wet.index(32, 30)) == 3 * kHeightOne);  // wet_compaction is 0.75
  CHECK(packed_in(in_dry) == 0);
}

TEST_CASE("compressibility grows with wetness and with the load") {
  const auto packed = [](int wetness, int depth) {
    const auto solver = wet_and_still(flat(60, 60, 20, wetness));
    solver->apply(body(BodyShape::foot, {30, 30}, {30, 30}, 40, depth));
    const World world = world_of(*solver);
    return world.has(Plane::packed)
               ? static_cast<double>(value_at(world, Plane::packed, world.index(32, 30))) / kHeightOne / depth
               : 0.0;
  };
  CHECK(packed(0, 4) == 0);
  CHECK(packed(128, 4) == Approx(0.75 * 128 / 255).margin(0.001));
  CHECK(packed(255, 1) == Approx(0.75 / 4).margin(0.001));
  CHECK(packed(255, 2) == Approx(0.75 / 2).margin(0.001));
  CHECK(packed(255, 8) == Approx(0.75).margin(0.001));
}

TEST_CASE("a print in wet sand keeps its sharp edge, in dry sand it slumps") {
  const auto edge_after = [](int wetness) {  // the greatest difference between neighbours across the edge of the print
    const auto solver = wet_and_still(flat(60, 60, 10, wetness));
    solver->apply(body(BodyShape::foot, {30, 30}, {30, 30}, 40, 4));
    solver->step(steps(0, 2000));
    const World world = world_of(*solver);
    double steepest = 0;
    for (int y = 0; y + 1 < 60; ++y)
      steepest = std::max(steepest, std::abs(height_at(world, 32, y + 1) - height_at(world, 32, y)));
    return std::pair{steepest, height_at(world, 32, 30)};
  };
  const auto wet = edge_after(255), dry = edge_after(0);
  CHECK(wet.first >= 4);
  CHECK(wet.second == 6);
  CHECK(dry.first < 2);
}

TEST_CASE("an obstacle on wet sand packs a share of it under itself and loses nothing") {
  World world = sand_of(3, {0, 8, 0});
  world.add(Plane::wetness);
  world.bytes(Plane::wetness)[1] = 255;
  const auto solver = wet_and_still(world);
  solver->apply(RectEdit{{1, 0}, {1, 0}, wall, {}});
  CHECK(heights_of(world_of(*solver)) == std::vector<double>{2, 0, 0});
  CHECK(value_at(world_of(*solver), Plane::packed, 1) == 6 * kHeightOne);
  CHECK(sand_in(world_of(*solver)) == 8 * kHeightOne);
}

TEST_CASE("a rake loosens what was packed") {
  const auto solver = wet_and_still(flat(60, 60, 10, 255));
  solver->apply(body(BodyShape::foot, {30, 30}, {30, 30}, 40, 4));
  const World pressed = world_of(*solver);
  for (int y = 20; y < 42; ++y) solver->apply(body(BodyShape::rake, {5, y}, {55, y}, 40, 9));
  CHECK(packed_in(world_of(*solver)) < packed_in(pressed) / 10);
  CHECK(sand_in(world_of(*solver)) == sand_in(pressed));
}

TEST_CASE("no body goes below the floor") {
  const auto solver = wet_and_still(flat(40, 40, 2, 0));
  solver->apply(body(BodyShape::wheel, {10, 20}, {30, 20}, 12, 50));
  const World world = world_of(*solver);
  for (std::size_t i = 0; i < world.cell_count(); ++i) REQUIRE(value_at(world, Plane::height, i) >= 0);
}

TEST_CASE("sand that is packed belongs to the world: it is stored, hashed and read back") {
  const auto solver = wet_and_still(flat(40, 40, 10, 255));
  const std::uint64_t before = hash_of(*solver);
  solver->apply(body(BodyShape::foot, {20, 20}, {20, 20}, 30, 4));
  const World world = world_of(*solver);
  REQUIRE(world.has(Plane::packed));
  const auto other = wet_and_still(world);
  CHECK(world_of(*other) == world);
  CHECK(hash_of(*other) == hash_of(*solver));
  World loose = world;
  loose.drop(Plane::packed);
  const PlaneSet state = solver->state_planes();
  CHECK(hash_world(loose, state) != hash_world(world, state));
  CHECK(before != hash_of(*solver));
  loose.add(Plane::packed);  // all 0: the hash of files from before there was this plane
  World without = loose;
  without.drop(Plane::packed);
  CHECK(hash_world(loose, state) == hash_world(without, state));
}

TEST_CASE("headings are the nearest of sixteen directions") {
  CHECK(heading_of(5, 0) == 0);
  CHECK(heading_of(6, 1) == 0);
  CHECK(heading_of(5, 2) == 1);
  CHECK(heading_of(3, 3) == 2);
  CHECK(heading_of(0, 7) == 4);
  CHECK(heading_of(-7, 0) == 8);
  CHECK(heading_of(0, -1) == 12);
  CHECK(heading_of(4, -4) == 14);
  CHECK(heading_of(0, 0, 9) == 9);
}

}  // namespace repose::test::sandpile_bodies_test

// The sandpile's cpu backend gives the bytes of the scalar one, and no sand is lost.

namespace repose::test::sandpile_exact_test {

namespace {

std::unique_ptr<Solver> on_cpu(const World& world, int threads) {
  return field_solver("sandpile", Backend::cpu, world, threads);
}

World tower(int side, int height) {
  World world(side, side);
  for (int y = 0; y < side / 2; ++y) {
    for (int x = 0; x < side / 2; ++x) set_value(world, Plane::height, world.index(x, y), height * kHeightOne);
  }
  return world;
}

// The greatest difference between neighbours.
std::int32_t steepest(const World& world) {
  std::int32_t most = 0;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      const std::int32_t own = value_at(world, Plane::height, world.index(x, y));
      if (x > 0) most = std::max(most, std::abs(own - value_at(world, Plane::height, world.index(x - 1, y))));
      if (y > 0) most = std::max(most, std::abs(own - value_at(world, Plane::height, world.index(x, y - 1))));
    }
  }
  return most;
}

}  // namespace

TEST_CASE("a tower of sand keeps its total and gives one hash on any number of threads", "[golden]") {
  const std::uint64_t hash = run_on_threads("sandpile", tower(256, 4096), Plane::height, 60, 3000);
  check_golden("sandpile/tower/256x256/seed1/3060", hash);
}

TEST_CASE("sand at rest is nowhere as steep as the threshold and costs nothing") {
  const World world = tower(64, 60);
  const auto cpu = on_cpu(world, 1);
  cpu->step(steps(0, 20000));
  const World end = world_of(*cpu);
  CHECK(steepest(end) < 2 * kHeightOne);
  CHECK(total_of(end, Plane::height) == total_of(world, Plane::height));
  CHECK(cpu->stats().active_cells == 0);
  const std::uint64_t seen = cpu->view().generation;
  cpu->step(steps(20000, 10));
  CHECK(cpu->view().generation == seen);
  cpu->set_parameter("T", 1);
  cpu->step(steps(20010, 10));
  CHECK(hash_of(*cpu) != hash_world(end, cpu->state_planes()));
}

TEST_CASE("a tower of sand of 1024 x 1024 keeps its total and gives one hash on any number of threads", "[.long]") {
  run_on_threads("sandpile", tower(1024, 4096), Plane::height, 50, 4000);
}

TEST_CASE("a large heap of sand comes to rest nowhere as steep as the threshold", "[.long]") {
  const World world = tower(256, 200);
  const auto cpu = on_cpu(world, 2);
  std::uint64_t step = 0;
  for (; step < 2'000'000 && cpu->stats().active_cells > 0; step += 10'000) cpu->step(steps(step, 10'000));
  const World end = world_of(*cpu);
  INFO("after " << step << " steps");
  CHECK(cpu->stats().active_cells == 0);
  CHECK(steepest(end) < 2 * kHeightOne);
  CHECK(total_of(end, Plane::height) == total_of(world, Plane::height));
}

}  // namespace repose::test::sandpile_exact_test
