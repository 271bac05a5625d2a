// Measures the figures of docs/automata.md about conserving, checks and prints them. Those that take more than a moment
// are hidden: run all with repose_automata_tests "[claims]". The long run is one of the long tests.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_claims_test {

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

std::unique_ptr<Solver> start(const World& world, const Ruleset& ruleset = rules()) {
  return test::start("conserving", Backend::cpu, ruleset, world);
}

// The first step, in eights, after which the water is flat within a cell.
std::uint64_t steps_until_flat(Solver& solver, std::uint64_t from, std::uint64_t seed) {
  for (std::uint64_t step = from; step < from + 20'000; step += 8) {
    solver.step(seeded(step, 8, seed));
    if (unevenness(world_of(solver), kWater) <= 1) return step + 8 - from;
  }
  return 20'000;
}

// Checks the median, the least and the greatest value.
void check_spread(const char* what, std::vector<std::uint64_t> values, std::uint64_t median, std::uint64_t least,
                  std::uint64_t greatest) {
  std::ranges::sort(values);
  double sum = 0;
  for (const std::uint64_t value : values) sum += static_cast<double>(value);
  std::printf("%s: median %llu (%llu to %llu), mean %.1f, of %zu\n", what,
              static_cast<unsigned long long>(values[values.size() / 2]),
              static_cast<unsigned long long>(values.front()), static_cast<unsigned long long>(values.back()),
              sum / static_cast<double>(values.size()), values.size());
  CHECK(values[values.size() / 2] == median);
  CHECK(values.front() == least);
  CHECK(values.back() == greatest);
}

}  // namespace

TEST_CASE("conserving: a slab of 40 rows falls two rows a step, unchanged", "[claims]") {
  World world(200, 400), fallen(200, 400);
  fill(world, 0, 0, 200, 40, kSand);
  fill(fallen, 0, 300, 200, 340, kSand);
  const auto solver = start(world);
  solver->step(steps(0, 150));
  CHECK(std::ranges::equal(world_of(*solver).cells(), fallen.cells()));
}

TEST_CASE("conserving: a hole of background under 100 rows of water is filled at once, by the whole column above it",
          "[claims]") {
  World world(65, 101);
  fill(world, 0, 1, 65, 101, kWater);
  world.cell(32, 100) = kAir;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto solver = start(world);
    solver->step(seeded(seed, 1, seed));
    const World now = world_of(*solver);
    for (int x = 0; x < 65; ++x) CHECK((count_in_column(now, x, kWater) >= 99 && now.cell(x, 100) == kWater));
    CHECK(std::count(now.cells().begin() + 2 * 65, now.cells().end(), kAir) == 0);
  }
}

TEST_CASE("conserving: a grain leaves a wall or a denser cell above it within one step", "[claims]") {
  for (std::uint64_t first = 0; first < 64; ++first) {
    World world(3, 6);
    world.cell(1, 0) = kWall, world.cell(1, 1) = kSand;
    world.cell(2, 0) = kSand, world.cell(2, 1) = kWater;
    world.cell(0, 0) = kWall, world.cell(0, 1) = kWater;
    const auto solver = start(world);
    solver->step(steps(first, 1));
    const World now = world_of(*solver);
    for (int x = 0; x < 3; ++x) CHECK((now.cell(x, 1) != world.cell(x, 1) && now.cell(x, 3) == world.cell(x, 1)));
  }
}

TEST_CASE("conserving: how long water takes to be level", "[.claims]") {
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
  check_spread("dam of 60 rows in a basin of 200 columns, level after", dam, 184, 160, 208);
  check_spread("a cell a step poured at the left edge, 2000 steps, level after", poured, 80, 56, 104);
}

TEST_CASE("conserving: no side is favoured", "[.claims]") {
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
  CHECK(std::sqrt(squares / 8) == Approx(1.06).margin(0.005));
  CHECK(worst == Approx(1.95).margin(0.005));
}

TEST_CASE("conserving: a pile of 1500 grains has slopes of 45 degrees, height 38 and base 78, and stands in the middle",
          "[claims]") {
  const auto solver = start(World(201, 120));
  for (std::uint64_t step = 0; step < 3000; ++step) {
    if (step % 2 == 0) solver->apply(RectEdit{{100, 0}, {100, 0}, kSand, {}});
    solver->step(steps(step, 1));
  }
  solver->step(steps(3000, 500));
  const World world = world_of(*solver);
  int base = 0;
  std::int64_t height = 0;
  for (int x = 0; x < 201; ++x) {
    height = std::max(height, count_in_column(world, x, kSand));
    base += count_in_column(world, x, kSand) > 0;
  }
  const std::vector<ElementCensus> census = take_census(world);
  const ElementCensus& sand_row = *std::ranges::find(census, std::uint8_t{kSand}, &ElementCensus::element);
  std::printf("pile of %llu grains: height %lld, base %d, centre %.3f\n",
              static_cast<unsigned long long>(sand_row.count), static_cast<long long>(height), base,
              sand_row.mean_x - 100);
  CHECK((sand_row.count == 1500 && height == 38 && base == 78));
  CHECK(std::abs(sand_row.mean_x - 100) < 0.015);
  for (int x = 62; x <= 138; ++x) CHECK(std::abs(count_in_column(world, x, kSand) - (39 - std::abs(x - 100))) <= 1);
}

TEST_CASE("conserving: a column of 200 is sorted after 100 steps, one of 200 densities upside down after 200",
          "[claims]") {
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
  check_spread("column of 200, alternating, sorted after", of_two, 100, 100, 100);
  check_spread("column of 200 densities, reversed, sorted after", of_many, 200, 200, 200);
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

}  // namespace repose::test::conserving_claims_test
