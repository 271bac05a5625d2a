// What the words of conserving do: bodies that fall as bodies, powders, viscosity, wandering, bursts.
#include <cmath>

#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_words_test {

namespace {

World after(const Ruleset& rules, const World& world, std::uint64_t count) {
  const auto solver = start("conserving", Backend::scalar, rules, world);
  solver->step(steps(0, count));
  return world_of(*solver);
}

void fill_disc(World& world, CellPoint centre, int radius, std::uint8_t element) {
  for (int y = -radius; y <= radius; ++y) {
    for (int x = -radius; x <= radius; ++x) {
      if (x * x + y * y <= radius * radius) world.cell(centre.x + x, centre.y + y) = element;
    }
  }
}

double mean_distance(const World& world, CellPoint from, std::uint8_t element) {
  double sum = 0, count = 0;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      if (world.cell(x, y) != element) continue;
      sum += std::hypot(x - from.x, y - from.y);
      ++count;
    }
  }
  return sum / count;
}

}  // namespace

TEST_CASE("conserving: discs of sand, water and lava fall as the discs that they are") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 9 9 9 0.95\ncell water 1 1 1 0.8\ncell lava 2 2 2 0.9\n"
      "rule sand air air sand\nrule water air air water\nrule lava air air lava\nliquid water\nliquid lava\n"
      "viscosity lava 0.3\n");
  constexpr int kFallen = 80;
  World world(240, 160), fallen(240, 160);
  for (std::uint8_t element = 1; element <= 3; ++element) {
    fill_disc(world, {60 * element, 30}, 25, element);
    fill_disc(fallen, {60 * element, 30 + kFallen}, 25, element);
  }
  CHECK(after(rules, world, kFallen / 2) == fallen);
}

TEST_CASE("conserving: what wanders spreads in all directions, and nothing is lost") {
  const Ruleset rules = ruleset_of("cell air 0 0 0 0.5\ncell gas 1 1 1 0.5\nrule gas air air gas\nwander gas 0.8\n");
  World world(81, 81);
  fill_disc(world, {40, 40}, 5, 1);
  const World now = after(rules, world, 400);
  CHECK(std::ranges::count(now.cells(), 1) == std::ranges::count(world.cells(), 1));
  CHECK(mean_distance(now, {40, 40}, 1) > 12);
  double x_sum = 0, y_sum = 0;
  for (int i = 0; i < 81 * 81; ++i) {
    if (now.cells()[static_cast<std::size_t>(i)] != 1) continue;
    x_sum += i % 81 - 40;
    y_sum += i / 81 - 40;
  }
  CHECK(std::abs(x_sum) < 4 * 81);  // four cells for each of the 81
  CHECK(std::abs(y_sum) < 4 * 81);
}

namespace {

enum : std::uint8_t { kAir, kSand, kBomb, kFire, kWall, kBrick, kIceBomb };

const Ruleset& bomb_rules() {
  static const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 9 9 9 0.95\ncell bomb 1 1 1 0.9\ncell fire 2 2 2 0.05\ncell wall 5 5 5 1\n"
      "cell brick 6 6 6 0.97\nrule sand air air sand\nrule sand fire fire sand\nrule fire air air fire\n"
      "burst bomb 10 fire\nresistance brick 0.5\n");
  return rules;
}

}  // namespace

TEST_CASE("conserving: a burst fills its disc, except what resists, and the ledger counts it") {
  World world(101, 101);
  fill(world, 40, 40, 61, 50, kBrick);
  fill(world, 40, 50, 61, 61, kSand);
  fill(world, 40, 40, 47, 61, kWall);
  world.cell(50, 50) = kBomb;
  const auto solver = start("conserving", Backend::cpu, bomb_rules(), world);
  REQUIRE(solver->keep_ledger(true));
  solver->step(steps(0, 1));
  const World now = world_of(*solver);
  CHECK(count_of(now, kWall) == count_of(world, kWall));
  const auto bricks = static_cast<double>(count_of(world, kBrick));
  const auto burst = bricks - static_cast<double>(count_of(now, kBrick));
  CHECK((burst > 0.2 * bricks && burst < 0.7 * bricks));
  CHECK(count_of(now, kBomb) == 0);
  const Ledger ledger = solver->ledger().value();
  for (const LedgerRow& row : ledger.rows) CHECK(row.lost() == 0);
  CHECK(ledger.rows[kFire].made > 100);
  CHECK(ledger.rows[kBomb].destroyed == 1);
}

TEST_CASE("conserving: the air of a blast carries loose sand outward, eight cells on average") {
  World world(161, 161);
  fill_disc(world, {80, 80}, 15, kSand);
  fill_disc(world, {80, 80}, 10, kAir);
  world.cell(80, 80) = kBomb;
  const World now = after(bomb_rules(), world, 12);
  CHECK(count_of(now, kSand) == count_of(world, kSand));
  CHECK(mean_distance(now, {80, 80}, kSand) > mean_distance(world, {80, 80}, kSand) + 8);
}

TEST_CASE("conserving: of two bursts the nearer one counts, and distant chunks wake") {
  Ruleset rules = bomb_rules();
  rules.elements.push_back(rules.elements[kBomb]);
  rules.elements.back().name = "ice bomb";
  rules.bursts.push_back({kIceBomb, 10, kBrick, 1.0, 0});
  rules.elements[kBomb].density_byte = rules.elements[kIceBomb].density_byte = kWallDensity;
  World world(400, 300);
  world.cell(130, 100) = kBomb;
  world.cell(142, 100) = kIceBomb;
  std::uint64_t expected = 0;
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("conserving", backend, rules, world);
    solver->step(steps(0, 1));
    const World now = world_of(*solver);
    CHECK(now.cell(131, 98) == kFire);
    CHECK(now.cell(141, 98) == kBrick);
    solver->step(steps(1, 60));
    if (backend == Backend::scalar) expected = hash_of(*solver);
    CHECK(hash_of(*solver) == expected);
  }
}

TEST_CASE("conserving: a cell explodes with its probability, and what explodes does not resist") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell bomb 1 1 1 0.9\ncell fire 2 2 2 0.05\nburst bomb 0 fire 0.25\nresistance bomb 1\n");
  World world(200, 100);
  for (std::size_t i = 0; i < world.cell_count(); i += 2) world.cells()[i] = 1;
  const World now = after(rules, world, 1);
  CHECK(std::abs(static_cast<double>(std::ranges::count(now.cells(), 2)) - 2500) < 4 * 43);
}

TEST_CASE("conserving: an element of density 1 resists bursts unless its resistance is given") {
  const std::string cells =
      "cell air 0 0 0 0.1\ncell bomb 1 1 1 0.9\ncell wall 5 5 5 1\ncell brick 6 6 6 0.9\nburst bomb 20 air\n";
  const auto kept = [&](const char* words, std::uint8_t element) {
    World world(41, 41);
    std::ranges::fill(world.cells(), element);
    world.cell(20, 20) = 1;
    return std::ranges::count(after(ruleset_of(cells + words), world, 1).cells(), element);
  };
  const double outside = static_cast<double>(kept("", 3)), inside = 41 * 41 - 1 - outside;
  CHECK(kept("", 2) == 41 * 41 - 1);
  CHECK(std::abs(static_cast<double>(kept("resistance wall 0.25\n", 2)) - outside - inside * 0.25) < 4 * 16);
  CHECK(std::abs(static_cast<double>(kept("resistance brick 0.75\n", 3)) - outside - inside * 0.75) < 4 * 16);
}

TEST_CASE("conserving: between two blasts as near a hash decides, and a cell belongs to one within RADIUS only") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell bomb 1 1 1 0.9\ncell ice 2 2 2 0.5\ncell mine 3 3 3 0.9\ncell fire 4 4 4 0.5\n"
      "burst bomb 6 ice\nburst mine 6 fire\n");
  World world(60, 21);
  world.cell(25, 10) = 1;
  world.cell(35, 10) = 3;
  const auto solver = start("conserving", Backend::scalar, rules, world);
  int iced = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    REQUIRE(solver->upload(world).ok());
    solver->step({0, 1, seed, Bias::left});
    const World now = world_of(*solver);
    CHECK((now.cell(30, 10) == 2 || now.cell(30, 10) == 4));
    CHECK((now.cell(29, 10) == 2 && now.cell(31, 10) == 4));
    iced += now.cell(30, 10) == 2;
  }
  CHECK(std::abs(iced - 50) < 25);
}

}  // namespace repose::test::conserving_words_test
