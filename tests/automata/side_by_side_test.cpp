// What docs/automata.md, "Side by side", says about one hourglass in several automata.
#include <cmath>

#include "automata/automaton_support.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::side_by_side_test {

namespace {

constexpr int kWidth = 240, kHeight = 150;
// The neck is at columns 119 to 122; the waist that divides the bulbs is at row 76.
constexpr int kNeckLeft = 119, kNeckRight = 122, kNeckRow = 76;

enum : std::uint8_t { kEmpty, kSand, kWater };

const Ruleset& classic() {
  static const Ruleset rules =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/classic.cfg").ruleset.value();
  return rules;
}

World hourglass() {
  World world(kWidth, kHeight);
  REQUIRE(find_scene("hourglass")->fill(world, classic(), 1).ok());
  return world;
}

World after(const char* automaton, std::uint64_t count) {
  const auto solver = start(automaton, Backend::cpu, classic(), hourglass());
  solver->step(steps(0, count));
  return world_of(*solver);
}

std::int64_t count(const World& world, std::uint8_t element) { return std::ranges::count(world.cells(), element); }

// Of the element in rows y_begin..y_end-1.
std::int64_t count(const World& world, std::uint8_t element, int y_begin, int y_end) {
  return std::count(world.cells().begin() + static_cast<std::ptrdiff_t>(world.index(0, y_begin)),
                    world.cells().begin() + static_cast<std::ptrdiff_t>(world.index(0, y_end - 1)) + kWidth, element);
}

int first_column(const World& world, std::uint8_t element, int y) {
  int x = 0;
  while (x < kWidth && world.cell(x, y) != element) ++x;
  return x;
}
int last_column(const World& world, std::uint8_t element, int y) {
  int x = kWidth - 1;
  while (x >= 0 && world.cell(x, y) != element) --x;
  return x;
}
int first_row(const World& world, std::uint8_t element) {
  return static_cast<int>(std::ranges::find(world.cells(), element) - world.cells().begin()) / kWidth;
}

}  // namespace

TEST_CASE("side by side: conserving keeps all the sand and all the water, and the sand pushes the water up") {
  const World start = hourglass();
  for (const std::uint64_t steps : {200u, 1000u}) {
    const World now = after("conserving", steps);
    CHECK(count(now, kSand) == count(start, kSand));
    CHECK(count(now, kWater) == count(start, kWater));
    CHECK(first_row(now, kWater) < first_row(start, kWater) - (steps == 200 ? 2 : 15));
  }
}

TEST_CASE("side by side: in conserving the stream backs up from the water to the neck, in tiles it is two strands") {
  const World full = after("conserving", 200), strands = after("tiles", 200);
  int bubbles = 0;
  for (int x = kNeckLeft; x <= kNeckRight; ++x) {
    const bool strand = x == kNeckLeft || x == kNeckRight;  // along both walls of the neck
    for (int y = 78; y < 92; ++y) CHECK((strands.cell(x, y) == kSand) == strand);
    for (int y = 85; y < 99; ++y) bubbles += full.cell(x, y) == kEmpty;
  }
  CHECK(bubbles <= 1);  // liquids that come to one level push air into the stream
}

TEST_CASE(
    "side by side: in density a shaft opens over the neck, slopes have 45 degrees, and water comes from nowhere") {
  const World soon = after("density", 200), late = after("density", 1000), start = hourglass();
  for (int y = 45; y < kNeckRow; ++y) {
    for (const int x : {kNeckLeft + 1, kNeckRight - 1}) CHECK(soon.cell(x, y) == kEmpty);
  }
  CHECK(std::abs(first_column(late, kSand, 115) - first_column(late, kSand, 137) - 22) <= 1);
  CHECK(std::abs(last_column(late, kSand, 137) - last_column(late, kSand, 115) - 22) <= 1);
  CHECK(count(late, kWater) > count(start, kWater) + 200);
  CHECK(count(late, kSand) != count(start, kSand));
}

TEST_CASE(
    "side by side: in elements the stream becomes wider on its way, and the upper bulb is empty after 1000 steps") {
  const World soon = after("elements", 200), late = after("elements", 1000);
  const auto width_at = [&](int y) { return last_column(soon, kSand, y) - first_column(soon, kSand, y) + 1; };
  CHECK(width_at(80) == 4);
  CHECK(width_at(92) >= 6);
  CHECK(count(late, kSand, 0, kNeckRow) == 0);
  CHECK(first_row(late, kWater) < 80);  // the pool has risen to the neck
  CHECK(count(after("density", 1000), kSand, 0, kNeckRow) > 500);
}

TEST_CASE("side by side: in tiles the sand makes a pillar in the pool with walls that are straight up") {
  const World now = after("tiles", 1000);
  for (int y = 124; y < 139; ++y) {
    CHECK(first_column(now, kSand, y) == first_column(now, kSand, 124));
    CHECK(last_column(now, kSand, y) == last_column(now, kSand, 124));
    CHECK(now.cell(first_column(now, kSand, y) - 1, y) == kWater);
  }
  CHECK(count(now, kSand, 0, kNeckRow - 10) == 0);
}

}  // namespace repose::test::side_by_side_test
