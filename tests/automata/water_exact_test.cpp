// Pressure water's cpu backend gives the bytes of the scalar one, and no water is lost.
#include "automata/golden.hpp"
#include "automata/sandpile_support.hpp"
#include "automata/water/water.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace {

std::unique_ptr<Solver> start(std::unique_ptr<Solver> solver, const World& world) {
  REQUIRE(solver->load(swapping_ruleset()).ok());
  REQUIRE(solver->upload(world).ok());
  return solver;
}
std::unique_ptr<Solver> on_scalar(const World& world) { return start(water::make_scalar_solver(), world); }
std::unique_ptr<Solver> on_cpu(const World& world, int threads) {
  return start(water::make_cpu_solver({threads}), world);
}

World rough_pool(int width, int height, std::uint64_t seed) {
  World world = random_world(width, height, 5, seed, 2);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(seed, 1, static_cast<std::uint32_t>(i), 0, 7);
    set_value(world, Plane::mass, i, random % 3 == 0 ? 0 : static_cast<std::int32_t>(below(random, 4 * kFullCell)));
  }
  return world;
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
  struct Size {
    int width, height;
  };
  for (const Size& size :
       {Size{1, 1}, Size{1, 17}, Size{17, 1}, Size{2, 2}, Size{63, 65}, Size{257, 129}, Size{1100, 40}}) {
    for (const double walls : {1.0, 0.0}) {
      const World world = rough_pool(size.width, size.height, 5);
      const auto scalar = on_scalar(world);
      const auto cpu = on_cpu(world, 3);
      for (Solver* solver : {scalar.get(), cpu.get()}) solver->set_parameter("walls", walls);
      for (const StepSpan& span : {steps(0, 1), steps(1, 20), steps(21, 9)}) {
        scalar->step(span);
        cpu->step(span);
        INFO(size.width << " x " << size.height << ", walls " << walls);
        REQUIRE(hash_of(*cpu) == hash_of(*scalar));
      }
    }
  }
}

TEST_CASE("water that is painted while it runs runs the same on scalar and cpu, whatever the parameters") {
  const World world = rough_pool(150, 90, 6);
  const auto scalar = on_scalar(world);
  const auto cpu = on_cpu(world, 2);
  const Edit edits[] = {
      RectEdit{{20, 10}, {90, 40}, wall, {}}, StrokeEdit{{0, 0}, {140, 80}, 9, BrushShape::round, Matter::water, {}},
      RectEdit{{30, 20}, {60, 30}, air, {}}, RectEdit{{0, 0}, {149, 89}, sand, Matter::water},
      amount_stroke({{10, 80}, {140, 5}, 20, BrushShape::round, 0, {}}, Plane::mass, 30000000, 150, 90)};
  const std::pair<const char*, double> settings[] = {
      {"passes", 3}, {"max_compress", 0.5}, {"walls", 0}, {"levelling", 4}, {"max_speed", 0.3}};
  std::uint64_t step = 0;
  for (std::size_t i = 0; i < std::size(edits); ++i) {
    for (Solver* solver : {scalar.get(), cpu.get()}) {
      solver->apply(edits[i]);
      solver->set_parameter(settings[i].first, settings[i].second);
      solver->step(steps(step, 23));
    }
    step += 23;
    REQUIRE(hash_of(*cpu) == hash_of(*scalar));
  }
}

TEST_CASE("a dam break keeps its total and gives one hash on any number of threads", "[golden]") {
  const World world = dam(256);
  const auto scalar = on_scalar(world);
  scalar->step(steps(0, 100));
  std::uint64_t last = 0;
  for (const int threads : {1, 2, 3}) {
    const auto cpu = on_cpu(world, threads);
    const std::int64_t before = total_of(world_of(*cpu), Plane::mass);
    cpu->step(steps(0, 100));
    CHECK(hash_of(*cpu) == hash_of(*scalar));
    cpu->step(steps(100, 1500));
    CHECK(total_of(world_of(*cpu), Plane::mass) == before);
    CHECK((last == 0 || hash_of(*cpu) == last));
    last = hash_of(*cpu);
  }
  check_golden("water/dam/256x256/1600", last);
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
  const World world = dam(512);
  const auto scalar = on_scalar(world);
  scalar->step(steps(0, 2000));
  const std::int64_t before = std::int64_t{512 / 3} * (512 - 512 / 4) * kFullCell;
  CHECK(total_of(world_of(*scalar), Plane::mass) == before);
  for (const int threads : {1, 2, 3}) {
    const auto cpu = on_cpu(world, threads);
    cpu->step(steps(0, 2000));
    CHECK(hash_of(*cpu) == hash_of(*scalar));
  }
}
