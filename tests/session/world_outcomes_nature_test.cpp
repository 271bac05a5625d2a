// What comes of plants, animals, water and acid in the default world, by count.
#include <algorithm>

#include "session/world_outcomes.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr std::string_view kLeaves = "plant newleaf bud branch glowleaf";
constexpr std::string_view kTimber = "wood youngwood limb twig charwood";

// What a burning tree does in 15 seconds.
struct TreeFire {
  int leaves_halved = 0, timber_halved = 0;  // steps until less than half is left
  std::ptrdiff_t most_smoke = 0;
  int highest_smoke = 0;
};

TreeFire watch_tree_fire(OutcomeStage& stage) {
  const int end = 15 * kStepsPerSecond;
  TreeFire fire{end, end, 0, stage.world().height()};
  const std::ptrdiff_t leaves = stage.count(kLeaves), timber = stage.count(kTimber);
  for (int step = 25; step <= end; step += 25) {
    stage.step(25);
    if (2 * stage.count(kLeaves) < leaves) fire.leaves_halved = std::min(fire.leaves_halved, step);
    if (2 * stage.count(kTimber) < timber) fire.timber_halved = std::min(fire.timber_halved, step);
    fire.most_smoke = std::max(fire.most_smoke, stage.count("smoke"));
    fire.highest_smoke = std::min(fire.highest_smoke, stage.top("smoke"));
  }
  return fire;
}

// Ten seeds lie on a strip of `ground`, and after that it rains or not.
OutcomeStage sown(std::string_view ground, bool rains, std::uint64_t seed) {
  OutcomeStage stage(100, 60, seed);
  stage.rect(ground, {{0, 45}, {99, 59}});
  if (rains) stage.rect("cloud", {{10, 4}, {89, 8}});
  for (int x = 12; x < 90; x += 8) stage.rect("seed", {{x, 44}, {x, 44}});
  return stage;
}

// A tub of glass with acid up to row 20. Its inside: columns 4 to 91, rows 8 to 59.
OutcomeStage acid_pool(std::uint64_t seed) {
  OutcomeStage stage(96, 64, seed);
  stage.rect("glass", {{0, 8}, {95, 63}});
  stage.rect("air", {{4, 8}, {91, 59}});
  stage.rect("acid", {{4, 20}, {91, 59}});
  return stage;
}

}  // namespace

TEST_CASE("a sapling on soil grows into a tree, which burns down within 15 s, leaves first, and its smoke thins",
          "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(100, 110, seed);
    stage.rect("dirt", {{0, 100}, {99, 109}});
    stage.dab("sapling", {50, 98}, 3);
    stage.step(14 * kStepsPerSecond);
    const std::ptrdiff_t timber = stage.count(kTimber), leaves = stage.count(kLeaves);
    CHECK(timber >= 50);
    CHECK(leaves >= 80);
    CHECK(stage.top(kLeaves) <= 85);  // at least 15 cells above the soil
    stage.dab_in_air("fire", {50, 96}, 12);
    const TreeFire fire = watch_tree_fire(stage);
    CHECK(fire.leaves_halved < fire.timber_halved);
    CHECK(stage.count(kTimber) <= timber / 20);
    CHECK(stage.count(kLeaves) <= leaves / 10);
    CHECK(fire.most_smoke >= 100);
    CHECK(fire.highest_smoke <= 10);
    CHECK(stage.count("smoke") <= fire.most_smoke / 10);
  }
}

TEST_CASE("seeds grow into flowers on soil, sooner where a cloud rains, and never on stone", "[outcomes]") {
  std::ptrdiff_t wet = 0, dry = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage rain = sown("dirt", true, seed), soil = sown("dirt", false, seed), stone = sown("stone", true, seed);
    for (OutcomeStage* stage : {&rain, &soil, &stone}) stage->step(4 * kStepsPerSecond);
    wet += rain.count("flower bloom stem");
    dry += soil.count("flower bloom stem");
    CHECK(rain.count("flower") >= 15);
    CHECK(rain.count("seed") == 0);
    CHECK(soil.count("seed") >= 1);
    CHECK(stone.count("flower stem bloom sprout") == 0);
    soil.step(11 * kStepsPerSecond);
    CHECK(soil.count("flower") >= 20);
  }
  CHECK(2 * wet >= 3 * dry);
}

TEST_CASE("mites eat a bush, multiply, and starve when it is gone", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(60, 50, seed);
    stage.rect("dirt", {{0, 44}, {59, 49}});
    stage.rect("plant", {{15, 24}, {44, 43}});
    stage.dab("mite", {30, 21}, 4);
    const std::ptrdiff_t mites = stage.count("mite"), leaves = stage.count("plant");
    std::ptrdiff_t most = 0;
    for (int i = 0; i < 5; ++i) {
      stage.step(kStepsPerSecond);
      most = std::max(most, stage.count("mite"));
    }
    CHECK(most >= 10 * mites);
    CHECK(stage.count("plant") <= leaves / 10);
    const int starved = stage.step_until_gone("mite", 20 * kStepsPerSecond);
    CHECK(starved < 20 * kStepsPerSecond);
  }
}

TEST_CASE("mites die in acid within a second, drown in water within two, and live longer in air", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const auto after = [&](std::string_view pool, int seconds) {
      OutcomeStage stage(60, 40, seed);
      stage.rect("glass", {{0, 38}, {59, 39}});
      stage.rect(pool, {{0, 25}, {59, 37}});
      stage.rect("mite", {{20, 18}, {39, 22}});
      stage.step(seconds * kStepsPerSecond);
      return stage.count("mite");
    };
    CHECK(after("acid", 1) == 0);
    CHECK(after("water", 2) <= 2);
    CHECK(after("air", 1) >= 35);
  }
}

TEST_CASE("acid eats wood on all four sides, and sand, and leaves glass and wax alone", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage = acid_pool(seed);
    const Area block{{10, 30}, {39, 49}}, core{{20, 37}, {29, 42}}, beam{{70, 14}, {81, 19}};
    stage.rect("wood", block);
    stage.rect("wood", beam);
    stage.rect("sand", {{44, 40}, {61, 59}});
    stage.rect("wax", {{80, 50}, {85, 55}});
    const std::ptrdiff_t glass = stage.count("glass"), wax = stage.count("wax"), acid = stage.count("acid");
    stage.step(kStepsPerSecond / 4);
    const std::ptrdiff_t width = block.width(), height = block.height();
    CHECK(2 * stage.count("wood", {block.from, {39, 30}}) <= width);
    CHECK(2 * stage.count("wood", {{10, 49}, block.to}) <= width);
    CHECK(2 * stage.count("wood", {block.from, {10, 49}}) <= height);
    CHECK(2 * stage.count("wood", {{39, 30}, block.to}) <= height);
    CHECK(stage.count("wood", core) >= 55);
    CHECK(2 * stage.count("wood", {{70, 19}, beam.to}) <= beam.width());  // eaten from below
    CHECK(stage.count("wood", {beam.from, {81, 14}}) == beam.width());
    stage.step(4 * kStepsPerSecond);
    CHECK(stage.count("wood", block) == 0);
    CHECK(stage.count("sand") == 0);
    CHECK(stage.count("acid") <= acid - 450);  // 960 cells eaten, two for each cell of acid
    CHECK(stage.count("weakacid") > 0);
    CHECK(stage.count("glass") == glass);
    CHECK(stage.count("wax") == wax);
  }
}

TEST_CASE("a cell of acid is used up when it has eaten one or two cells", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(60, 50, seed);
    stage.rect("sand", {{0, 30}, {59, 49}});
    stage.rect("acid", {{20, 20}, {39, 24}});
    stage.step(8 * kStepsPerSecond);
    CHECK(stage.count("acid weakacid") == 0);
    const std::ptrdiff_t eaten = 1200 - stage.count("sand");
    CHECK(eaten >= 150);
    CHECK(eaten <= 200);
  }
}

TEST_CASE("ice freezes some of a pond within 5 s, most of it within 25 s", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(60, 20, seed);
    stage.rect("water", {{0, 8}, {59, 19}});
    stage.rect("ice", {{20, 6}, {39, 8}});
    const std::ptrdiff_t ice = stage.count("ice"), water = stage.count("water");
    stage.step(5 * kStepsPerSecond);
    CHECK(stage.count("ice") >= ice + 40);
    CHECK(stage.count("water") >= water / 2);
    stage.step(20 * kStepsPerSecond);
    CHECK(stage.count("ice") >= ice + water / 2);
  }
}

TEST_CASE("salt and fire melt ice, which keeps by itself", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const auto left = [&](std::string_view above, std::string_view below) {
      OutcomeStage stage(40, 40, seed);
      stage.rect("ice", {{5, 20}, {34, 25}});
      stage.rect(above, {{5, 8}, {34, 19}});
      stage.rect(below, {{5, 30}, {34, 30}});
      stage.step(5 * kStepsPerSecond);
      return stage.count("ice");
    };
    CHECK(left("air", "air") == 180);
    CHECK(left("salt", "air") <= 70);
    CHECK(left("air", "torch") <= 90);
  }
}

TEST_CASE("steam turns to water at once under a cold ceiling, and elsewhere after some seconds", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const auto steam = [&](std::string_view ceiling, int seconds) {
      OutcomeStage stage(60, 50, seed);
      stage.rect(ceiling, {{0, 0}, {59, 3}});
      stage.rect("steam", {{10, 30}, {49, 39}});
      stage.step(seconds * kStepsPerSecond);
      CHECK(stage.count("steam water ice") == 400 + (ceiling == "ice" ? 240 : 0));
      return stage.count("steam");
    };
    for (const std::string_view cold : {"ice", "glass", "metal"}) CHECK(steam(cold, 2) <= 40);
    CHECK(steam("brick", 2) >= 150);
    CHECK(steam("brick", 8) <= 120);
  }
}

TEST_CASE("mercury sinks to the ground under every liquid that is not hot", "[outcomes]") {
  for (const std::string_view liquid :
       {"water", "saltwater", "oil", "acid", "honey", "slime", "mud", "nitrogen", "weakacid"}) {
    CAPTURE(liquid);
    OutcomeStage stage(40, 60, 1);
    stage.rect(liquid, {{0, 30}, {39, 59}});
    stage.rect("mercury", {{0, 20}, {39, 29}});
    stage.step(4 * kStepsPerSecond);
    CHECK(stage.count("mercury", {{0, 49}, {39, 59}}) == 400);
  }
}

TEST_CASE("metal rusts in salt water, in water half as fast, and not in air", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const auto rust = [&](std::string_view liquid, int seconds) {
      OutcomeStage stage(60, 40, seed);
      stage.rect(liquid, {{0, 20}, {59, 39}});
      for (int x = 6; x < 54; x += 6) stage.rect("metal", {{x, 24}, {x + 2, 39}});
      stage.step(seconds * kStepsPerSecond);
      return stage.count("rust");
    };
    CHECK(rust("air", 10) == 0);
    CHECK(rust("saltwater", 3) >= 190);
    CHECK(rust("water", 3) <= 160);
    CHECK(rust("water", 10) >= 190);
  }
}

}  // namespace repose::test
