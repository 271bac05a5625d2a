// The sandpile's cpu backend gives the bytes of the scalar one, and no sand is lost.
#include "automata/field_support.hpp"
#include "automata/golden.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

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

TEST_CASE("sand runs the same on scalar and cpu at every size") {
  for (const auto& [width, height] : kFieldSizes) {
    for (const bool with_ground : {false, true}) {
      INFO(width << " x " << height << (with_ground ? " with ground" : ""));
      SolverGroup solvers = field_solvers("sandpile", random_sand(width, height, 40, 5, with_ground), 3);
      for (const std::uint64_t count : {1, 20, 9}) solvers.step_equally(count);
    }
  }
}

TEST_CASE("sand that is painted while it runs runs the same on scalar and cpu") {
  SolverGroup solvers = field_solvers("sandpile", random_sand(150, 90, 20, 6, true), 2);
  const Edit edits[] = {
      RectEdit{{20, 10}, {90, 40}, wall, {}}, StrokeEdit{{0, 0}, {140, 80}, 9, BrushShape::round, sand, {}},
      StrokeEdit{{60, 20}, {70, 90}, 12, BrushShape::square, water, {}}, RectEdit{{30, 20}, {60, 30}, air, {}},
      amount_stroke({{10, 80}, {140, 5}, 20, BrushShape::round, 0, {}}, Plane::height, -70000, 150, 90)};
  for (const Edit& edit : edits) {
    solvers.apply(edit);
    solvers.step_equally(23);
  }
}

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
