// Pressure water in fixed point against the article's definition in floating point.
#include <cmath>

#include "automata/field_support.hpp"
#include "automata/water/water.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::water_float_test {

namespace {

constexpr double kCompress = 0.02, kMinFlow = 0.01, kMaxSpeed = 1.0;
constexpr double kUnit = 1.0 / kFullCell;

double split(double total) {
  if (total <= 1) return 1;
  if (total < 2 + kCompress) return (1 + total * kCompress) / (1 + kCompress);
  return (total + kCompress) / 2;
}

// Cells of ground are negative. The world is surrounded by walls.
struct FloatWater {
  int width, height;
  std::vector<double> mass;
  std::vector<bool> either_branch = std::vector<bool>(mass.size(), false);  // a flow near MinFlow has changed this cell

  double at(int x, int y) const { return x < 0 || y < 0 || x >= width || y >= height ? -1 : mass[index(x, y)]; }
  std::size_t index(int x, int y) const { return static_cast<std::size_t>(y * width + x); }

  // The mass that is left after such a flow determines the later flows, to the other neighbours.
  void mark_around(int x, int y) {
    for (const CellPoint p :
         {CellPoint{x, y}, CellPoint{x, y - 1}, CellPoint{x, y + 1}, CellPoint{x - 1, y}, CellPoint{x + 1, y}}) {
      if (p.x >= 0 && p.y >= 0 && p.x < width && p.y < height) either_branch[index(p.x, p.y)] = true;
    }
  }

  void step() {
    std::vector<double> next = mass;
    const std::vector<double> old = mass;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const double own = at(x, y);
        if (own <= 0) continue;
        double rest = own;
        const auto give = [&](int to_x, int to_y, double flow, double limit) {
          if (std::abs(flow - kMinFlow) < 8 * kUnit) mark_around(x, y);
          if (flow > kMinFlow) flow *= 0.5;
          flow = std::clamp(flow, 0.0, std::min(limit, rest));
          rest -= flow;
          next[index(x, y)] -= flow;
          next[index(to_x, to_y)] += flow;
        };
        if (const double below = at(x, y + 1); below >= 0) give(x, y + 1, split(rest + below) - below, kMaxSpeed);
        for (const int side : {x - 1, x + 1}) {
          if (at(side, y) >= 0 && rest > 0) give(side, y, (own - at(side, y)) / 4, rest);
        }
        if (const double above = at(x, y - 1); above >= 0 && rest > 0)
          give(x, y - 1, rest - split(rest + above), kMaxSpeed);
      }
    }
    mass = next;
  }
};

// Walls and floors with holes; up to three full cells of water in a cell.
World rough_pool(int width, int height, std::uint64_t seed) {
  World world(width, height);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(seed, 0, static_cast<std::uint32_t>(i), 0, 7);
    if (random % 16 == 0) world.cells()[i] = wall;
    const std::uint32_t amount = mix32(random) % 4 == 0 ? 0 : below(mix32(random), 3 * kFullCell);
    set_value(world, Plane::mass, i, world.cells()[i] == wall ? 0 : static_cast<std::int32_t>(amount));
  }
  return world;
}

FloatWater float_water(const World& world) {
  FloatWater water{world.width(), world.height(), {}};
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    water.mass.push_back(world.cells()[i] == wall ? -1 : value_at(world, Plane::mass, i) * kUnit);
  }
  water.either_branch.assign(water.mass.size(), false);
  return water;
}

std::unique_ptr<Solver> fixed_water(const World& world) {
  auto solver = water::make_cpu_solver({1});
  REQUIRE(solver->load(swapping_ruleset()).ok());
  REQUIRE(solver->upload(world).ok());
  return solver;
}

}  // namespace

TEST_CASE("one step of water is within four units of the definition in floating point") {
  std::size_t cells = 0, either = 0;
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    World world = rough_pool(64, 64, seed);
    const auto solver = fixed_water(world);
    for (std::uint64_t step = 0; step < 40; ++step) {
      FloatWater reference = float_water(world);
      reference.step();
      solver->step(steps(step, 1));
      solver->download(world);
      for (std::size_t i = 0; i < world.cell_count(); ++i) {
        if (reference.mass[i] < 0) continue;
        ++cells;
        either += reference.either_branch[i];
        if (!reference.either_branch[i])
          worst = std::max(worst, std::abs(reference.mass[i] / kUnit - value_at(world, Plane::mass, i)));
      }
      for (std::size_t i = 0; i < world.cell_count(); ++i) {
        if (reference.mass[i] < 0) world.cells()[i] = wall;
      }
    }
  }
  CHECK(worst <= 4);
  CHECK(static_cast<double>(either) < 0.001 * static_cast<double>(cells));
}

TEST_CASE("after 2000 steps the columns of water hold what the definition in floating point says") {
  World world(64, 64);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      if (x < 24 && y >= 16) world.cell(x, y) = Matter::water;
      if (x == 40 && y >= 50) world.cell(x, y) = wall;
    }
  }
  const auto solver = fixed_water(world);
  solver->download(world);
  FloatWater reference = float_water(world);
  for (int step = 0; step < 2000; ++step) reference.step();
  solver->step(steps(0, 2000));
  solver->download(world);
  for (int x = 0; x < 64; ++x) {
    double expected = 0, actual = 0;
    for (int y = 0; y < 64; ++y) {
      expected += std::max(reference.at(x, y), 0.0);
      actual += value_at(world, Plane::mass, world.index(x, y)) * kUnit;
    }
    INFO("column " << x);
    CHECK(std::abs(expected - actual) < 0.05);
  }
}

}  // namespace repose::test::water_float_test
