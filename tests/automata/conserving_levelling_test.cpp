// Levelling of conserving: what it does as pictures, and what it must not do.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "automata/automaton_support.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/dice.hpp"
#include "core/ledger.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::conserving;
using namespace repose::test;

namespace repose::test::conserving_levelling_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};

constexpr std::uint32_t kFreely = 1u << 16;

LevellingShares shares_of(std::uint32_t of_water = kFreely, std::uint32_t of_oil = kFreely) {
  LevellingShares shares{};
  shares[water] = of_water;
  shares[oil] = of_oil;
  return shares;
}

// Makes the exchanges, and checks that each one lowers a liquid and that no two share a cell.
void exchange(World& world, const LevellingResult& result) {
  std::set<std::pair<int, int>> seen;
  int wrong = 0;
  for (const Exchange& exchange : result.exchanges) {
    std::uint8_t& from = world.cell(exchange.from.x, exchange.from.y);
    std::uint8_t& to = world.cell(exchange.to.x, exchange.to.y);
    const bool is_new =
        seen.insert({exchange.from.x, exchange.from.y}).second && seen.insert({exchange.to.x, exchange.to.y}).second;
    wrong += !is_new || from != exchange.element || to != air || exchange.from.y >= exchange.to.y;
    std::swap(from, to);
  }
  CHECK(wrong == 0);
}

// Steps of conserving, with a levelling after every eighth one.
World after_steps(World world, std::uint64_t count, std::uint64_t seed = 1) {
  const auto solver = start("conserving", Backend::cpu, swapping_ruleset(), world);
  for (std::uint64_t t = 0; t < count; t += 8) {
    solver->step({.first_step = t, .count = 8, .seed = seed});
    world = world_of(*solver);
    exchange(world, level_cells(world, shares_of(), LevellingDraws(seed, t + 7)));
    REQUIRE(solver->upload(world));
  }
  return world;
}

// A world full of wall.
World walls(int width, int height) {
  World world(width, height);
  fill(world, {0, 0, width, height}, wall);
  return world;
}

// Two arms 20 wide and 200 high, open above, with a pipe of 4 rows below. The left one is full.
World u_tube() {
  World world = walls(64, 210);
  fill(world, {2, 0, 60, 5}, air);
  fill(world, {2, 5, 20, 200}, water);
  fill(world, {42, 5, 20, 200}, air);
  fill(world, {22, 201, 20, 4}, air);
  return world;
}

struct Level {
  const char* name;
  World world;
  std::vector<CellBox> arms;
};

// Basins that are connected below.
std::vector<Level> basins() {
  std::vector<Level> all;
  all.push_back({"a U tube", u_tube(), {{2, 0, 20, 205}, {42, 0, 20, 205}}});
  World pipe = walls(220, 90);
  fill(pipe, {1, 0, 218, 5}, air);
  fill(pipe, {1, 5, 90, 80}, air);
  fill(pipe, {120, 5, 99, 80}, air);
  fill(pipe, {1, 15, 90, 70}, water);
  fill(pipe, {91, 80, 29, 3}, air);
  all.push_back({"two basins joined by a pipe of 3 cells", pipe, {{1, 0, 90, 80}, {120, 0, 99, 80}}});
  World lake = walls(203, 80);
  fill(lake, {1, 0, 201, 79}, water);
  for (const int x : {50, 100, 150}) fill(lake, {x, 10, 3, 62}, wall);
  fill(lake, {1, 0, 201, 10}, air);
  fill(lake, {1, 10, 49, 10}, air);
  fill(lake, {53, 10, 47, 30}, air);
  fill(lake, {153, 10, 49, 45}, air);
  all.push_back({"a lake at four heights between piers",
                 lake,
                 {{1, 0, 49, 72}, {53, 0, 47, 72}, {103, 0, 47, 72}, {153, 0, 49, 72}}});
  return all;
}

// The world after so many levellings without steps between them.
World levelled(World world, int count = 1, std::uint64_t seed = 1, const LevellingShares& shares = shares_of()) {
  for (int i = 0; i < count; ++i)
    exchange(world, level_cells(world, shares, LevellingDraws(seed, static_cast<std::uint64_t>(i))));
  return world;
}

// Checks that this picture does not change, whatever the draws.
void check_stays(const Rows& picture) {
  const World world = world_from(picture, kLegend);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const LevellingResult result = level_cells(world, shares_of(), LevellingDraws(seed, 0));
    CHECK(result.exchanges.empty());
    CHECK(result.is_level);
  }
}

// How many rows are between the highest and the lowest surface of water in the columns of these boxes, and whether no
// air is below one.
int unevenness(const World& world, const std::vector<CellBox>& boxes) {
  int highest = world.height(), lowest = 0;
  for (const CellBox& box : boxes) {
    for (int x = box.x; x < box.x + box.width; ++x) {
      int y = box.y;
      while (y < box.y + box.height && world.cell(x, y) != water) ++y;
      highest = std::min(highest, y);
      lowest = std::max(lowest, y);
      for (; y < box.y + box.height; ++y) CHECK(world.cell(x, y) == water);
    }
  }
  return lowest - highest;
}

}  // namespace

TEST_CASE("levelling: connected arms come to one level, one row a levelling") {
  const World tube = world_from({"......", "ww#...", "ww#...", "ww#...", "ww#..#", "wwwww#"}, kLegend);
  CHECK(rows_of(levelled(tube), kLegend) == Rows{"......", "..#...", "ww#...", "ww#...", "ww#ww#", "wwwww#"});
  CHECK(rows_of(levelled(tube, 9), kLegend) == Rows{"......", "..#...", "..#...", "ww#ww.", "ww#ww#", "wwwww#"});
}

TEST_CASE("levelling: a body that is level is not stirred, also with a top row that is not full") {
  check_stays({".......", ".......", "#.w...#", "#wwwww#", "#######"});
  check_stays({".......", "#w.#.w#", "#ww#ww#", "#wwwww#", "#######"});
  check_stays({"......#", "#w.#..#", "#ww#ww#", "#wwwww#", "#######"});
}

TEST_CASE("levelling: water under oil stays where it is, and so does the oil") {
  check_stays({".....", "oo#..", "oo#..", "ww#..", "ww#..", "wwwww"});
  const World beside = world_from({".....", "ww#..", "ww#..", "ww#oo", "ww#oo", "wwwww"}, kLegend);
  CHECK(rows_of(levelled(beside, 9), kLegend) == rows_of(beside, kLegend));
}

TEST_CASE("levelling: an arm without a way for the background to the other one stays as it is") {
  check_stays({".....", "ww###", "ww#..", "ww#..", "ww#..", "wwwww"});
  check_stays({"ww###.", "ww#..#", "ww#..#", "ww#..#", "wwwww#"});  // its other surface is at the edge of the world
}

TEST_CASE("levelling: a falling drop and a stream keep their shape") {
  check_stays({".......", "..ww...", ".wwww..", ".wwww..", "..ww...", ".......", ".......", ".......", "......."});
  World stream(9, 20);
  fill(stream, {0, 14, 9, 6}, water);
  fill(stream, {4, 3, 1, 11}, water);
  CHECK(std::ranges::equal(levelled(stream, 9).cells(), stream.cells()));
}

TEST_CASE("levelling: what flows over a rim takes no more of the lake with it") {
  const World fall = world_from({"#..........#", "#..........#", "#wwwwww....#", "#wwww#w....#", "#wwww#w....#",
                                 "#wwww#w....#", "#wwww#w....#", "#wwww#w....#", "#wwww#wwwwww", "############"},
                                kLegend);
  const World fallen = levelled(fall, 20);  // the stream ends in the lower lake
  for (int y = 2; y < 9; ++y) {
    for (int x = 1; x < 5; ++x) CHECK(fallen.cell(x, y) == water);
  }
  for (int drop = 0; drop < 8; ++drop) {  // the lower lake, so far below the upper one
    World world = walls(20, 14);
    fill(world, {1, 0, 18, 13}, air);
    fill(world, {1, 3, 9, 10}, water);
    fill(world, {10, 4, 1, 9}, wall);
    fill(world, {10, 3, 1, 1}, water);
    fill(world, {11, 4 + drop, 8, 9 - drop}, water);
    for (const Exchange& exchange : level_cells(world, shares_of(), LevellingDraws(1, 0)).exchanges)
      CHECK(exchange.from.y <= 3);
    const World after = levelled(world, 50);
    for (int x = 1; x < 10; ++x) CHECK(after.cell(x, 4) == water);
  }
}

TEST_CASE("levelling: water goes through a full siphon, but over no rim that it does not reach") {
  check_stays({"......", "......", "ww#...", "ww#...", "ww#..#", "######"});
  const World siphon = world_from(
      {".........", "..#####..", "ww#www#..", "ww#w#w#..", "ww#w#w#..", "ww#w#w#ww", "wwww#wwww", "#########"},
      kLegend);
  CHECK(rows_of(levelled(siphon, 5), kLegend) ==
        Rows{".........", "..#####..", "..#www#..", "ww#w#w#..", "ww#w#w#ww", "ww#w#w#ww", "wwww#wwww", "#########"});
}

TEST_CASE("levelling: a viscous liquid makes that share of the exchanges") {
  World world = walls(203, 30);
  fill(world, {1, 0, 201, 5}, air);
  fill(world, {1, 5, 100, 24}, water);
  fill(world, {102, 5, 100, 23}, air);
  fill(world, {101, 28, 101, 1}, water);
  std::int64_t made = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const LevellingResult result = level_cells(world, shares_of(kFreely / 1000), LevellingDraws(seed, 7));
    CHECK_FALSE(result.is_level);
    CHECK(result.exchanges.size() <= 1);
    made += static_cast<std::int64_t>(result.exchanges.size());
  }
  CHECK(level_cells(world, shares_of(), LevellingDraws(1, 7)).exchanges.size() == 100);
  CHECK(level_cells(world, shares_of(kFreely / 4), LevellingDraws(1, 7)).exchanges.size() == 25);
  CHECK(std::abs(static_cast<double>(made) - 39.7) < 5 * 6.0);  // 400 times 100 * 65 / 65536
}

TEST_CASE("levelling: no side is favoured") {
  // A lake in the middle, and a basin on either side that is lower. There is one cell too few for both.
  World world = walls(44, 12);
  fill(world, {1, 0, 42, 11}, air);
  fill(world, {15, 3, 1, 7}, wall);
  fill(world, {28, 3, 1, 7}, wall);
  fill(world, {1, 10, 42, 1}, water);
  fill(world, {16, 5, 12, 5}, water);
  const World mirrored = [&] {
    World other(world.width(), world.height());
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; x < world.width(); ++x) other.cell(x, y) = world.cell(world.width() - 1 - x, y);
    }
    return other;
  }();
  REQUIRE(std::ranges::equal(world.cells(), mirrored.cells()));
  double to_right = 0, count = 0, from_sum = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    for (const Exchange& exchange : level_cells(world, shares_of(kFreely / 2), LevellingDraws(seed, 3)).exchanges) {
      to_right += exchange.to.x > 21;
      from_sum += exchange.from.x - 21.5;
      ++count;
    }
  }
  CHECK(count == 4000 * 6);
  CHECK(std::abs(to_right - count / 2) < 4 * std::sqrt(count) / 2);
  CHECK(std::abs(from_sum) < 4 * 3.5 * std::sqrt(count));
}

TEST_CASE("levelling: basins come to one level within 1500 steps, and nothing is lost") {
  for (const Level& basin : basins()) {
    INFO(basin.name);
    const World after = after_steps(basin.world, 1504);
    CHECK(unevenness(after, basin.arms) <= 1);
    CHECK(count_elements(after.cells()) == count_elements(basin.world.cells()));
  }
}

// ---- the levelling of the cpu backend makes the exchanges of that of scalar ----

namespace {

// Bays between piers, each with liquid up to some row and mostly open to the next one below; blobs and single cells of
// any element over them.
World random_basins(int width, int height, int blobs, int scatter, Dice& dice) {
  World world(width, height);
  const std::uint8_t liquid = dice.one_in(4) ? oil : water;
  int surface = dice.below(height), width_left = 0;
  for (int x = 0; x < width; ++x, --width_left) {
    if (width_left > 0 || x == 0) {
      fill(world, {x, surface, 1, height - surface}, liquid);
    } else {
      const int top = dice.below(height);
      fill(world, {x, 0, 1, height}, liquid);
      fill(world, {x, 0, 1, top}, air);
      fill(world, {x, top, 1, height - top - dice.below(height - top + 1) / 2}, wall);
      surface = dice.below(height);
      width_left = dice.between(1, 1 + width / 4);
    }
  }
  for (int i = 0; i < blobs; ++i) {
    const int x = dice.below(width), y = dice.below(height);
    const CellBox box{x, y, dice.between(1, 1 + (width - x - 1) / 4), dice.between(1, 1 + (height - y - 1) / 4)};
    fill(world, box, dice.pick<std::uint8_t>({air, air, sand, water, water, water, oil, wall}));
  }
  for (int i = 0; i < scatter; ++i) {
    world.cell(dice.below(width), dice.below(height)) = static_cast<std::uint8_t>(dice.below(5));
  }
  return world;
}

// scalar and cpu, with a levelling after each step.
class Both {
 public:
  Both(bool wraps, const std::string& words) {
    const Ruleset rules = ruleset_of(
        "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\ncell oil 3 3 3 0.3\ncell wall 4 4 4 1\n"
        "rule sand air air sand\nrule water air air water\nrule oil air air oil\nrule sand water water sand\n"
        "rule water oil oil water\nliquid water\nliquid oil\n" +
        words);
    for (const Backend backend : {Backend::scalar, Backend::cpu}) {
      solvers_.push_back(start("conserving", backend, rules, World(1, 1)));
      solvers_.back()->set_parameter("levelling", 1);
      solvers_.back()->set_parameter("side_borders", wraps ? 2 : 0);
      REQUIRE(solvers_.back()->keep_ledger(true));
    }
  }

  // Some steps of a world, with edits between them.
  void check(const World& world, int count, Dice& dice) {
    for (const auto& solver : solvers_) REQUIRE(solver->upload(world).ok());
    for (int i = 0; i < count; ++i) {
      const std::uint64_t seed = dice.bits();
      for (const auto& solver : solvers_) solver->step({static_cast<std::uint64_t>(i), 1, seed, Bias::left});
      REQUIRE(hash_of(*solvers_[1]) == hash_of(*solvers_[0]));
      for (int edits = dice.below(4); edits > 0; --edits) {
        const CellPoint at{dice.below(world.width()), dice.below(world.height())};
        const auto element = static_cast<std::uint8_t>(dice.below(5));
        for (const auto& solver : solvers_) solver->apply(RectEdit{at, at, element, {}});
      }
    }
    check_equal_ledgers(*solvers_[1]->ledger(), *solvers_[0]->ledger());
  }

 private:
  std::vector<std::unique_ptr<Solver>> solvers_;
};

}  // namespace

TEST_CASE("levelling: cpu makes the exchanges of scalar in random small worlds, walled and wrapped") {
  Dice dice(1);
  for (const bool wraps : {false, true}) {
    for (const char* words : {"", "viscosity oil 0.3\n"}) {
      Both both(wraps, words);
      for (int i = 0; i < 600; ++i) {
        const int width = dice.between(1, i % 3 == 0 ? 150 : 12), height = dice.between(1, 12);
        INFO(i << ": " << width << " x " << height);
        both.check(dice.one_in(3) ? random_world(width, height, 5, dice.bits(), 1 + dice.below(4))
                                  : random_basins(width, height, dice.below(3), dice.below(6), dice),
                   4, dice);
      }
    }
  }
}

TEST_CASE("levelling: cpu makes the exchanges of scalar in larger worlds with many bodies") {
  Dice dice(2);
  Both both(false, "");
  for (int i = 0; i < 60; ++i) {
    const int width = dice.between(60, 400), height = dice.between(30, 200);
    both.check(random_basins(width, height, dice.below(20), dice.below(300), dice), 6, dice);
  }
  for (const Level& basin : basins()) {
    INFO(basin.name);
    both.check(after_steps(basin.world, 48), 20, dice);
    both.check(after_steps(basin.world, 440), 20, dice);
  }
}

}  // namespace repose::test::conserving_levelling_test
