// What a player sees at the borders of conserving: what leaves, what comes in on the other side, no side favoured.
#include <algorithm>
#include <cmath>

#include "automata/automaton_support.hpp"
#include "automata/conserving/bursts.hpp"
#include "automata/conserving_support.hpp"
#include "core/ledger.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_borders_test {

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

std::unique_ptr<Solver> start(const World& world, Backend backend = Backend::cpu, const Ruleset& ruleset = rules()) {
  return test::start("conserving", backend, ruleset, world);
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
  const auto solver = start(world);
  const auto list = solver->parameters();
  const auto sides = std::ranges::find(list, std::string_view("side_borders"), &ParameterInfo::name);
  solver->set_parameter("side_borders", find_choice(*sides, "open_right").value());
  REQUIRE(solver->keep_ledger(true));
  solver->step(steps(0, 1500));
  const World after = world_of(*solver);
  const std::int64_t left = count_of(world, kWater) - count_of(after, kWater);
  CHECK(count_of(after, kWater) <= 40 + 36);  // left of the wall, two rows deep; a film on the floor to its right
  CHECK(count_of(after, kWall) == 8);
  CHECK(static_cast<std::int64_t>(solver->stats().left_cells) == left);
  CHECK(solver->left_by_element()[kWater] == static_cast<std::uint64_t>(left));
  CHECK(solver->ledger()->rows[kWater].left == left);
  CHECK(solver->ledger()->rows[kWater].lost() == 0);
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
  CHECK(count_of(world_of(*solver), kSmoke) == 0);
  CHECK(count_of(world_of(*solver), kSand) == 60);
  solver->set_parameter("bottom_border", 1);
  solver->step(steps(200, 200));
  CHECK(count_of(world_of(*solver), kSand) < 60);
  CHECK(count_of(world_of(*solver), kWall) == 16);
  CHECK(solver->stats().left_cells == 100 + 60 - static_cast<std::uint64_t>(count_of(world_of(*solver), kSand)));
}

TEST_CASE("conserving: a burst at column 0 of a world that wraps throws sand to both sides") {
  for (const int width : {120, 121}) {
    World world(width, 60);
    fill(world, 0, 40, width, 60, kWall);
    for (const int x : {5, width - 9}) fill(world, x, 36, x + 4, 40, kSand);
    for (const int x : {0, width - 3}) fill(world, x, 33, x + 3, 40, kBomb);
    const auto solver = start(world);
    solver->set_parameter("side_borders", 2);
    solver->step(steps(0, 60));
    const World after = world_of(*solver);
    int left = 0, right = 0;  // grains that lie farther from the seam
    for (int x = 13; x < width - 13; ++x)
      (2 * x < width ? right : left) += static_cast<int>(count_in_column(after, x, kSand));
    INFO("width " << width << ": " << left << " and " << right);
    CHECK(left > 2);
    CHECK(right > 2);
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

TEST_CASE("conserving: the count of what left starts at 0 with every new world, and stays when a side is closed") {
  World world(20, 20);
  fill(world, 0, 15, 20, 20, kWater);
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start(world, backend);
    solver->set_parameter("side_borders", 1);
    solver->step(steps(0, 50));
    const std::uint64_t left = solver->stats().left_cells;
    CHECK(left > 20);
    solver->set_parameter("side_borders", 0);
    solver->step(steps(50, 50));
    CHECK(solver->stats().left_cells == left);
    REQUIRE(solver->upload(world).ok());
    CHECK(solver->stats().left_cells == 0);
  }
}

TEST_CASE("conserving: after a step nothing that leaves is on an open side") {
  World world(60, 40);
  for (int x = 0; x < 60; ++x) fill(world, x, 5, x + 1, 40, x % 9 == 4 ? kWall : x % 2 == 0 ? kWater : kAir);
  fill(world, 0, 38, 60, 40, kWater);
  const auto solver = start(world, Backend::scalar);
  for (const char* name : {"side_borders", "top_border", "bottom_border"}) solver->set_parameter(name, 1);
  for (std::uint64_t t = 0; t < 30; ++t) {
    solver->step(steps(t, 1));
    const World now = world_of(*solver);
    int loose = 0;
    for (int x = 0; x < 60; ++x) loose += (now.cell(x, 0) == kWater) + (now.cell(x, 39) == kWater);
    for (int y = 0; y < 40; ++y) loose += (now.cell(0, y) == kWater) + (now.cell(59, y) == kWater);
    CHECK(loose == 0);
  }
  CHECK(solver->stats().left_cells > 100);
}

namespace {
// The pairs of a row that wraps, as docs/automata.md draws them.
std::string row_of_pairs(int width, int first, bool turns) {
  const conserving::SidePairs pairs = conserving::side_pairs(width, true, first, turns);
  std::string row = pairs.over_seam ? "=" : "";
  for (int x = 0; x < width; ++x) {
    const bool joined = x >= pairs.begin && x + 1 < pairs.end && (x - pairs.begin) % 2 == 0;
    row += std::to_string(x) + (joined ? "-" : x + 1 < width ? " " : "");
  }
  return row + (pairs.over_seam ? "=" : "");
}
}  // namespace

TEST_CASE("conserving: the cells of a row that wraps pair up as docs/automata.md draws them") {
  const std::string text = read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/automata.md");
  for (const int first : {0, 1}) {
    const std::string line = "does not turn, first " + std::to_string(first) + ":   " + row_of_pairs(7, first, false);
    CHECK(text.find(line) != text.npos);
    CHECK(text.find("turns, first " + std::to_string(first) + ":  " + row_of_pairs(7, first, true)) != text.npos);
  }
  CHECK(row_of_pairs(6, 0, false) == "0-1 2-3 4-5");
  CHECK(row_of_pairs(6, 1, false) == "=0 1-2 3-4 5=");
  CHECK(row_of_pairs(6, 0, true) == row_of_pairs(6, 0, false));  // rows of even width do not turn
  CHECK(row_of_pairs(6, 1, true) == row_of_pairs(6, 1, false));
}

TEST_CASE(
    "conserving: what runs crosses the seam of an even width unnoticed; of an odd width a third of it turns back") {
  // How far from the seam the cell of a row begins; in every second row left of it.
  const auto distance = [](int y) { return 10 + y / 4 % 3; };
  for (const int width : {100, 101}) {
    int crossed = 0, back = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      World world(width, 47);
      for (int y = 0; y < 47; ++y) fill(world, 0, y, width, y + 1, y % 2 == 0 ? kAir : kWall);
      for (int y = 0; y < 47; y += 2) world.cell(y % 4 == 0 ? distance(y) : width - 1 - distance(y), y) = kWater;
      const auto solver = start(world, Backend::scalar, running(rules()));
      solver->set_parameter("side_borders", 2);
      solver->set_parameter("flow", 1);
      solver->step(seeded(32 * seed, 32, seed));
      const World now = world_of(*solver);
      for (int y = 0; y < 47; y += 2) {
        int x = 0;
        while (now.cell(x, y) != kWater) ++x;
        const int from_seam = y % 4 == 0 ? x : width - 1 - x;
        if (from_seam == distance(y) + 32) continue;  // it ran away from the seam
        (from_seam > width / 2 ? crossed : back) += 1;
      }
    }
    INFO("width " << width << ": " << crossed << " crossed, " << back << " turned back");
    CHECK(crossed > 250);
    if (width % 2 == 0) CHECK(back == 0);
    if (width % 2 == 1) CHECK(std::abs(2 * back - crossed) < 0.1 * (crossed + back));
  }
}

TEST_CASE("conserving: in a world of one column wrapping changes nothing") {
  World world(1, 40);
  for (int y = 0; y < 40; ++y) world.cell(0, y) = static_cast<std::uint8_t>(y * 7 % 4);
  const auto plain = start(world, Backend::scalar), wraps = start(world, Backend::scalar);
  wraps->set_parameter("side_borders", 2);
  for (Solver* solver : {plain.get(), wraps.get()}) solver->step(steps(0, 50));
  CHECK(world_of(*plain) == world_of(*wraps));
}

TEST_CASE("conserving: painting does not go over the seam, and the view is as wide as the world") {
  const auto solver = start(World(40, 20));
  solver->set_parameter("side_borders", 2);
  solver->apply(StrokeEdit{{0, 10}, {0, 10}, 9, BrushShape::square, kSand, {}});
  const World now = world_of(*solver);
  CHECK(count_of(now, kSand) == 5 * 9);
  for (int y = 0; y < 20; ++y) CHECK(now.cell(39, y) == kAir);
  CHECK((solver->view().width == 40 && solver->view().height == 20));
}

}  // namespace repose::test::conserving_borders_test
