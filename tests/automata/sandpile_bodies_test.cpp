// Bodies that press sand, and the sand that stays packed where they pressed.
#include "automata/field_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

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
