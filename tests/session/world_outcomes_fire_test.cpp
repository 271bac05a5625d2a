// What comes of fire, lava and explosives in the default world, by count.
#include <algorithm>

#include "session/world_outcomes.hpp"
#include "support.hpp"

namespace repose::test {

TEST_CASE("the Bomb stamp on the House stamp leaves no house within 5 s", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(160, 130, seed);
    stage.rect("stone", {{0, 120}, {159, 129}});
    stage.stamp("House", {44, 56});
    stage.stamp("Bomb", {60, 40});
    CHECK(stage.count("wood") >= 500);
    CHECK(stage.count("brick") >= 80);
    CHECK(stage.count("glass") >= 80);
    const int lit = stage.step_until("blast", 1, 5 * kStepsPerSecond);
    CHECK(lit >= 20);  // the fuse takes its time
    CHECK(lit < 5 * kStepsPerSecond);
    stage.step(5 * kStepsPerSecond);
    CHECK(stage.count("wood charwood") <= 5);
    CHECK(stage.count("brick") <= 8);
    CHECK(stage.count("glass") <= 8);
    CHECK(stage.count("bomb") == 0);
  }
}

TEST_CASE("a block of brick withstands one cell of bomb better than a block of glass", "[outcomes]") {
  std::ptrdiff_t brick = 0, glass = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const std::string_view block : {"brick", "glass"}) {
      OutcomeStage stage(80, 60, seed);
      stage.rect("wall", {{0, 50}, {79, 59}});
      stage.rect(block, {{40, 30}, {49, 49}});
      stage.rect("bomb", {{36, 49}, {36, 49}});
      stage.rect("spark", {{36, 48}, {36, 48}});
      stage.rect("spark", {{35, 48}, {35, 49}});
      stage.step(4 * kStepsPerSecond);
      (block == "brick" ? brick : glass) += stage.count(block);
      CHECK(stage.count("bomb") == 0);
    }
  }
  CHECK(brick >= 150);
  CHECK(brick >= 2 * glass);
}

TEST_CASE("methane collects under a ceiling; a spark makes all of it explode, and sand flies about", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(60, 44, seed);
    stage.rect("stone", {{0, 0}, {59, 3}});
    stage.rect("stone", {{0, 36}, {59, 43}});
    stage.rect("stone", {{15, 12}, {44, 13}});
    stage.rect("sand", {{20, 9}, {39, 11}});
    stage.rect("methane", {{18, 24}, {41, 33}});
    stage.step(4 * kStepsPerSecond);
    const std::ptrdiff_t gas = stage.count("methane");
    CHECK(gas == 240);
    CHECK(stage.count("methane", {{0, 4}, {59, 11}}) >= 230);
    const std::ptrdiff_t shelf = stage.count("sand", {{15, 9}, {44, 11}});
    stage.dab("spark", {30, 5}, 3);
    stage.step(kStepsPerSecond);
    CHECK(stage.count("methane") == 0);
    CHECK(stage.count("sand", {{15, 9}, {44, 11}}) <= shelf / 2);
  }
}

TEST_CASE("oil on water burns in a flash, and all the water remains", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(100, 50, seed);
    stage.rect("water", {{0, 30}, {99, 49}});
    stage.rect("oil", {{0, 26}, {99, 29}});
    stage.dab_in_air("fire", {10, 24}, 6);
    stage.step(3 * kStepsPerSecond);
    CHECK(stage.count("oil burningoil") <= 20);
    stage.step(8 * kStepsPerSecond);
    CHECK(stage.count("oil burningoil") == 0);
    CHECK(stage.count("water steam") == 2000);
    CHECK(stage.count("water") >= 1900);
  }
}

TEST_CASE("lava makes stone and steam of water, glass of sand, and stays lava on sand", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage sea(60, 50, seed), beach(60, 50, seed);
    sea.rect("water", {{0, 30}, {59, 49}});
    beach.rect("sand", {{0, 30}, {59, 49}});
    for (OutcomeStage* stage : {&sea, &beach}) stage->rect("lava", {{20, 10}, {39, 19}});
    CHECK(sea.step_until("steam", 25, 2 * kStepsPerSecond) < 2 * kStepsPerSecond);
    for (OutcomeStage* stage : {&sea, &beach}) stage->step(3 * kStepsPerSecond);
    CHECK(sea.count("newstone stone") >= 50);
    CHECK(sea.count("newstone stone lava") == 200);
    CHECK(sea.count("water steam") == 1200);
    CHECK(beach.count("glass") >= 35);
    CHECK(beach.count("lava") == 200);
  }
}

TEST_CASE("gunpowder throws the sand that lies on it upward", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(100, 80, seed);
    stage.rect("stone", {{0, 70}, {99, 79}});
    stage.rect("gunpowder", {{40, 64}, {59, 69}});
    stage.rect("sand", {{38, 58}, {61, 63}});
    stage.dab_in_air("spark", {38, 66}, 6);
    int highest = 58;
    std::ptrdiff_t aloft = 0;
    for (int i = 0; i < 25; ++i) {
      stage.step(5);
      highest = std::min(highest, stage.top("sand"));
      aloft = std::max(aloft, stage.count("sand", {{0, 0}, {99, 53}}));
    }
    stage.step(2 * kStepsPerSecond);
    CHECK(stage.count("gunpowder pop") <= 60);
    CHECK(highest <= 48);
    CHECK(aloft >= 20);
  }
}

TEST_CASE("a fuse of 60 cells burns to the bomb, slowly enough to run away", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(110, 30, seed);
    stage.rect("stone", {{0, 25}, {109, 29}});
    stage.rect("fuse", {{10, 24}, {69, 24}});
    stage.rect("bomb", {{70, 22}, {72, 24}});
    stage.rect("spark", {{8, 22}, {12, 23}});
    const int burnt = stage.step_until("blast cinder", 1, 12 * kStepsPerSecond);
    CHECK(burnt >= 125);
    CHECK(burnt < 12 * kStepsPerSecond);
  }
}

TEST_CASE("a firework beside a torch climbs and bursts into stars of one colour", "[outcomes]") {
  constexpr std::string_view kStars = "gold ruby azure";
  int climbed = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(60, 140, seed);
    stage.rect("stone", {{0, 135}, {59, 139}});
    stage.rect("firework", {{30, 134}, {30, 134}});
    stage.rect("torch", {{28, 134}, {29, 134}});
    REQUIRE(stage.step_until(kStars, 8, 12 * kStepsPerSecond) < 12 * kStepsPerSecond);
    climbed += stage.mean_row(kStars) <= 114;  // 20 cells
    const std::ptrdiff_t most = std::max({stage.count("gold"), stage.count("ruby"), stage.count("azure")});
    CHECK(stage.count(kStars) - most <= 4);  // its trail is gold
    stage.step(5 * kStepsPerSecond);
    CHECK(stage.count(kStars) <= 2);
  }
  CHECK(climbed >= 18);
}

TEST_CASE("coal beside torches is lit within 16 s and still glows; wax melts over torches and sets again",
          "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage hearth(60, 40, seed), candle(40, 40, seed);
    hearth.rect("stone", {{0, 36}, {59, 39}});
    hearth.rect("coal", {{20, 30}, {39, 35}});
    hearth.rect("torch", {{18, 34}, {19, 35}});
    hearth.rect("torch", {{40, 34}, {41, 35}});
    hearth.step(8 * kStepsPerSecond);
    CHECK(hearth.count("hotcoal") >= 1);
    hearth.step(8 * kStepsPerSecond);
    CHECK(hearth.count("coal") <= 60);
    CHECK(hearth.count("hotcoal") >= 12);
    candle.rect("stone", {{0, 36}, {39, 39}});
    candle.rect("wax", {{10, 26}, {29, 29}});
    candle.rect("torch", {{15, 35}, {24, 35}});
    candle.step(3 * kStepsPerSecond);
    CHECK(candle.count("moltenwax") >= 2);
    candle.rect("air", {{15, 35}, {24, 35}});
    candle.step(9 * kStepsPerSecond);
    CHECK(candle.count("moltenwax") <= 1);
    CHECK(candle.count("wax") >= 68);
  }
}

}  // namespace repose::test
