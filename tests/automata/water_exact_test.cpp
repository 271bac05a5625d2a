// Pressure water's cpu backend gives the bytes of the scalar one, and no water is lost.
#include "automata/field_support.hpp"
#include "automata/golden.hpp"
#include "automata/water/water.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::water_exact_test {

namespace {

std::unique_ptr<Solver> on_cpu(const World& world, int threads) {
  return field_solver("water", Backend::cpu, world, threads);
}

World dam(int side) {
  World world(side, side);
  for (int y = side / 4; y < side; ++y) {
    for (int x = 0; x < side / 3; ++x) world.cell(x, y) = Matter::water;
  }
  return world;
}

}  // namespace

TEST_CASE("water runs the same on scalar and cpu at every size, with walls and without") {
  for (const auto& [width, height] : kFieldSizes) {
    for (const double walls : {1.0, 0.0}) {
      INFO(width << " x " << height << ", walls " << walls);
      SolverGroup solvers = field_solvers("water", rough_pool(width, height, 5, 5), 3);
      solvers.set("walls", walls);
      for (const std::uint64_t count : {1, 20, 9}) solvers.step_equally(count);
    }
  }
}

TEST_CASE("water that is painted while it runs runs the same on scalar and cpu, whatever the parameters") {
  SolverGroup solvers = field_solvers("water", rough_pool(150, 90, 5, 6), 2);
  const Edit edits[] = {
      RectEdit{{20, 10}, {90, 40}, wall, {}}, StrokeEdit{{0, 0}, {140, 80}, 9, BrushShape::round, Matter::water, {}},
      RectEdit{{30, 20}, {60, 30}, air, {}}, RectEdit{{0, 0}, {149, 89}, sand, Matter::water},
      amount_stroke({{10, 80}, {140, 5}, 20, BrushShape::round, 0, {}}, Plane::mass, 30000000, 150, 90)};
  const std::pair<const char*, double> settings[] = {
      {"passes", 3}, {"max_compress", 0.5}, {"walls", 0}, {"levelling", 4}, {"max_speed", 0.3}};
  for (std::size_t i = 0; i < std::size(edits); ++i) {
    solvers.apply(edits[i]);
    solvers.set(settings[i].first, settings[i].second);
    solvers.step_equally(23);
  }
}

// Without limits the sum of two masses overflowed here: the pressed cells threw their water up, and cpu differed.
TEST_CASE("water under the highest pressure runs the same on scalar and cpu, and none is lost") {
  for (const auto& [width, height] : kFieldSizes) {
    INFO(width << " x " << height);
    SolverGroup solvers = field_solvers("water", pressed_pool(width, height, 8), 2);
    const std::int64_t total = total_of(world_of(solvers[0]), Plane::mass);
    solvers.set("max_compress", 0.5);
    solvers.set("max_speed", 4);
    solvers.set("min_flow", 1);
    for (const std::uint64_t count : {1, 5, 30}) {
      solvers.step_equally(count);
      const World now = world_of(solvers[0]);
      CHECK(total_of(now, Plane::mass) == total);
      for (std::size_t i = 0; i < now.cell_count(); ++i) REQUIRE(value_at(now, Plane::mass, i) <= kMassHeldMax);
    }
  }
}

TEST_CASE("a closed column of 32 full cells each takes no more pressure than a cell holds") {
  World world(1, 400);
  for (std::size_t i = 0; i < world.cell_count(); ++i) set_value(world, Plane::mass, i, kMassMax);
  SolverGroup solvers = field_solvers("water", world, 1);
  for (const auto& [name, value] : {std::pair{"max_compress", 0.5}, {"max_speed", 4}, {"min_flow", 1}, {"passes", 64}})
    solvers.set(name, value);
  solvers.step_equally(400);
  const World now = world_of(solvers[0]);
  CHECK(total_of(now, Plane::mass) == 400 * std::int64_t{kMassMax});
  CHECK(value_at(now, Plane::mass, 399) > 70 * kFullCell);
  for (std::size_t i = 1; i < 400; ++i) CHECK(value_at(now, Plane::mass, i) >= value_at(now, Plane::mass, i - 1));
}

TEST_CASE("a dam break keeps its total and gives one hash on any number of threads", "[golden]") {
  const std::uint64_t hash = run_on_threads("water", dam(256), Plane::mass, 100, 1500);
  check_golden("water/dam/256x256/1600", hash);
}

TEST_CASE("a tube of 34 by 34 with arms 14 wide is level when it comes to rest") {
  World world(34, 34);
  for (int y = 0; y < 34; ++y) {
    for (int x = 0; x < 34; ++x) {
      if (x >= 14 && x < 20 && y < 16) world.cell(x, y) = wall;
      if (x < 14 && y >= 2) world.cell(x, y) = Matter::water;
    }
  }
  const auto cpu = on_cpu(world, 1);
  std::uint64_t step = 0;
  for (; step < 200000 && cpu->stats().active_cells > 0; step += 1000) cpu->step(steps(step, 1000));
  CHECK(cpu->stats().active_cells == 0);
  const World end = world_of(*cpu);
  double least = 1e9, most = 0;
  for (int x = 0; x < 34; ++x) {
    if (x >= 14 && x < 20) continue;
    double column = 0;
    for (int y = 0; y < 34; ++y) column += static_cast<double>(value_at(end, Plane::mass, end.index(x, y))) / kFullCell;
    least = std::min(least, column);
    most = std::max(most, column);
  }
  INFO("at rest before step " << step);
  CHECK(most - least < 0.001);
}

TEST_CASE("a dam break of 512 x 512 keeps its total and gives one hash on any number of threads", "[.long]") {
  run_on_threads("water", dam(512), Plane::mass, 2000, 500);
}

}  // namespace repose::test::water_exact_test
