// Measures the claims of docs/automata.md about conserving: prints its figures. Hidden; run it with
// repose_automata_tests "[claims]". The long run is one of the long tests.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "automata/automaton_support.hpp"
#include "repose/census.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace {

const Ruleset& rules() {
  static const Ruleset ruleset = ruleset_of(R"(
cell air   0 0 0 0.5
cell sand  1 1 1 0.95
cell water 2 2 2 0.9
cell oil   3 3 3 0.8
cell smoke 4 4 4 0.2
cell wall  5 5 5 1
rule sand air air sand
rule water air air water
rule oil air air oil
rule smoke air air smoke
rule sand water water sand
rule sand oil oil sand
rule sand smoke smoke sand
rule water oil oil water
rule water smoke smoke water
rule oil smoke smoke oil
rule wall air wall air
rule wall sand wall sand
rule wall water wall water
rule wall oil wall oil
rule wall smoke wall smoke
)");
  return ruleset;
}
enum : std::uint8_t { kAir, kSand, kWater, kOil, kSmoke, kWall };

std::unique_ptr<Solver> start(const World& world, const Ruleset& ruleset = rules(),
                              const char* automaton = "conserving") {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver(automaton, Backend::cpu), ruleset, world);
}

StepSpan seeded(std::uint64_t first, std::uint64_t count, std::uint64_t seed) {
  StepSpan span = steps(first, count);
  span.seed = seed;
  return span;
}

void fill(World& world, int x_begin, int y_begin, int x_end, int y_end, std::uint8_t element) {
  for (int y = y_begin; y < y_end; ++y) {
    for (int x = x_begin; x < x_end; ++x) world.cell(x, y) = element;
  }
}

int column_height(const World& world, int x, std::uint8_t element) {
  int height = 0;
  for (int y = 0; y < world.height(); ++y) height += world.cell(x, y) == element;
  return height;
}

bool is_flat(const World& world, std::uint8_t element) {
  int lowest = world.height(), highest = 0;
  for (int x = 0; x < world.width(); ++x) {
    const int height = column_height(world, x, element);
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  return highest - lowest <= 1;
}

// The first step, in eights, after which the water is flat within a cell.
std::uint64_t steps_until_flat(Solver& solver, std::uint64_t from, std::uint64_t seed) {
  for (std::uint64_t step = from; step < from + 20'000; step += 8) {
    solver.step(seeded(step, 8, seed));
    if (is_flat(world_of(solver), kWater)) return step + 8 - from;
  }
  return 20'000;
}

void print_spread(const char* what, std::vector<std::uint64_t> values) {
  std::ranges::sort(values);
  double sum = 0;
  for (const std::uint64_t value : values) sum += static_cast<double>(value);
  std::printf("%s: median %llu (%llu to %llu), mean %.1f, of %zu\n", what,
              static_cast<unsigned long long>(values[values.size() / 2]),
              static_cast<unsigned long long>(values.front()), static_cast<unsigned long long>(values.back()),
              sum / static_cast<double>(values.size()), values.size());
}

double mean_y(const Solver& solver, std::uint8_t element) {
  for (const ElementCensus& row : take_census(world_of(solver))) {
    if (row.element == element) return row.mean_y;
  }
  return 0;
}

}  // namespace

TEST_CASE("claims: how fast a slab of 40 rows falls in conserving, against density", "[.claims]") {
  World world(200, 400);
  fill(world, 0, 0, 200, 40, kSand);
  const auto conserving = start(world), density = start(world, rules(), "density");
  for (std::uint64_t step = 0; step < 200; step += 100) {
    for (Solver* solver : {conserving.get(), density.get()}) solver->step(steps(step, 100));
    const double fallen = mean_y(*conserving, kSand) - 19.5, by_density = mean_y(*density, kSand) - 19.5;
    std::printf("slab after %llu steps: %.3f of density\n", static_cast<unsigned long long>(step + 100),
                fallen / by_density);
  }
}

TEST_CASE("claims: how long a bubble rises through 100 rows of water in conserving", "[.claims]") {
  std::vector<std::uint64_t> taken;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    World world(65, 101);
    fill(world, 0, 1, 65, 101, kWater);
    world.cell(32, 100) = kAir;
    const auto solver = start(world);
    std::uint64_t step = 0;
    const auto is_below_surface = [&] {  // row 1, where a gap is left
      const World now = world_of(*solver);
      return std::find(now.cells().begin() + 2 * 65, now.cells().end(), std::uint8_t{kAir}) != now.cells().end();
    };
    while (step < 1000 && is_below_surface()) solver->step(seeded(step++, 1, seed));
    taken.push_back(step);
  }
  print_spread("bubble through 100 rows", taken);
}

TEST_CASE("claims: how long water takes to be level in conserving", "[.claims]") {
  std::vector<std::uint64_t> dam, poured;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    World world(200, 80);
    fill(world, 0, 20, 100, 80, kWater);
    dam.push_back(steps_until_flat(*start(world), 0, seed));

    const auto solver = start(World(200, 80));
    for (std::uint64_t step = 0; step < 2000; ++step) {
      solver->apply(RectEdit{{0, 0}, {0, 0}, kWater, kAir});
      solver->step(seeded(step, 1, seed));
    }
    poured.push_back(steps_until_flat(*solver, 2000, seed));
  }
  print_spread("dam of 60 rows in a basin of 200 columns, level after", dam);
  print_spread("a cell a step poured at the left edge, 2000 steps, level after", poured);
}

TEST_CASE("claims: no side is favoured in conserving", "[.claims]") {
  constexpr int kWidth = 33, kHeight = 24, kSeeds = 20'000;
  double squares = 0, worst = 0;
  for (int scene = 0; scene < 8; ++scene) {
    World world(kWidth, kHeight);
    const std::uint8_t matter = scene % 2 == 0 ? kSand : kWater;
    if (scene / 2 == 0) fill(world, 14, 4, 19, 20, matter);
    if (scene / 2 == 1) fill(world, 16, 0, 17, 24, matter);
    if (scene / 2 == 2) fill(world, 0, 0, kWidth, 12, kOil), fill(world, 12, 0, 21, 6, matter);
    if (scene / 2 == 3)
      fill(world, 10, 12, 23, 13, kWall), fill(world, 14, 2, 19, 10, matter), fill(world, 16, 20, 17, 24, kSmoke);
    const auto solver = start(world);
    double sum = 0, sum_of_squares = 0;
    for (int seed = 0; seed < kSeeds; ++seed) {
      REQUIRE(solver->upload(world).ok());
      solver->step(seeded(static_cast<std::uint64_t>(seed % 2), 30, static_cast<std::uint64_t>(seed)));
      const World after = world_of(*solver);
      double shift = 0;
      for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) shift += after.cell(x, y) == matter ? x - kWidth / 2 : 0;
      }
      sum += shift;
      sum_of_squares += shift * shift;
    }
    const double z = sum / std::sqrt(sum_of_squares);
    squares += z * z;
    worst = std::max(worst, std::abs(z));
  }
  std::printf("mirror, 8 worlds, %d seeds each: rms z %.2f, max %.2f\n", kSeeds, std::sqrt(squares / 8), worst);
}

TEST_CASE("claims: what a pile of 1500 grains looks like in conserving", "[.claims]") {
  const auto solver = start(World(201, 120));
  for (std::uint64_t step = 0; step < 3000; ++step) {
    if (step % 2 == 0) solver->apply(RectEdit{{100, 0}, {100, 0}, kSand, {}});
    solver->step(steps(step, 1));
  }
  solver->step(steps(3000, 500));
  const World world = world_of(*solver);
  int base = 0, height = 0;
  for (int x = 0; x < 201; ++x) {
    height = std::max(height, column_height(world, x, kSand));
    base += column_height(world, x, kSand) > 0;
  }
  const std::vector<ElementCensus> census = take_census(world);
  const ElementCensus& sand_row = *std::ranges::find(census, std::uint8_t{kSand}, &ElementCensus::element);
  std::printf("pile of %llu grains: height %d, base %d, centre %.3f\n", static_cast<unsigned long long>(sand_row.count),
              height, base, sand_row.mean_x - 100);
}

TEST_CASE("claims: how long columns take to sort themselves in conserving", "[.claims]") {
  World alternating(1, 200);
  for (int y = 0; y < 200; ++y) alternating.cell(0, y) = y % 2 == 0 ? kSand : kWater;
  Ruleset many;
  for (int i = 0; i < 200; ++i) {
    many.elements.push_back({});
    many.elements.back().density_byte = static_cast<std::uint8_t>(i);
    for (int j = 0; j < i; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      many.reactions.push_back({a, b, b, a, 0, 1.0});
    }
  }
  World reversed(1, 200);
  for (int y = 0; y < 200; ++y) reversed.cell(0, y) = static_cast<std::uint8_t>(199 - y);
  const auto sorted_after = [](const World& start_world, const Ruleset& ruleset, std::uint64_t seed) {
    const auto solver = start(start_world, ruleset);
    for (std::uint64_t step = 1; step < 2000; ++step) {
      solver->step(seeded(step - 1, 1, seed));
      const World world = world_of(*solver);
      if (std::ranges::is_sorted(world.cells(), {},
                                 [&](std::uint8_t cell) { return ruleset.elements[cell].density_byte; }))
        return step;
    }
    return std::uint64_t{2000};
  };
  std::vector<std::uint64_t> of_two, of_many;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    of_two.push_back(sorted_after(alternating, rules(), seed));
    of_many.push_back(sorted_after(reversed, many, seed));
  }
  print_spread("column of 200, alternating, sorted after", of_two);
  print_spread("column of 200 densities, reversed, sorted after", of_many);
}

TEST_CASE("long: a million steps of five densities and walls lose nothing in conserving", "[.long]") {
  const World world = random_world(128, 128, 6, 3);
  const auto solver = start(world);
  for (std::uint64_t step = 0; step < 1'000'000; step += 50'000) {
    solver->step(steps(step, 50'000));
    const World now = world_of(*solver);
    REQUIRE(std::is_permutation(now.cells().begin(), now.cells().end(), world.cells().begin()));
    for (std::size_t i = 0; i < world.cell_count(); ++i)
      REQUIRE((now.cells()[i] == kWall) == (world.cells()[i] == kWall));
  }
}
