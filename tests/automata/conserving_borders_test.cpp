// What a player sees at the borders of conserving: what leaves, what comes in on the other side, no side favoured.
#include <algorithm>
#include <cmath>

#include "automata/automaton_support.hpp"
#include "core/ledger_book.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace {

const Ruleset& rules() {
  static const Ruleset all = ruleset_of(R"(
cell air 0 0 0 0.3
cell sand 9 9 9 0.95
cell water 1 1 9 0.6
cell smoke 5 5 5 0.1
cell bomb 9 0 0 0.96
cell wall 7 7 7 1
liquid water
rule sand air air sand
rule water air air water
rule smoke air air smoke
rule sand water water sand
rule water smoke smoke water
rule sand smoke smoke sand
burst bomb 3 air
)");
  return all;
}
constexpr std::uint8_t kAir = 0, kSand = 1, kWater = 2, kSmoke = 3, kBomb = 4, kWall = 5;

std::unique_ptr<Solver> start(const World& world, Backend backend = Backend::cpu) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver("conserving", backend), rules(), world);
}

void fill(World& world, int x_begin, int y_begin, int x_end, int y_end, std::uint8_t element) {
  for (int y = y_begin; y < y_end; ++y) {
    for (int x = x_begin; x < x_end; ++x) world.cell(x, y) = element;
  }
}

std::int64_t count(const World& world, std::uint8_t element) { return std::ranges::count(world.cells(), element); }

StepSpan seeded(std::uint64_t first, std::uint64_t step_count, std::uint64_t seed) {
  StepSpan span = steps(first, step_count);
  span.seed = seed;
  return span;
}

// Shift of the element over the seam: its cells left of column 0 less those right of it.
double lean(const World& world, std::uint8_t element) {
  double sum = 0;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      if (world.cell(x, y) != element || x == 0 || 2 * x == world.width()) continue;
      sum += 2 * x < world.width() ? 1 : -1;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("conserving: borders are walls unless a parameter says otherwise") {
  const auto solver = start(World(8, 8));
  for (const char* name : {"side_borders", "top_border", "bottom_border"}) CHECK(solver->parameter(name) == 0);
  CHECK(solver->left_by_element().empty());
  const auto list = solver->parameters();
  const auto sides = std::ranges::find(list, std::string_view("side_borders"), &ParameterInfo::name);
  CHECK(find_choice(*sides, "wrap") == 2.0);
  CHECK_FALSE(find_choice(*sides, "moebius"));
  CHECK(parameter_text(*sides, 3) == "open_left");
}

TEST_CASE("conserving: a pool runs out over an open side, and the ledger counts it") {
  World world(60, 20);
  fill(world, 0, 10, 60, 20, kWater);
  fill(world, 20, 18, 24, 20, kWall);
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start(world, backend);
    solver->set_parameter("side_borders", find_choice(solver->parameters()[2], "open_right").value());
    REQUIRE(solver->keep_ledger(true));
    solver->step(steps(0, 1500));
    const World after = world_of(*solver);
    const std::int64_t left = count(world, kWater) - count(after, kWater);
    CHECK(count(after, kWater) < 60);  // left of the wall, two rows deep
    CHECK(count(after, kWall) == 8);
    CHECK(static_cast<std::int64_t>(solver->stats().left_cells) == left);
    CHECK(solver->left_by_element()[kWater] == static_cast<std::uint64_t>(left));
    CHECK(solver->ledger()->rows[kWater].left == left);
    CHECK(solver->ledger()->rows[kWater].lost() == 0);
  }
}

TEST_CASE("conserving: smoke leaves over an open top and sand through an open bottom, walls stay") {
  World world(30, 30);
  fill(world, 5, 20, 25, 25, kSmoke);
  fill(world, 0, 10, 30, 12, kSand);
  fill(world, 0, 0, 3, 1, kWall);
  fill(world, 7, 29, 20, 30, kWall);
  const auto solver = start(world);
  solver->set_parameter("top_border", 1);
  solver->step(steps(0, 200));
  CHECK(count(world_of(*solver), kSmoke) == 0);
  CHECK(count(world_of(*solver), kSand) == 60);
  solver->set_parameter("bottom_border", 1);
  solver->step(steps(200, 200));
  CHECK(count(world_of(*solver), kSand) < 60);
  CHECK(count(world_of(*solver), kWall) == 16);
  CHECK(solver->stats().left_cells == 100 + 60 - static_cast<std::uint64_t>(count(world_of(*solver), kSand)));
}

TEST_CASE("conserving: in a world that wraps nothing is lost, and every column is a neighbour of two others") {
  for (const int width : {1, 2, 3, 8, 9, 64, 65}) {
    World world(width, 12);
    for (int x = 0; x < width; ++x) fill(world, x, 3, x + 1, 12, static_cast<std::uint8_t>(x % 4));
    const auto solver = start(world);
    solver->set_parameter("side_borders", 2);
    solver->step(steps(0, 300));
    CHECK(count_elements(world_of(*solver).cells()) == count_elements(world.cells()));
  }
}

TEST_CASE("conserving: a heap poured at column 0 of a world that wraps grows to both sides alike") {
  for (const int width : {80, 81}) {
    const auto solver = start(World(width, 40));
    solver->set_parameter("side_borders", 2);
    for (std::uint64_t step = 0; step < 900; ++step) {
      if (step % 3 == 0) solver->apply(RectEdit{{0, 0}, {0, 0}, kSand, {}});
      solver->step(steps(step, 1));
    }
    solver->step(steps(900, 100));
    const World after = world_of(*solver);
    INFO("width " << width);
    CHECK(count(after, kSand) == 300);
    int right = 0, left = 0;  // how far its foot reaches
    while (after.cell(right, 39) == kSand) ++right;
    while (after.cell(width - 1 - left, 39) == kSand) ++left;
    CHECK(std::abs(right - left) <= 3);
    CHECK(std::abs(lean(after, kSand)) <= 30);
  }
}

TEST_CASE("conserving: levelling joins two pools over the seam") {
  for (const int width : {60, 61}) {
    World world(width, 30);
    fill(world, 20, 5, 22, 30,
         kWall);  // one basin, from column 22 over the seam to column 19, and a full one beside it
    fill(world, width - 16, 5, width - 14, 28, kWall);
    fill(world, 0, 20, 20, 30, kWater);
    for (const double sides : {0.0, 2.0}) {
      const auto solver = start(world);
      solver->set_parameter("side_borders", sides);
      solver->set_parameter("levelling", 4);
      solver->step(steps(0, 2400));
      const World after = world_of(*solver);
      std::int64_t beyond = 0;
      for (int x = 22; x < width; ++x) {
        for (int y = 0; y < 30; ++y) beyond += after.cell(x, y) == kWater;
      }
      INFO("width " << width << ", sides " << sides);
      CHECK((beyond > 100) == (sides == 2));
      CHECK(count(after, kWater) == 200);
    }
  }
}

TEST_CASE("conserving: a burst at column 0 of a world that wraps throws sand to both sides") {
  for (const int width : {70, 71}) {
    World world(width, 60);
    fill(world, 0, 30, width, 60, kSand);
    world.cell(0, 34) = kBomb;
    const auto solver = start(world);
    solver->set_parameter("side_borders", 2);
    solver->step(steps(0, 1));
    const World after = world_of(*solver);
    int left = 0, right = 0;
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < width; ++x) (2 * x < width ? right : left) += after.cell(x, y) == kSand;
    }
    INFO("width " << width << ": " << left << " and " << right);
    CHECK(left > 10);
    CHECK(right > 10);
    CHECK(std::abs(left - right) < (left + right) / 2);
  }
}

TEST_CASE("conserving: at the seam no side is favoured, at even and odd widths") {
  for (const int width : {32, 33}) {
    for (const std::uint8_t matter : {kSand, kWater}) {
      World world(width, 16);
      fill(world, 0, 2, 3, 12, matter);
      fill(world, width - 2, 2, width, 12, matter);
      const auto solver = start(world, Backend::scalar);
      solver->set_parameter("side_borders", 2);
      double sum = 0, squares = 0;
      for (std::uint64_t seed = 0; seed < 300; ++seed) {
        REQUIRE(solver->upload(world).ok());
        solver->step(seeded(seed % 6, 24, seed));
        const double shift = lean(world_of(*solver), matter);
        sum += shift;
        squares += shift * shift;
      }
      INFO("width " << width << ", element " << int{matter});
      CHECK(squares > 0);
      CHECK(std::abs(sum) < 4 * std::sqrt(squares));
    }
  }
}

TEST_CASE("conserving: water runs over the seam as it runs elsewhere") {
  // How far water has moved to the other half, from a block beside the seam and from one in the middle.
  for (const int width : {100, 101}) {
    double over_seam = 0, in_middle = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (const int shift : {0, 50}) {
        World world(width, 12);
        for (int x = 0; x < 20; ++x) fill(world, (x + shift) % width, 2, (x + shift) % width + 1, 12, kWater);
        const auto solver = start(world);
        solver->set_parameter("side_borders", 2);
        solver->step(seeded(0, 100, seed));
        const World after = world_of(*solver);
        for (int x = 1; x <= 25; ++x) {
          for (int y = 0; y < 12; ++y)
            (shift == 0 ? over_seam : in_middle) += after.cell((shift - x + width) % width, y) == kWater;
        }
      }
    }
    INFO("width " << width << ": " << over_seam << " and " << in_middle);
    CHECK(over_seam > (width % 2 == 0 ? 0.9 : 0.7) * in_middle);
    CHECK(over_seam < 1.1 * in_middle);
  }
}
