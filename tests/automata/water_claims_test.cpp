// What docs/automata.md says about water and no other test checks, with the figures of its table. The large worlds are
// hidden: run all with repose_automata_tests "[claims]".
#include <cmath>
#include <cstdio>

#include "automata/field_support.hpp"
#include "automata/water/water.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::water_claims_test {

namespace {

const Ruleset& rules() {
  static const Ruleset ruleset = ruleset_of(
      "cell air 0 0 0 0.1\ncell stone 9 9 9 1\ncell water 3 6 20 0.5\ncell tap 2 2 2 1\ncell sink 1 1 1 1\n"
      "rule water air air water\nliquid water\nfaucet tap water\ndrain sink\n");
  return ruleset;
}
const std::map<char, std::uint8_t> kLegend = {{'.', 0}, {'#', 1}, {'w', 2}, {'t', 3}, {'s', 4}};

std::unique_ptr<Solver> pool(const World& world, Backend backend = Backend::scalar) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver("water", backend), rules(), world);
}
std::unique_ptr<Solver> pool(const std::vector<std::string>& rows) { return pool(world_from(rows, kLegend)); }

double mass(const World& world, int x, int y) {
  return static_cast<double>(value_at(world, Plane::mass, world.index(x, y))) / kFullCell;
}
double mass(const Solver& solver, int x, int y) { return mass(world_of(solver), x, y); }

water::Flows article_flows() {
  water::Flows flows;
  flows.compress = static_cast<std::int32_t>(std::lround(0.02 * kFullCell));
  flows.min_flow = static_cast<std::int32_t>(std::lround(0.01 * kFullCell));
  flows.share = static_cast<std::uint32_t>(std::llround(0.02 / 1.02 * 4294967296.0));
  return flows;
}

// Levels columns of these masses, top row first, a share of the way.
std::vector<double> levelled(int width, const std::vector<double>& masses, int share, bool* changes = nullptr) {
  FieldPlane cells(width, static_cast<int>(masses.size()) / width, water::kGround);
  for (int i = 0; i < static_cast<int>(masses.size()); ++i)
    cells.at(i % width, i / width) =
        static_cast<std::int32_t>(std::lround(masses[static_cast<std::size_t>(i)] * kFullCell));
  water::Levelling levelling;
  const bool changed = !levelling.run(cells, article_flows(), share).empty();
  if (changes != nullptr) *changes = changed;
  std::vector<double> after;
  for (int i = 0; i < static_cast<int>(masses.size()); ++i)
    after.push_back(static_cast<double>(cells.at(i % width, i / width)) / kFullCell);
  return after;
}

World dam(int width, int height) {
  World world(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width / 4; ++x) world.cell(x, y) = 2;
  }
  return world;
}

// The fullest column less the emptiest, in cells.
double unevenness(const World& world) {
  std::vector<double> columns(static_cast<std::size_t>(world.width()));
  for (std::size_t i = 0; i < world.cell_count(); ++i)
    columns[i % columns.size()] += static_cast<double>(value_at(world, Plane::mass, i)) / kFullCell;
  return *std::ranges::max_element(columns) - *std::ranges::min_element(columns);
}

using Parameters = std::vector<std::pair<const char*, double>>;

// After how many steps all columns of a dam break hold the same within one cell.
int steps_until_level(int width, int height, const Parameters& parameters) {
  const auto solver = pool(dam(width, height), Backend::cpu);
  for (const auto& [name, value] : parameters) REQUIRE(solver->set_parameter(name, value));
  int step = 0;
  while (step < 20'000 && unevenness(world_of(*solver)) > 1) solver->step(steps(static_cast<std::uint64_t>(step++), 1));
  std::printf("dam break %d x %d: level after %d steps\n", width, height, step);
  return step;
}

}  // namespace

TEST_CASE("water: a step is as many passes as the parameter says") {
  const std::vector<std::string> rows = {"..t...", "w.....", "w.....", "w..#..", "w..#.s"};
  const auto many = pool(rows), one = pool(rows);
  REQUIRE(many->set_parameter("passes", 4));
  many->step(steps(0, 25));
  one->step(steps(0, 100));
  CHECK(world_of(*many) == world_of(*one));
}

TEST_CASE("water: a faucet pours its amount into the cell below it, unless that is full") {
  const auto tap = pool({"t", "."});
  for (const double expected : {0.25, 0.5, 0.75, 1.0, 1.0, 1.0}) {
    tap->step(steps(0, 1));
    CHECK(mass(*tap, 0, 1) == expected);
  }
  const auto half = pool({"t", "."});
  REQUIRE(half->set_parameter("pour", 0.5));
  half->step(steps(0, 1));
  CHECK(mass(*half, 0, 1) == 0.5);
}

TEST_CASE("water: split gives the lower of two cells what the table of docs/automata.md says") {
  const water::Flows flows = article_flows();
  const double c = 0.02;
  const auto split = [&](double t) {
    return static_cast<double>(flows.split(static_cast<std::uint32_t>(std::lround(t * kFullCell)))) / kFullCell;
  };
  for (const double t : {0.0, 0.3, 1.0}) CHECK(split(t) == 1);
  for (const double t : {1.1, 1.5, 2.0, 2.01}) CHECK(split(t) == Approx((1 + t * c) / (1 + c)).margin(1e-6));
  for (const double t : {2.02, 3.0, 40.0}) CHECK(split(t) == Approx((t + c) / 2).margin(1e-6));
}

TEST_CASE("water: a flow above min_flow is halved, and a smaller one is not") {
  const auto flow = [](double amount) {
    World world(3, 1);
    set_value(world, Plane::mass, 1, static_cast<std::int32_t>(amount * kFullCell));
    const auto solver = pool(world);
    solver->step(steps(0, 1));
    return mass(*solver, 0, 0);
  };
  CHECK(flow(0.02) == Approx(0.005).margin(1e-6));
  CHECK(flow(0.08) == Approx(0.01).margin(1e-6));
}

TEST_CASE("water: a drain holds nothing and removes what flows in") {
  const auto solver = pool({"w.", "w.", "ws"});
  solver->step(steps(0, 3000));
  const World now = world_of(*solver);
  CHECK(mass(now, 1, 2) == 0);
  CHECK(now.cell(1, 2) == 4);
  CHECK(total_of(now, Plane::mass) < kFullCell / 10);
}

TEST_CASE("water: no flow from above or below brings a cell over 96 full cells, the pressure of 4750 cells") {
  CHECK(water::kPressedMax == 96 * kFullCell);
  CHECK(std::lround(95 / 0.02) == 4750);
  water::Flows flows = article_flows();
  flows.max_speed = 4 * kFullCell;
  flows.min_flow = kFullCell;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const auto random = [&](std::uint32_t which) {
      return static_cast<std::int32_t>(below(random_u32(1, i, which, 0, 7), 100 * kFullCell));
    };
    const std::int32_t above = random(0), here = random(1), under = random(2);
    water::give_flows(
        flows, [&](int, int dy) { return dy < 0   ? above
                                         : dy > 0 ? under
                                                  : here; },
        [&](int dx, int dy, std::int32_t flow) {
          if (dx == 0 && flow > 0) CHECK((dy < 0 ? above : under) + flow <= water::kPressedMax);
        });
  }
}

TEST_CASE("water: it runs any config") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs")) {
    if (entry.path().extension() != ".cfg" && entry.path().extension() != ".txt") continue;
    const ConfigResult config = read_config_file(entry.path());
    REQUIRE(config.ruleset.has_value());
    CHECK(water::make_scalar_solver()->load(*config.ruleset).ok());
    ++count;
  }
  CHECK(count > 8);
}

TEST_CASE("water: every flow counts as moved in the ledger, in units of 2^-24 of a full cell") {
  const auto solver = pool({"w", "."});
  REQUIRE(solver->keep_ledger(true));
  solver->step(steps(0, 1));
  CHECK(solver->ledger()->rows[0].moved == kFullCell / 2);
  CHECK(kFullCell == 1 << 24);
}

TEST_CASE("water: levelling takes what stands: cells on ground, and cells above one that is at least half full") {
  CHECK(levelled(2, {0.3, 0, 0.4, 0}, 256)[0] == Approx(0.3));  // it does not stand
  CHECK(levelled(2, {0.3, 0, 0.4, 0}, 256)[3] == Approx(0.2).margin(1e-5));
  CHECK(levelled(2, {0.3, 0, 0.6, 0}, 256)[3] == Approx(0.45).margin(1e-5));
}

TEST_CASE("water: a levelled body ends in one even surface, each cell as full as the pressure makes it") {
  const std::vector<double> after = levelled(2, {0, 0, 2.5, 0, 2, 0, 1.5, 0}, 256);
  for (std::size_t row = 0; row < 4; ++row) CHECK(after[2 * row] == Approx(after[2 * row + 1]).margin(1e-5));
  CHECK(after[0] == 0);
  CHECK(after[6] > after[4]);
  CHECK(after[4] == Approx(1 + 0.02 * after[2]).margin(1e-4));  // the top row is not full
  CHECK(after[6] == Approx(after[4] + 0.02).margin(1e-4));
}

TEST_CASE("water: each stack moves by the share of the pace, and a body within 1/1024 of a cell is not changed") {
  CHECK(levelled(2, {1, 0}, 64)[0] == Approx(1 - 0.25 * 0.5).margin(1e-5));
  bool changes = true;
  levelled(2, {0.5, 0.5015}, 256, &changes);
  CHECK_FALSE(changes);
  levelled(2, {0.5, 0.504}, 256, &changes);
  CHECK(changes);
}

TEST_CASE("water: how many steps a dam break of 64 x 32 takes to be level", "[claims]") {
  CHECK(steps_until_level(64, 32, {}) == 8877);
  CHECK(steps_until_level(64, 32, {{"passes", 4}}) == 2220);
  CHECK(steps_until_level(64, 32, {{"passes", 16}}) == 555);
  CHECK(steps_until_level(64, 32, {{"levelling", 16}}) == 385);
  CHECK(steps_until_level(64, 32, {{"levelling", 4}}) == 101);
  CHECK(steps_until_level(64, 32, {{"levelling", 1}}) == 26);
}

TEST_CASE("water: how many steps a dam break of 512 x 512 takes to be level with levelling", "[.claims]") {
  CHECK(steps_until_level(512, 512, {{"levelling", 16}}) == 737);
  CHECK(steps_until_level(512, 512, {{"levelling", 4}}) == 437);
  CHECK(steps_until_level(512, 512, {{"levelling", 1}}) == 433);
  CHECK(steps_until_level(512, 512, {{"levelling", 16}, {"levelling_pace", 1}}) == 433);
}

TEST_CASE("water: without levelling a dam break of 512 x 512 is hundreds of cells uneven after 20000 steps",
          "[.claims]") {
  const auto solver = pool(dam(512, 512), Backend::cpu);
  solver->step(steps(0, 20'000));
  const double rest = unevenness(world_of(*solver));
  std::printf("dam break 512 x 512 without levelling: %.1f cells uneven\n", rest);
  CHECK(rest > 200);
}

}  // namespace repose::test::water_claims_test
