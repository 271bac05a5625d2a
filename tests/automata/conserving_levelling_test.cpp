// Levelling of conserving: what it does as pictures, and what it must not do.
#include <cmath>

#include "automata/conserving/fast_levelling.hpp"
#include "automata/dice.hpp"
#include "automata/levelling_support.hpp"
#include "core/chunks.hpp"
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

// The fast levelling of conserving against the plain one.

namespace repose::test::conserving_fast_levelling_test {

namespace {

// The fast levelling of a world, with the plane that it reads.
class FastWorld {
 public:
  FastWorld(const World& world, const LevellingShares& shares, bool wraps) : cells_(world.width(), world.height()) {
    fast_.set_wraps(wraps);
    cells_.fill(0xff);
    fast_.set_shares(shares);
    fast_.resize(world.width(), world.height());
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; x < world.width(); ++x) cells_.row(y)[x] = world.cell(x, y);
    }
  }

  void put(int x, int y, std::uint8_t element) {
    cells_.row(y)[x] = element;
    fast_.touch(x / kChunkWidth, y / kChunkHeight);
  }
  const LevellingResult& level(const LevellingDraws& draws) { return fast_.level(cells_, draws); }
  bool rests() const { return fast_.rests(); }

 private:
  PaddedPlane cells_;
  FastLevelling fast_;
};

std::vector<Exchange> sorted(std::vector<Exchange> exchanges) {
  std::ranges::sort(exchanges, {}, [](const Exchange& e) { return std::tuple(e.from.y, e.from.x, e.to.y, e.to.x); });
  return exchanges;
}

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

// Levels a world with both, and changes some of its cells between. Returns the number of exchanges.
std::size_t compare(World world, int count, Dice& dice, bool wraps = false) {
  const LevellingShares shares = shares_of(kFreely, dice.one_in(2) ? kFreely : kFreely / 3);
  FastWorld fast(world, shares, wraps);
  std::size_t exchanges = 0;
  for (int i = 0; i < count; ++i) {
    const LevellingDraws draws(dice.bits(), static_cast<std::uint64_t>(i));
    const LevellingResult expected = level_cells(world, shares, draws, wraps);
    const LevellingResult& found = fast.level(draws);
    REQUIRE(sorted(found.exchanges) == sorted(expected.exchanges));
    REQUIRE(found.is_level == expected.is_level);
    REQUIRE(fast.rests() == expected.is_level);
    exchange(world, expected);
    for (const Exchange& made : expected.exchanges) {
      fast.put(made.from.x, made.from.y, air);
      fast.put(made.to.x, made.to.y, made.element);
    }
    exchanges += expected.exchanges.size();
    for (int edits = dice.below(4); edits > 0; --edits) {
      const int x = dice.below(world.width()), y = dice.below(world.height());
      world.cell(x, y) = static_cast<std::uint8_t>(dice.below(5));
      fast.put(x, y, world.cell(x, y));
    }
  }
  return exchanges;
}

// Compares both in `count` small random worlds. Returns in how many of them something was exchanged.
int compare_small_worlds(int count, std::uint64_t seed, bool wraps) {
  Dice dice(seed);
  int active = 0;
  for (int i = 0; i < count; ++i) {
    const int width = dice.between(1, i % 3 == 0 ? 150 : 12), height = dice.between(1, 12);
    const World world = dice.one_in(3) ? random_world(width, height, 5, dice.bits(), 1 + dice.below(4))
                                       : random_basins(width, height, dice.below(3), dice.below(6), dice);
    INFO(i << ": " << width << " x " << height);
    active += compare(world, 4, dice, wraps) > 0;
  }
  return active;
}

}  // namespace

TEST_CASE("levelling: the fast one makes the exchanges of the plain one in random small worlds") {
  CHECK(compare_small_worlds(2000, 1, false) > 100);
}

TEST_CASE("levelling: the fast one makes the exchanges of the plain one in random worlds that wrap") {
  CHECK(compare_small_worlds(1500, 7, true) > 250);
}

TEST_CASE("levelling: the fast one makes the exchanges of the plain one in larger worlds with many bodies") {
  Dice dice(2);
  int active = 0;
  for (int i = 0; i < 100; ++i) {
    const int width = dice.between(60, 400), height = dice.between(30, 200);
    active += compare(random_basins(width, height, dice.below(20), dice.below(300), dice), 6, dice) > 0;
  }
  CHECK(active > 20);
  for (const Level& basin : basins()) {
    INFO(basin.name);
    CHECK(compare(after_steps(basin.world, 48), 20, dice) + compare(after_steps(basin.world, 440), 20, dice) > 0);
  }
}

}  // namespace repose::test::conserving_fast_levelling_test
