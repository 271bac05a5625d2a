// Slump of powders and strides of liquids: their pairs, where they end, that lakes come to rest and wake, that all
// backends give the same.
#include <algorithm>
#include <bit>
#include <functional>

#include "automata/automaton_support.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_strides_test {

namespace {

// Runs in steps of `slice` on scalar, and on cpu with several numbers of threads; checks that all give the same, and
// returns the world.
World same_after(const Ruleset& rules, const World& world, std::uint64_t count, double side_borders = 0,
                 std::uint64_t slice = 1) {
  World result;
  for (const int threads : {0, 1, 3, 7}) {
    const auto solver =
        start("conserving", threads == 0 ? Backend::scalar : Backend::cpu, rules, world, std::max(threads, 1));
    REQUIRE(solver->set_parameter("side_borders", side_borders));
    for (std::uint64_t done = 0; done < count; done += slice) solver->step(steps(done, slice));
    const World now = world_of(*solver);
    INFO(threads << " threads");
    if (threads > 0) CHECK(std::ranges::equal(now.cells(), result.cells()));
    result = now;
  }
  return result;
}

// A lake of 640 columns whose top row is full, with `top` cells of water on its left end.
World lake(int top) {
  World world(640, 128);
  fill(world, 0, 40, 640, 128, water);
  fill(world, 0, 39, top, 40, water);
  return world;
}

}  // namespace

TEST_CASE("strides: the pairs of a pass share no cell, at any width, and each column is often in one") {
  for (const bool wraps : {false, true}) {
    for (int width = 1; width <= 70; ++width) {
      std::vector<int> used(static_cast<std::size_t>(width));
      for (std::uint64_t step = 0; step < 200; ++step) {
        for (int i = 0; i <= conserving::kStrides; ++i) {
          const bool slumps = i == conserving::kStrides;
          const conserving::StepDraws draws(5, step, 3);
          const conserving::Stride pass = slumps ? draws.slump(width, wraps) : draws.stride(i, width, 16, wraps);
          if (pass.distance == 0) continue;
          CHECK((pass.distance >= 2 && pass.distance <= (slumps ? conserving::kSlumpReach : 16)));
          std::vector<int> taken(used.size());
          pass.for_each_pair(width, wraps, [&](int x, int far) {
            CHECK(far == (wraps ? (x + pass.distance) % width : x + pass.distance));
            ++taken.at(static_cast<std::size_t>(x));
            ++taken.at(static_cast<std::size_t>(far));
          });
          CHECK(std::ranges::max(taken) <= 1);
          std::ranges::transform(used, taken, used.begin(), std::plus());
        }
      }
      if (width >= 4) CHECK(std::ranges::min(used) > 60);
    }
  }
}

TEST_CASE("strides: all worlds of water of 9 x 2 and 5 x 4 cells are the same on every backend, and lose nothing") {
  // Side by side in one world, with walls between them.
  const auto check = [](int width, int height, std::uint64_t from, std::uint64_t count) {
    constexpr int kAcross = 64;
    const int rows = static_cast<int>(count) / kAcross;
    World world(kAcross * (width + 1), rows * (height + 1));
    fill(world, 0, 0, world.width(), world.height(), wall);
    const auto for_each_cell = [&](std::uint64_t k, const auto& visit) {
      const int left = static_cast<int>(k) % kAcross * (width + 1), top = static_cast<int>(k) / kAcross * (height + 1);
      for (int i = 0; i < width * height; ++i) visit(i, left + i % width, top + i / width);
    };
    for (std::uint64_t k = 0; k < count; ++k)
      for_each_cell(k, [&](int i, int x, int y) { world.cell(x, y) = ((from + k) >> i & 1) != 0 ? water : air; });
    const World after = same_after(powder_rules(), world, 12);
    std::uint64_t lost = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
      int cells = 0;
      for_each_cell(k, [&](int, int x, int y) { cells += after.cell(x, y) == water; });
      lost += cells != std::popcount((from + k) & ((std::uint64_t{1} << (width * height)) - 1));
    }
    CHECK(lost == 0);
  };
  check(9, 2, 0, 1 << 16);
  for (std::uint64_t part = 0; part < 16; ++part) check(5, 4, part << 16, 1 << 12);
}

TEST_CASE("strides: random worlds of liquids, thin things and walls are the same on scalar and cpu") {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const int elements = seed % 2 == 0 ? 8 : 24;
    const Ruleset rules = random_conserving_rules(elements, 900 + seed);
    const int width = 63 + static_cast<int>(seed) * 37;
    same_after(rules, random_world(width, 130, elements, seed, 1 + seed % 3), 24, seed % 3 == 0 ? 2 : 0, 3);
  }
}

TEST_CASE("strides: water on a lake goes to the lowest places, however far, and the lake rests") {
  const World after = same_after(powder_rules(), lake(20), 12, 0, 4);
  CHECK(count_of(after, water) == 640 * 88 + 20);
  const auto solver = start("conserving", Backend::cpu, powder_rules(), lake(20), 3);
  solver->step(steps(0, 12));
  CHECK(solver->stats().active_cells == 0);
}

TEST_CASE("strides: a hole in a sleeping lake is filled from 250 cells away, over borders of chunks and threads") {
  for (const int hole : {250, 255, 256, 127, 128}) {
    World world = lake(2);
    const auto sleeping = start("conserving", Backend::cpu, powder_rules(), world, 3);
    sleeping->step(steps(0, 9));
    REQUIRE(sleeping->stats().active_cells == 0);
    constexpr std::uint64_t kShort = 300, kLong = 6000;  // scalar takes long
    std::uint64_t soon = 0, late = 0;
    for (const int threads : {0, 1, 3, 7}) {
      const Backend backend = threads == 0 ? Backend::scalar : Backend::cpu;
      const auto solver = start("conserving", backend, powder_rules(), world, std::max(threads, 1));
      solver->step(steps(0, 9));
      solver->apply(RectEdit{{hole, 40}, {hole, 40}, air, {}});
      for (std::uint64_t step = 9; step < kShort; ++step) solver->step(steps(step, 1));
      if (threads == 0) soon = hash_of(*solver);
      CHECK(hash_of(*solver) == soon);
      if (threads == 0) continue;
      for (std::uint64_t step = kShort; step < kLong; ++step) solver->step(steps(step, 1));
      CHECK(world_of(*solver).cell(hole, 40) == water);
      if (threads == 1) late = hash_of(*solver);
      CHECK(hash_of(*solver) == late);
    }
  }
}

TEST_CASE("strides: over the seam of a world that wraps") {
  for (const int width : {64, 65, 130, 191}) {
    World world(width, 70);
    fill(world, 0, 40, width, 70, water);
    fill(world, width - 12, 20, width, 40, water);
    const World after = same_after(powder_rules(), world, 2400, 2, 8);
    CHECK(unevenness(after, water) <= 1);
  }
}

TEST_CASE("strides: no further than the element's dispersion, and not at all with 0") {
  const auto spread = [](const std::string& words) {
    const Ruleset rules = ruleset_of(
        "cell air 0 0 0 0.1\ncell lava 9 9 9 0.8\ncell wall 5 5 5 1\nliquid lava\nrule lava air air lava\n" + words);
    // Three lie on the floor at the wall; one stands on them.
    const World world = world_from({"#1........#", "#111......#", "###########"}, {{'#', 2}, {'.', 0}, {'1', 1}});
    World now = world;
    int furthest = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto solver = start("conserving", Backend::scalar, rules, world);
      solver->set_parameter("flow", 0);
      solver->step({0, 300, seed, Bias::left});
      now = world_of(*solver);
      for (int x = 1; x < 10; ++x) furthest = now.cell(x, 1) == 1 ? std::max(furthest, x) : furthest;
    }
    return furthest;
  };
  CHECK(spread("") == 4);  // next to the others: in one piece
  CHECK(spread("dispersion lava 3\n") == 4);
  CHECK(spread("dispersion lava 2\n") == 3);
  CHECK(spread("dispersion lava 0\n") == 3);
  CHECK(spread("viscosity lava 0\n") == 3);
}

TEST_CASE("strides: flowers do not hold water back if they are thin, and do if they are not") {
  const auto passed = [](const std::string& words) {
    const Ruleset rules = ruleset_of(
        "cell air 0 0 0 0.1\ncell water 9 9 9 0.8\ncell wall 5 5 5 1\ncell flower 1 9 1 0.5\nliquid water\n"
        "rule water air air water\n" +
        words);
    World world(60, 30);
    fill(world, 0, 29, 60, 30, 2);
    fill(world, 0, 4, 20, 29, 1);
    fill(world, 20, 4, 21, 29, 3);
    const auto solver = start("conserving", Backend::cpu, rules, world);
    solver->step(steps(0, 1500));
    const World now = world_of(*solver);
    std::int64_t right = 0;
    for (int x = 21; x < 60; ++x) right += count_in_column(now, x, 1);
    return right;
  };
  CHECK(passed("thin flower\n") > 250);
  CHECK(passed("") == 0);
}

TEST_CASE("strides: a lake with a weir is level while water pours in at its far end") {
  World world(300, 120);
  fill(world, 0, 119, 263, 120, wall);
  fill(world, 260, 59, 263, 120, wall);
  fill(world, 0, 59, 260, 119, water);
  const auto solver = start("conserving", Backend::cpu, powder_rules(), world);
  REQUIRE(solver->set_parameter("bottom_border", 1));
  double difference = 0;
  for (std::uint64_t step = 0; step < 400; ++step) {
    solver->apply(RectEdit{{0, 0}, {5, 0}, water, air});
    solver->step(steps(step, 1));
    if (step < 200 || step % 20 != 0) continue;
    const World now = world_of(*solver);
    for (int x = 10; x < 30; ++x)
      difference += static_cast<double>(count_in_column(now, x, water) - count_in_column(now, x + 220, water));
  }
  CHECK(difference / (10 * 20) < 4);
}

// ---- slump ----

namespace {

// By column, how high sand stands on the floor.
std::vector<int> heights_of_sand(const World& world) {
  std::vector<int> heights;
  for (int x = 0; x < world.width(); ++x) {
    int height = 0;
    while (height < world.height() && world.cell(x, world.height() - 1 - height) == sand) ++height;
    heights.push_back(height);
  }
  return heights;
}

// The height of a heap over half its width.
double steepness(const World& world) {
  const std::vector<int> heights = heights_of_sand(world);
  return 2.0 * std::ranges::max(heights) / static_cast<double>(std::ranges::count_if(heights, std::identity()));
}

}  // namespace

TEST_CASE("slump: a pole of sand, 13 cells wide and 350 high, is a heap of 45 degrees after 8 s and rests") {
  World world(300, 400);
  fill(world, 143, 50, 156, 400, sand);
  for (const double side_borders : {0.0, 2.0}) {
    const auto solver = start("conserving", Backend::cpu, powder_rules(), world, 3);
    REQUIRE(solver->set_parameter("side_borders", side_borders));
    solver->step(steps(0, 375));
    CHECK(steepness(world_of(*solver)) <= 2);
    solver->step(steps(375, 625));
    const World heap = world_of(*solver);
    CHECK(steepness(heap) >= 0.9);
    CHECK(steepness(heap) <= 1.1);
    CHECK(count_of(heap, sand) == 13 * 350);
    CHECK(solver->stats().active_cells == 0);
  }
  same_after(powder_rules(), world, 60, 0, 7);
}

TEST_CASE("slump: a slope of 45 degrees lies still, a steeper one does not, and sand stays on firm ground") {
  const auto moves = [](const World& world) {
    return !std::ranges::equal(same_after(powder_rules(), world, 40).cells(), world.cells());
  };
  World slope(60, 32);
  for (int x = 0; x < 30; ++x) fill(slope, x, 2 + x, x + 1, 32, sand);
  CHECK_FALSE(moves(slope));
  fill(slope, 0, 0, 10, 12, sand);
  CHECK(moves(slope));
  World shelf(60, 32);  // with a rim as high as the sand
  fill(shelf, 0, 16, 20, 17, wall);
  fill(shelf, 19, 15, 20, 16, wall);
  fill(shelf, 0, 15, 19, 16, sand);
  CHECK_FALSE(moves(shelf));
  fill(shelf, 0, 5, 19, 16, sand);
  CHECK(moves(shelf));
}

TEST_CASE("slump: a hole beside sleeping sand wakes it, over borders of chunks, and all backends agree") {
  for (const int hole : {64, 66, 128, 135}) {
    World world(200, 100);
    fill(world, 0, 20, 200, 100, sand);
    std::uint64_t expected = 0;
    for (const int threads : {0, 1, 3}) {
      const auto solver = start("conserving", threads == 0 ? Backend::scalar : Backend::cpu, powder_rules(), world,
                                std::max(threads, 1));
      solver->step(steps(0, 6));
      solver->apply(RectEdit{{hole, 20}, {hole + 20, 95}, air, {}});
      solver->step(steps(6, 90));
      if (threads == 0) expected = hash_of(*solver);
      CHECK(hash_of(*solver) == expected);
      CHECK(steepness(world_of(*solver)) < 2);
    }
  }
}

}  // namespace repose::test::conserving_strides_test
