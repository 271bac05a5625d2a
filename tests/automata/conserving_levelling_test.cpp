// Levelling of conserving: what it does as pictures, and what it must not do.
#include <cmath>

#include "automata/levelling_support.hpp"
#include "core/ledger.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::conserving;
using namespace repose::test;
using namespace repose::test::levelling;

namespace repose::test::conserving_levelling_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};
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

TEST_CASE("levelling: nothing happens to a disc of water before it lands") {
  World world(120, 200);
  for (int y = 0; y < 51; ++y) {
    for (int x = 35; x < 86; ++x) world.cell(x, y) = std::hypot(x - 60, y - 25) <= 25 ? water : air;
  }
  static const Registry registry = make_registry();
  const auto solver = make_solver(*registry.solver("conserving", Backend::cpu), swapping_ruleset(), world);
  for (std::uint64_t t = 0; t < 120; t += 8) {
    solver->step(steps(t, 8));
    CHECK(level_cells(world_of(*solver), shares_of(), LevellingDraws(1, t + 7)).is_level);
  }
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

}  // namespace repose::test::conserving_levelling_test
