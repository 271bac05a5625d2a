// What comes of the elements of configs/default.cfg in small worlds, painted by commands as in the app, by count:
// plants, animals, water and acid; fire, lava and explosives; wires, switches, cloners and drains.
#include <algorithm>
#include <sstream>

#include "repose/clip.hpp"
#include "session_support.hpp"

namespace repose::test::world_outcomes_test {

namespace {

constexpr int kStepsPerSecond = 125;

// A rectangle, both corners inclusive.
struct Area {
  CellPoint from, to;
  int width() const { return to.x - from.x + 1; }
  int height() const { return to.y - from.y + 1; }
};

const LoadedRules& default_world() {
  static const LoadedRules rules =
      share_rules(read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/default.cfg").ruleset.value());
  return rules;
}

// Runs on one thread of the cpu backend. Elements are named; `names` is a list with blanks between the names.
class OutcomeStage : TestSession {
 public:
  OutcomeStage(int width, int height, std::uint64_t seed) : TestSession(default_world(), {.seed = seed, .threads = 1}) {
    change(command::NewWorld{width, height});
  }

  void rect(std::string_view name, Area area) {
    change(command::Paint{RectEdit{area.from, area.to, element(name), {}}});
  }
  void line(std::string_view name, CellPoint from, CellPoint to) {
    change(command::Paint{StrokeEdit{from, to, 1, BrushShape::round, element(name), {}}});
  }
  void dab(std::string_view name, CellPoint at, int size, std::optional<std::uint8_t> only_over = {}) {
    change(command::Paint{StrokeEdit{at, at, size, BrushShape::round, element(name), only_over}});
  }
  // Paints only cells that hold air.
  void dab_in_air(std::string_view name, CellPoint at, int size) { dab(name, at, size, element("air")); }
  // A picture of assets/stamps with its top left corner at `at`; its air leaves the world as it is.
  void stamp(const std::string& name, CellPoint at) {
    Clip clip;
    REQUIRE(read_stamp(std::filesystem::path(REPOSE_SOURCE_DIR) / "assets/stamps" / (name + ".png"), session.ruleset(),
                       clip));
    change(command::PasteClip{std::make_shared<const Clip>(std::move(clip)), at});
  }
  void step(int steps) { change(command::Step{static_cast<std::uint64_t>(steps)}); }
  // Steps until `holds()`. Returns the steps; `limit` if it did not come to that.
  template <class Holds>
  int step_until(int limit, const Holds& holds) {
    int steps = 0;
    for (; steps < limit && !holds(); steps += 5) step(5);
    return std::min(steps, limit);
  }
  int step_until_gone(std::string_view names, int limit) {
    return step_until(limit, [&] { return count(names) == 0; });
  }
  // Until there are at least `wanted` of `names`.
  int step_until(std::string_view names, std::ptrdiff_t wanted, int limit) {
    return step_until(limit, [&] { return count(names) >= wanted; });
  }

  std::ptrdiff_t count(std::string_view names) const {
    return count(names, {{0, 0}, {world_.width() - 1, world_.height() - 1}});
  }
  std::ptrdiff_t count(std::string_view names, Area area) const {
    const std::vector<bool> wanted = chosen(names);
    std::ptrdiff_t found = 0;
    for (int y = area.from.y; y <= area.to.y; ++y) {
      for (int x = area.from.x; x <= area.to.x; ++x) found += wanted[world_.cell(x, y)];
    }
    return found;
  }
  // The highest row that holds one of `names`; the height of the world if there is none.
  int top(std::string_view names) const {
    const std::vector<bool> wanted = chosen(names);
    const auto first = std::ranges::find_if(world_.cells(), [&](std::uint8_t cell) { return wanted[cell]; });
    return static_cast<int>(first - world_.cells().begin()) / world_.width();
  }
  // The mean row of the cells. Precondition: there is one.
  double mean_row(std::string_view names) const {
    const std::vector<bool> wanted = chosen(names);
    double rows = 0, cells = 0;
    for (std::size_t i = 0; i < world_.cell_count(); ++i) {
      if (!wanted[world_.cells()[i]]) continue;
      rows += static_cast<double>(i / static_cast<std::size_t>(world_.width()));
      ++cells;
    }
    return rows / cells;
  }
  const World& world() const { return world_; }

 private:
  void change(const Command& command) {
    done(command);
    world_ = session.download();
  }
  // For each element of the rules: is it in the list?
  std::vector<bool> chosen(std::string_view names) const {
    std::vector<bool> result(256);
    std::istringstream words{std::string(names)};
    for (std::string name; words >> name;) result[element(name)] = true;
    return result;
  }

  World world_;  // the session's world, after each change
};

constexpr std::string_view kLeaves = "plant new_leaf bud branch glowing_leaf";
constexpr std::string_view kTimber = "wood young_wood limb twig charred_wood";

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
  int leaves_sooner = 0;  // steps, in all runs together
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
    CHECK(fire.leaves_halved <= fire.timber_halved);
    leaves_sooner += fire.timber_halved - fire.leaves_halved;
    CHECK(stage.count(kTimber) <= timber / 20);
    CHECK(stage.count(kLeaves) <= leaves / 10);
    CHECK(fire.most_smoke >= 100);
    CHECK(fire.highest_smoke <= 10);
    CHECK(stage.count("smoke") <= fire.most_smoke / 10);
  }
  CHECK(leaves_sooner >= 50);
}

TEST_CASE("a thin fuse drawn across burns to its end, and grass that hangs in the air falls", "[outcomes]") {
  OutcomeStage stage(200, 120, 1);
  stage.line("fuse", {20, 100}, {150, 30});
  stage.rect("torch", {{17, 98}, {19, 102}});
  CHECK(stage.step_until_gone("fuse", 60 * kStepsPerSecond) < 60 * kStepsPerSecond);

  OutcomeStage turf(100, 60, 1);
  turf.rect("dirt", {{0, 40}, {39, 59}});
  turf.rect("grass", {{0, 39}, {80, 39}});
  turf.step(4 * kStepsPerSecond);
  CHECK(turf.count("grass", {{45, 0}, {99, 50}}) == 0);
  CHECK(turf.count("grass", {{45, 51}, {99, 59}}) > 20);
  CHECK(turf.count("grass", {{0, 38}, {38, 41}}) > 30);
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
    int seconds = 0;
    for (; seconds < 60 && stage.count("plant") > leaves / 10; ++seconds) {
      stage.step(kStepsPerSecond);
      most = std::max(most, stage.count("mite"));
    }
    CHECK(most >= 5 * mites);
    CHECK((seconds >= 10 && seconds < 60));
    const int starved = stage.step_until_gone("mite", 90 * kStepsPerSecond);
    CHECK(starved < 90 * kStepsPerSecond);
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
    CHECK(stage.count("weak_acid") > 0);
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
    CHECK(stage.count("acid weak_acid") == 0);
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
      stage.rect(above, {{10, 6}, {29, 19}});  // does not slump off the ice
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
       {"water", "saltwater", "oil", "acid", "honey", "slime", "mud", "nitrogen", "weak_acid"}) {
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

// ---- fire, lava and explosives ----

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
    CHECK(stage.count("wood charred_wood") <= 5);
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
      (block == "brick" ? brick : glass) += stage.count(block == "brick" ? "brick rubble" : "glass shards");
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

TEST_CASE("fire in the air burns for a second, sends flames up, and is gone after six", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(80, 100, seed);
    stage.dab("fire", {40, 70}, 12);
    const std::ptrdiff_t painted = stage.count("fire");
    stage.step(60);
    CHECK(2 * stage.count("fire fire2 flame") >= painted);
    CHECK(stage.top("flame") <= 50);
    stage.step(kStepsPerSecond - 60);
    CHECK(4 * stage.count("fire fire2 flame") >= painted);
    stage.step(5 * kStepsPerSecond);
    CHECK(stage.count("fire fire2 flame") == 0);
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
    CHECK(stage.count("oil burning_oil") <= 20);
    stage.step(8 * kStepsPerSecond);
    CHECK(stage.count("oil burning_oil") == 0);
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
    CHECK(sea.count("new_stone stone") >= 50);
    CHECK(sea.count("new_stone stone gravel lava") == 200);
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
    hearth.rect("torch", {{18, 30}, {19, 35}});
    hearth.rect("torch", {{40, 30}, {41, 35}});
    hearth.step(8 * kStepsPerSecond);
    CHECK(hearth.count("glowing_coal") >= 1);
    hearth.step(8 * kStepsPerSecond);
    CHECK(hearth.count("coal") <= 60);
    CHECK(hearth.count("glowing_coal") >= 12);
    candle.rect("stone", {{0, 36}, {39, 39}});
    candle.rect("wall", {{9, 26}, {9, 29}});  // holds the wax
    candle.rect("wax", {{10, 26}, {29, 29}});
    candle.rect("torch", {{15, 35}, {24, 35}});
    std::ptrdiff_t molten = 0;
    for (int i = 0; i < 30; ++i) {
      candle.step(kStepsPerSecond / 10);
      molten = std::max(molten, candle.count("molten_wax"));
    }
    CHECK(molten >= 2);
    candle.rect("air", {{15, 35}, {24, 35}});
    candle.step(9 * kStepsPerSecond);
    CHECK(candle.count("molten_wax") <= 1);
    CHECK(candle.count("wax") >= 68);
  }
}

// ---- wires, switches, cloners and drains ----

namespace {

constexpr std::string_view kCharge = "charge charge2 charge3 charged_switch charged_switch2 charged_switch3";

// Paints some sparks on the left end of a wire. Does the lamp light up within 3 seconds? Waits until it is dark again.
bool pulse_arrives(OutcomeStage& stage) {
  stage.rect("spark", {{10, 22}, {13, 23}});
  const bool lit = stage.step_until("lit_lamp", 1, 3 * kStepsPerSecond) < 3 * kStepsPerSecond;
  stage.step(kStepsPerSecond);
  stage.step_until_gone("lit_lamp dim_lamp dim_lamp2", 12 * kStepsPerSecond);
  return lit;
}

// Paints some sparks on the switch and waits until it has changed.
void press(OutcomeStage& stage) {
  stage.rect("spark", {{31, 21}, {34, 22}});
  stage.step(6 * kStepsPerSecond);
}

}  // namespace

TEST_CASE("a spark at one end of a wire of 100 cells lights the lamp at the other end, and then all is quiet",
          "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(120, 30, seed);
    stage.rect("stone", {{0, 25}, {119, 29}});
    stage.rect("wire", {{10, 24}, {109, 24}});
    stage.rect("lamp", {{110, 20}, {114, 24}});
    stage.rect("spark", {{10, 22}, {13, 23}});
    const int lit = stage.step_until("lit_lamp", 1, 3 * kStepsPerSecond);
    CHECK(lit < 3 * kStepsPerSecond);
    CHECK(lit >= 50);
    CHECK(stage.step_until("lit_lamp dim_lamp dim_lamp2", 20, kStepsPerSecond) < kStepsPerSecond);
    stage.step(8 * kStepsPerSecond);
    CHECK(stage.count(kCharge) == 0);
    CHECK(stage.count("wire") == 100);
    CHECK(stage.count("lamp") == 25);
  }
}

TEST_CASE("a switch stops pulses until a spark turns it on, and stops them again after the next spark", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(70, 30, seed);
    stage.rect("stone", {{0, 25}, {69, 29}});
    stage.rect("wire", {{10, 24}, {29, 24}});
    stage.rect("switch", {{30, 23}, {35, 24}});
    stage.rect("wire", {{36, 24}, {54, 24}});
    stage.rect("lamp", {{55, 21}, {58, 24}});
    CHECK_FALSE(pulse_arrives(stage));
    press(stage);
    CHECK(stage.count("switch_on") == 12);
    CHECK(pulse_arrives(stage));
    press(stage);
    CHECK(stage.count("switch") == 12);
    CHECK_FALSE(pulse_arrives(stage));
  }
}

TEST_CASE("a cloner that water has touched pours water, and a drain swallows water and sand", "[outcomes]") {
  OutcomeStage tap(60, 60, 1);
  tap.rect("cloner", {{27, 20}, {32, 20}});
  tap.step(kStepsPerSecond);
  CHECK(tap.count("cloner") == 6);
  CHECK(tap.count("air cloner") == 3600);
  tap.rect("water", {{27, 18}, {32, 19}});
  tap.step(kStepsPerSecond);
  CHECK(tap.count("water") >= 200);
  CHECK(tap.count("cloner:water") == 6);
  OutcomeStage sink(40, 30, 1);
  sink.rect("drain", {{0, 29}, {39, 29}});
  sink.rect("water", {{0, 19}, {39, 28}});
  sink.rect("sand", {{10, 9}, {29, 18}});
  sink.step(kStepsPerSecond);
  CHECK(sink.count("water sand") == 0);
  CHECK(sink.count("drain") == 40);
}

TEST_CASE("a battery sends pulses again and again, and a fan blows sand away", "[outcomes]") {
  OutcomeStage stage(80, 30, 1);
  stage.rect("stone", {{0, 25}, {79, 29}});
  stage.rect("battery", {{5, 23}, {7, 24}});
  stage.rect("wire", {{8, 24}, {60, 24}});
  stage.rect("lamp", {{61, 21}, {64, 24}});
  int times = 0;
  for (int i = 0; i < 20; ++i) {
    stage.step_until_gone("lit_lamp dim_lamp dim_lamp2", 3 * kStepsPerSecond);
    times += stage.step_until("lit_lamp", 1, 3 * kStepsPerSecond) < 3 * kStepsPerSecond;
  }
  CHECK(times == 20);
  OutcomeStage wind(80, 40, 1);
  wind.rect("stone", {{0, 35}, {79, 39}});
  wind.rect("fan_right", {{20, 25}, {23, 34}});
  wind.rect("sand", {{28, 25}, {37, 34}});
  wind.step(4 * kStepsPerSecond);
  CHECK(wind.count("sand", {{24, 0}, {41, 34}}) <= 20);
}

// ---- structures ----

TEST_CASE("a tower of brick whose foot is gone falls within 0.3 s, and its heap lies still within 7 s", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(120, 110, seed);
    stage.rect("stone", {{0, 100}, {119, 109}});
    stage.rect("brick", {{54, 20}, {65, 99}});
    stage.step(kStepsPerSecond + static_cast<int>(seed) * 7);
    CHECK(stage.count("brick") == 12 * 80);
    stage.rect("air", {{54, 90}, {65, 99}});
    int first = 0;
    for (; first < 2 * kStepsPerSecond && stage.top("brick") == 20; ++first) stage.step(1);
    CHECK(first <= 38);
    stage.step(7 * kStepsPerSecond - first);
    CHECK(stage.count("brick rubble") == 12 * 70);
    CHECK(stage.count("rubble") == 12 * 70);
    CHECK(stage.count("rubble", {{54, 20}, {65, 50}}) == 0);
    const World now = stage.world();
    stage.step(2 * kStepsPerSecond);
    CHECK(std::ranges::equal(stage.world().cells(), now.cells()));
  }
}

namespace {

// A trunk of wood with a crown of plant, on dirt.
OutcomeStage tree(std::uint64_t seed) {
  OutcomeStage stage(100, 110, seed);
  stage.rect("dirt", {{0, 100}, {99, 109}});
  stage.rect("wood", {{48, 50}, {51, 99}});
  stage.dab("plant", {50, 42}, 25);
  stage.step(kStepsPerSecond);
  CHECK(stage.top("plant") <= 31);
  return stage;
}

}  // namespace

TEST_CASE("a tree that is cut through at half its height falls, and its crown is on the ground within 5 s",
          "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage = tree(seed);
    stage.rect("air", {{46, 72}, {53, 77}});
    const int top = stage.top(kLeaves);
    stage.step(5 * kStepsPerSecond);
    CHECK(stage.top(kLeaves) == top + 6);
  }
}

TEST_CASE("a tree that burns through falls down within 10 s, crown and all", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage = tree(seed);
    stage.dab_in_air("fire", {46, 96}, 6);
    const std::ptrdiff_t timber = stage.count("wood");
    stage.step(10 * kStepsPerSecond);
    CHECK(stage.count("wood") < timber / 2);
    CHECK(stage.count("wood plant", {{0, 0}, {99, 60}}) == 0);  // nothing hangs in the air
  }
}

TEST_CASE("a platform of wood painted into the air falls to the ground in one piece", "[outcomes]") {
  OutcomeStage stage(80, 60, 1);
  stage.rect("stone", {{0, 55}, {79, 59}});
  stage.rect("wood", {{20, 10}, {59, 12}});
  stage.step(kStepsPerSecond);
  CHECK(stage.count("wood", {{20, 52}, {59, 54}}) == 120);
}

TEST_CASE("ice and wood float on water, brick and metal sink", "[outcomes]") {
  OutcomeStage stage(120, 40, 1);
  stage.rect("saltwater", {{0, 20}, {119, 39}});
  stage.rect("wood", {{2, 8}, {20, 10}});
  stage.rect("wax", {{32, 8}, {50, 10}});
  stage.rect("metal", {{62, 8}, {80, 10}});
  stage.step(kStepsPerSecond);
  CHECK(stage.count("wood", {{0, 17}, {119, 20}}) == 57);
  CHECK(stage.count("wax", {{0, 17}, {119, 20}}) == 57);
  CHECK(stage.count("metal rust", {{0, 37}, {119, 39}}) == 57);
  OutcomeStage pond(60, 40, 1);
  pond.rect("water", {{0, 20}, {59, 39}});
  pond.rect("ice", {{20, 8}, {39, 11}});
  pond.step(kStepsPerSecond / 2);
  CHECK(pond.count("ice", {{20, 15}, {39, 19}}) >= 70);
}

TEST_CASE("default world: fish swim to both ends of a pond and back, and no cell of fish or water is lost",
          "[outcomes]") {
  OutcomeStage stage(120, 40, 4);
  stage.rect("water", {{0, 10}, {119, 39}});
  stage.dab("fish", {60, 24}, 5);
  const std::ptrdiff_t fish = stage.count("fish"), water = stage.count("water");
  REQUIRE(fish > 10);
  bool was_left = false, was_right = false;
  int most_together = 0;  // that swim in the same direction
  for (int second = 0; second < 30; ++second) {
    stage.step(kStepsPerSecond);
    CHECK(stage.count("fish fish2") == fish);
    CHECK(stage.count("water fin fin2") == water);
    was_left = was_left || stage.count("fish fish2", {{0, 0}, {20, 39}}) > 0;
    was_right = was_right || stage.count("fish fish2", {{99, 0}, {119, 39}}) > 0;
    most_together =
        std::max({most_together, static_cast<int>(stage.count("fish")), static_cast<int>(stage.count("fish2"))});
  }
  CHECK(was_left);
  CHECK(was_right);
  CHECK(most_together * 4 >= fish * 3);
}

TEST_CASE("default world: a worm leaves the place where it was, and the soil behind it is soil again", "[outcomes]") {
  OutcomeStage stage(80, 80, 2);
  stage.rect("dirt", {{0, 0}, {79, 79}});
  stage.rect("worm", {{40, 40}, {40, 40}});
  stage.step(40 * kStepsPerSecond);
  const std::ptrdiff_t length = stage.count("worm_body worm_body2 worm_body3");
  CHECK(stage.count("worm") == 1);
  CHECK((length >= 3 && length <= 20));
  CHECK(stage.count("dirt") + length + 1 == 80 * 80);
  CHECK(stage.count("worm", {{37, 37}, {43, 43}}) == 0);
}

TEST_CASE("default world: ants climb a wall, carry seeds home, and the hill grows by what they bring", "[outcomes]") {
  OutcomeStage stage(160, 60, 3);
  stage.rect("wall", {{0, 50}, {159, 59}});
  for (const int x : {0, 158}) stage.rect("wall", {{x, 0}, {x + 1, 49}});
  stage.rect("brick", {{60, 44}, {63, 49}});
  stage.rect("anthill", {{100, 45}, {108, 49}});
  stage.rect("seed", {{30, 49}, {45, 49}});
  for (int x = 6; x < 24; x += 3) stage.rect("ant", {{x, 49}, {x, 49}});
  const std::ptrdiff_t hill = stage.count("anthill"), ants = stage.count("ant");
  const std::string_view walkers = "ant ant2 ant3 ant4", laden = "laden_ant laden_ant2 laden_ant3 laden_ant4";
  const auto matter = [&] {
    return stage.count(walkers) + stage.count("seed anthill") + 2 * stage.count(laden) +
           2 * stage.count("fed_anthill brood");
  };
  const std::ptrdiff_t before = matter();
  const int steps = stage.step_until("anthill", hill + 6, 180 * kStepsPerSecond);
  CHECK(steps < 180 * kStepsPerSecond);
  CHECK(matter() == before);
  CHECK(stage.count(walkers) + stage.count(laden) >= ants);
}

TEST_CASE("default world: birds rest on a tree, and a fire in it burns at most one of eight", "[outcomes]") {
  OutcomeStage stage(200, 120, 5);
  stage.rect("wall", {{0, 110}, {199, 119}});
  stage.rect("wood", {{98, 70}, {101, 109}});
  stage.rect("plant", {{88, 60}, {111, 72}});
  for (int i = 0; i < 8; ++i) stage.rect("bird", {{60 + 10 * i, 50}, {60 + 10 * i, 50}});
  const std::string_view birds = "bird bird2 bird3 bird4 bird5 bird6";
  const int until_rest = stage.step_until("bird3 bird4", 2, 60 * kStepsPerSecond);
  CHECK(until_rest < 60 * kStepsPerSecond);
  stage.dab_in_air("fire", {100, 56}, 9);
  stage.step(8 * kStepsPerSecond);
  CHECK(stage.count(birds) >= 7);
}

TEST_CASE("default world: birds flee from smoke, and not from air", "[outcomes]") {
  const auto frightened = [](std::string_view beside) {
    OutcomeStage stage(120, 3, 1);
    stage.rect("wall", {{0, 0}, {119, 2}});
    for (int x = 0; x < 120; x += 3) {
      stage.rect("bird", {{x, 1}, {x, 1}});
      stage.rect(beside, {{x + 1, 1}, {x + 1, 1}});
    }
    stage.step(20);
    return stage.count("bird5 bird6");
  };
  CHECK(frightened("smoke") >= 20);
  CHECK(frightened("air") <= 4);
}

TEST_CASE("default world: a tower that falls puffs dust, which is gone after some seconds", "[outcomes]") {
  OutcomeStage stage(120, 100, 1);
  stage.rect("wall", {{0, 90}, {119, 99}});
  stage.rect("brick", {{56, 20}, {63, 60}});
  const int steps = stage.step_until("dust", 20, 10 * kStepsPerSecond);
  CHECK(steps < 10 * kStepsPerSecond);
  CHECK(stage.count("brick rubble fresh_rubble") == 8 * 41);
  stage.step(12 * kStepsPerSecond);
  CHECK(stage.count("dust fresh_rubble") == 0);
}

}  // namespace repose::test::world_outcomes_test
