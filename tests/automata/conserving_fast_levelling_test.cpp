// The fast levelling of conserving against the plain one.
#include "automata/conserving/fast_levelling.hpp"
#include "automata/dice.hpp"
#include "automata/levelling_support.hpp"
#include "core/chunks.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::conserving;
using namespace repose::test;
using namespace repose::test::levelling;

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
