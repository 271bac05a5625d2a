// The rules of pressure water, as masses before and after; against the article in floating point; on scalar and cpu.
#include <cmath>
#include <cstdio>

#include "automata/field_support.hpp"
#include "automata/golden.hpp"
#include "automata/water/water.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::water_rules_test {

namespace {

const Ruleset& wet_ruleset() {
  static const Ruleset ruleset = ruleset_of(R"(
cell air    0 0 0       0.1
cell stone  90 90 90    1
cell water  30 60 200   0.5
cell tap    200 200 200 1
cell sink   10 10 10    1
cell sand   200 180 90  0.9
cell steam  220 220 220 0.05
rule water air air water
rule sand air air sand
rule steam air air steam
liquid water
faucet tap water
drain sink
)");
  return ruleset;
}

// Letters: . air, # stone, w a full cell of water, t tap, s sink.
const std::map<char, std::uint8_t> kLegend = {{'.', 0}, {'#', 1}, {'w', 2}, {'t', 3}, {'s', 4}, {'d', 5}, {'m', 6}};

std::unique_ptr<Solver> pool(const std::vector<std::string>& rows) {
  auto solver = water::make_scalar_solver();
  REQUIRE(solver->load(wet_ruleset()).ok());
  REQUIRE(solver->upload(world_from(rows, kLegend)).ok());
  return solver;
}

double mass(const World& world, int x, int y) {
  return static_cast<double>(value_at(world, Plane::mass, world.index(x, y))) / kFullCell;
}
double total(const Solver& solver) { return static_cast<double>(total_of(world_of(solver), Plane::mass)) / kFullCell; }

std::unique_ptr<Solver> field_on_cpu(const World& world) {
  return test::start("water", Backend::cpu, wet_ruleset(), world);
}

World after(Solver& solver, std::uint64_t count) {
  solver.step(steps(0, count));
  return world_of(solver);
}

}  // namespace

TEST_CASE("water falls into an empty cell, half of it in a step") {
  const auto solver = pool({"w", "."});
  const World world = after(*solver, 1);
  CHECK(mass(world, 0, 0) == 0.5);
  CHECK(mass(world, 0, 1) == 0.5);
}

TEST_CASE("water spreads to both sides, the left one first") {
  const auto solver = pool({".w."});
  const World world = after(*solver, 1);
  CHECK(mass(world, 0, 0) == 0.125);
  CHECK(mass(world, 1, 0) == 0.75);
  CHECK(mass(world, 2, 0) == 0.125);
}

TEST_CASE("a lower cell holds more than the one above it, by the compression") {
  const auto solver = pool({"w", "w", "w", "."});
  const World world = after(*solver, 4000);
  CHECK(mass(world, 0, 3) - mass(world, 0, 2) == Approx(0.02).margin(1e-4));
  CHECK(mass(world, 0, 2) > 1);
  CHECK(total(*solver) == 3);
}

TEST_CASE("water under pressure rises in the other arm") {
  const auto solver = pool({"w#.", "w#.", "w#.", "w#.", "w#.", "w.."});
  const World world = after(*solver, 3000);
  double left = 0, right = 0;
  for (int y = 0; y < 5; ++y) {
    left += mass(world, 0, y);
    right += mass(world, 2, y);
  }
  CHECK(left == Approx(right).margin(0.01));
  CHECK(total(*solver) == 6);
}

TEST_CASE("ground keeps water out, and without walls the edge swallows it") {
  CHECK(mass(after(*pool({"w#", "##"}), 50), 0, 0) == 1);
  const auto open = pool({".w."});
  open->set_parameter("walls", 0);
  open->step(steps(0, 500));
  CHECK(total(*open) < 0.01);
}

TEST_CASE("painting water fills cells, painting ground removes water, painting air removes both") {
  const auto solver = pool({"..", ".."});
  solver->apply(RectEdit{{0, 0}, {1, 0}, 2, {}});
  CHECK(total(*solver) == 2);
  solver->apply(RectEdit{{0, 0}, {0, 0}, 1, {}});
  CHECK(total(*solver) == 1);
  CHECK(world_of(*solver).cell(0, 0) == 1);
  solver->apply(RectEdit{{0, 0}, {1, 1}, 0, {}});
  CHECK(total(*solver) == 0);
  CHECK(world_of(*solver).cell(0, 0) == 0);
}

TEST_CASE("amounts of water pour into open cells only, up to the most that a cell takes") {
  const auto solver = pool({".#"});
  const auto amount = [](std::int32_t units) {
    return amount_stroke({{0, 0}, {1, 0}, 1, BrushShape::round, 0, {}}, Plane::mass, units, 2, 1);
  };
  solver->apply(amount(kFullCell / 2));
  CHECK(total(*solver) == 0.5);
  for (int k = 0; k < 3; ++k) solver->apply(amount(kMassMax));
  CHECK(total(*solver) == 32);
  solver->apply(amount(-kMassMax));
  CHECK(total(*solver) == 0);
}

TEST_CASE("water under pressure is the same after download and upload, and after more is poured into it") {
  World world(1, 3);
  const double masses[] = {31, 50, 110};
  for (std::size_t i = 0; i < 3; ++i)
    set_value(world, Plane::mass, i, static_cast<std::int32_t>(masses[i] * kFullCell));
  const auto solver = pool({"."});
  REQUIRE(solver->upload(world).ok());
  const World first = world_of(*solver);
  for (int y = 0; y < 3; ++y) CHECK(mass(first, 0, y) == masses[y]);
  const auto pour = [&](double cells) {
    const auto units = static_cast<std::int32_t>(cells * kFullCell);
    solver->apply(amount_stroke({{0, 0}, {0, 2}, 1, BrushShape::round, 0, {}}, Plane::mass, units, 1, 3));
    return world_of(*solver);
  };
  const World fuller = pour(2), emptier = pour(-1);
  CHECK(mass(fuller, 0, 0) == 32);
  CHECK(mass(fuller, 0, 1) == 50);
  CHECK(mass(fuller, 0, 2) == 110);
  CHECK(mass(emptier, 0, 2) == 109);
}

TEST_CASE("what falls or never moves becomes ground and comes back, liquids become mass, gases vanish") {
  const auto solver = pool({"dm#w"});
  const World world = world_of(*solver);
  CHECK(rows_of(world, kLegend) == std::vector<std::string>{"d.#w"});
  CHECK(mass(world, 3, 0) == 1);
}

TEST_CASE("a cell with no more than the least mass counts as air and keeps its water") {
  const auto solver = pool({"."});
  solver->apply(amount_stroke({{0, 0}, {0, 0}, 1, BrushShape::round, 0, {}}, Plane::mass, 1000, 1, 1));
  CHECK(world_of(*solver).cell(0, 0) == 0);
  CHECK(total_of(world_of(*solver), Plane::mass) == 1000);
  solver->set_parameter("min_mass", 0);
  CHECK(world_of(*solver).cell(0, 0) == 2);
}

namespace {
// The amount in each column of a world, in cells.
std::vector<double> columns_of(const World& world) {
  std::vector<double> columns(static_cast<std::size_t>(world.width()));
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    columns[i % columns.size()] += static_cast<double>(value_at(world, Plane::mass, i)) / kFullCell;
  }
  return columns;
}

World levelled(const std::vector<std::string>& rows, double pace, std::uint64_t count) {
  const auto solver = pool(rows);
  const std::int64_t before = total_of(world_of(*solver), Plane::mass);
  solver->set_parameter("levelling", 1);
  solver->set_parameter("levelling_pace", pace);
  solver->step(steps(0, count));
  CHECK(total_of(world_of(*solver), Plane::mass) == before);
  return world_of(*solver);
}
}  // namespace

TEST_CASE("levelling takes a body of water to its level in a step, through a tube and past a ceiling") {
  const World end = levelled({"ww#....#", "ww#....#", "ww#.##.#", "ww#.##.#", "wwwwwwww"}, 1, 1);
  const auto columns = columns_of(end);
  for (const int x : {1, 3, 6}) CHECK(columns[static_cast<std::size_t>(x)] == Approx(columns[0]).margin(0.001));
  CHECK(columns[7] == Approx(1).margin(0.1));  // under a ceiling: as full as the pressure allows
  CHECK(columns[7] > 1);
}

TEST_CASE("levelling takes no water over a sill that it does not reach") {
  const auto brim = columns_of(levelled({"www.....", "www#....", "www#....", "####....", "####..w."}, 1, 1));
  CHECK(brim[0] == Approx(2.75).margin(0.1));
  CHECK(brim[3] == Approx(0.75).margin(0.1));  // on the sill
  CHECK(brim[4] + brim[5] + brim[6] + brim[7] == Approx(1));
  const auto apart = columns_of(levelled({".....", "ww#..", "ww#..", "ww#.w"}, 1, 30));
  CHECK(apart[0] == Approx(3).margin(0.05));
  CHECK(apart[3] == Approx(0.5).margin(0.05));
}

TEST_CASE("levelling at a slow pace and a fast one ends at the same level") {
  const std::vector<std::string> rows = {"ww......", "ww......", "ww..#...", "ww..#..."};
  const auto slow = columns_of(levelled(rows, 0.01, 4000)), fast = columns_of(levelled(rows, 1, 400));
  for (std::size_t x = 0; x < slow.size(); ++x) CHECK(slow[x] == Approx(fast[x]).margin(0.01));
}

TEST_CASE("settling turns masses into cells that hold the same volume, column by column") {
  World world = world_from({".", "w", "w", "#", "w"}, kLegend);
  world.add(Plane::mass);
  const double masses[] = {0.3, 0.9, 1.2, 0, 0.4};
  for (std::size_t i = 0; i < 5; ++i)
    set_value(world, Plane::mass, i, static_cast<std::int32_t>(masses[i] * kFullCell));
  water::settle_mass(world, wet_ruleset());
  CHECK(rows_of(world, kLegend) == std::vector<std::string>{".", "w", "w", "#", "."});
  CHECK_FALSE(world.has(Plane::mass));
}

// ---- what docs/automata.md says, with the figures of its table. The large worlds are hidden: run all with
// repose_automata_tests "[claims]". ----

namespace {

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
  const std::vector<double> columns = columns_of(world);
  return *std::ranges::max_element(columns) - *std::ranges::min_element(columns);
}

using Parameters = std::vector<std::pair<const char*, double>>;

// After how many steps all columns of a dam break hold the same within one cell.
int steps_until_level(int width, int height, const Parameters& parameters) {
  const auto solver = field_on_cpu(dam(width, height));
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
    CHECK(mass(world_of(*tap), 0, 1) == expected);
  }
  const auto half = pool({"t", "."});
  REQUIRE(half->set_parameter("pour", 0.5));
  half->step(steps(0, 1));
  CHECK(mass(world_of(*half), 0, 1) == 0.5);
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
    const auto solver = pool({"..."});
    REQUIRE(solver->upload(world).ok());
    solver->step(steps(0, 1));
    return mass(world_of(*solver), 0, 0);
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
  const auto solver = field_on_cpu(dam(512, 512));
  solver->step(steps(0, 20'000));
  const double rest = unevenness(world_of(*solver));
  std::printf("dam break 512 x 512 without levelling: %.1f cells uneven\n", rest);
  CHECK(rest > 200);
}

}  // namespace repose::test::water_rules_test

// ---- pressure water in fixed point against the article's definition in floating point ----

namespace repose::test::water_float_test {

namespace {

constexpr double kCompress = 0.02, kMinFlow = 0.01, kMaxSpeed = 1.0;
constexpr double kUnit = 1.0 / kFullCell;

double split(double total) {
  if (total <= 1) return 1;
  if (total < 2 + kCompress) return (1 + total * kCompress) / (1 + kCompress);
  return (total + kCompress) / 2;
}

// Cells of ground are negative. The world is surrounded by walls.
struct FloatWater {
  int width, height;
  std::vector<double> mass;
  std::vector<bool> either_branch = std::vector<bool>(mass.size(), false);  // a flow near MinFlow has changed this cell

  double at(int x, int y) const { return x < 0 || y < 0 || x >= width || y >= height ? -1 : mass[index(x, y)]; }
  std::size_t index(int x, int y) const { return static_cast<std::size_t>(y * width + x); }

  // The mass that is left after such a flow determines the later flows, to the other neighbours.
  void mark_around(int x, int y) {
    for (const CellPoint p :
         {CellPoint{x, y}, CellPoint{x, y - 1}, CellPoint{x, y + 1}, CellPoint{x - 1, y}, CellPoint{x + 1, y}}) {
      if (p.x >= 0 && p.y >= 0 && p.x < width && p.y < height) either_branch[index(p.x, p.y)] = true;
    }
  }

  void step() {
    std::vector<double> next = mass;
    const std::vector<double> old = mass;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const double own = at(x, y);
        if (own <= 0) continue;
        double rest = own;
        const auto give = [&](int to_x, int to_y, double flow, double limit) {
          if (std::abs(flow - kMinFlow) < 8 * kUnit) mark_around(x, y);
          if (flow > kMinFlow) flow *= 0.5;
          flow = std::clamp(flow, 0.0, std::min(limit, rest));
          rest -= flow;
          next[index(x, y)] -= flow;
          next[index(to_x, to_y)] += flow;
        };
        if (const double below = at(x, y + 1); below >= 0) give(x, y + 1, split(rest + below) - below, kMaxSpeed);
        for (const int side : {x - 1, x + 1}) {
          if (at(side, y) >= 0 && rest > 0) give(side, y, (own - at(side, y)) / 4, rest);
        }
        if (const double above = at(x, y - 1); above >= 0 && rest > 0)
          give(x, y - 1, rest - split(rest + above), kMaxSpeed);
      }
    }
    mass = next;
  }
};

// Walls and floors with holes; up to three full cells of water in a cell.
World rough_pool(int width, int height, std::uint64_t seed) {
  World world(width, height);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(seed, 0, static_cast<std::uint32_t>(i), 0, 7);
    if (random % 16 == 0) world.cells()[i] = wall;
    const std::uint32_t amount = mix32(random) % 4 == 0 ? 0 : below(mix32(random), 3 * kFullCell);
    set_value(world, Plane::mass, i, world.cells()[i] == wall ? 0 : static_cast<std::int32_t>(amount));
  }
  return world;
}

FloatWater float_water(const World& world) {
  FloatWater water{world.width(), world.height(), {}};
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    water.mass.push_back(world.cells()[i] == wall ? -1 : value_at(world, Plane::mass, i) * kUnit);
  }
  water.either_branch.assign(water.mass.size(), false);
  return water;
}

std::unique_ptr<Solver> fixed_water(const World& world) {
  auto solver = water::make_cpu_solver({1});
  REQUIRE(solver->load(swapping_ruleset()).ok());
  REQUIRE(solver->upload(world).ok());
  return solver;
}

}  // namespace

TEST_CASE("one step of water is within four units of the definition in floating point") {
  std::size_t cells = 0, either = 0;
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    World world = rough_pool(64, 64, seed);
    const auto solver = fixed_water(world);
    for (std::uint64_t step = 0; step < 40; ++step) {
      FloatWater reference = float_water(world);
      reference.step();
      solver->step(steps(step, 1));
      solver->download(world);
      for (std::size_t i = 0; i < world.cell_count(); ++i) {
        if (reference.mass[i] < 0) continue;
        ++cells;
        either += reference.either_branch[i];
        if (!reference.either_branch[i])
          worst = std::max(worst, std::abs(reference.mass[i] / kUnit - value_at(world, Plane::mass, i)));
      }
      for (std::size_t i = 0; i < world.cell_count(); ++i) {
        if (reference.mass[i] < 0) world.cells()[i] = wall;
      }
    }
  }
  CHECK(worst <= 4);
  CHECK(static_cast<double>(either) < 0.001 * static_cast<double>(cells));
}

}  // namespace repose::test::water_float_test

// Pressure water's cpu backend gives the bytes of the scalar one, and no water is lost.

namespace repose::test::water_exact_test {

namespace {

std::unique_ptr<Solver> on_cpu(const World& world, int threads) {
  return field_solver("water", Backend::cpu, world, threads);
}

World dam(int side) {
  World world(side, side);
  for (int y = side / 4; y < side; ++y) {
    for (int x = 0; x < side / 3; ++x) world.cell(x, y) = Matter::water;
  }
  return world;
}

}  // namespace

// Without limits the sum of two masses overflowed here: the pressed cells threw their water up, and cpu differed.
TEST_CASE("water under the highest pressure runs the same on scalar and cpu, and none is lost") {
  for (const auto& [width, height] : kFieldSizes) {
    INFO(width << " x " << height);
    SolverGroup solvers = field_solvers("water", pressed_pool(width, height, 8), 2);
    const std::int64_t total = total_of(world_of(solvers[0]), Plane::mass);
    solvers.set("max_compress", 0.5);
    solvers.set("max_speed", 4);
    solvers.set("min_flow", 1);
    for (const std::uint64_t count : {1, 5, 30}) {
      solvers.step_equally(count);
      const World now = world_of(solvers[0]);
      CHECK(total_of(now, Plane::mass) == total);
      for (std::size_t i = 0; i < now.cell_count(); ++i) REQUIRE(value_at(now, Plane::mass, i) <= kMassHeldMax);
    }
  }
}

TEST_CASE("a closed column of 32 full cells each takes no more pressure than a cell holds") {
  World world(1, 400);
  for (std::size_t i = 0; i < world.cell_count(); ++i) set_value(world, Plane::mass, i, kMassMax);
  SolverGroup solvers = field_solvers("water", world, 1);
  for (const auto& [name, value] : {std::pair{"max_compress", 0.5}, {"max_speed", 4}, {"min_flow", 1}, {"passes", 64}})
    solvers.set(name, value);
  solvers.step_equally(400);
  const World now = world_of(solvers[0]);
  CHECK(total_of(now, Plane::mass) == 400 * std::int64_t{kMassMax});
  CHECK(value_at(now, Plane::mass, 399) > 70 * kFullCell);
  for (std::size_t i = 1; i < 400; ++i) CHECK(value_at(now, Plane::mass, i) >= value_at(now, Plane::mass, i - 1));
}

TEST_CASE("a dam break keeps its total and gives one hash on any number of threads", "[golden]") {
  const std::uint64_t hash = run_on_threads("water", dam(256), Plane::mass, 100, 1500);
  check_golden("water/dam/256x256/1600", hash);
}

TEST_CASE("a tube of 34 by 34 with arms 14 wide is level when it comes to rest") {
  World world(34, 34);
  for (int y = 0; y < 34; ++y) {
    for (int x = 0; x < 34; ++x) {
      if (x >= 14 && x < 20 && y < 16) world.cell(x, y) = wall;
      if (x < 14 && y >= 2) world.cell(x, y) = Matter::water;
    }
  }
  const auto cpu = on_cpu(world, 1);
  std::uint64_t step = 0;
  for (; step < 200000 && cpu->stats().active_cells > 0; step += 1000) cpu->step(steps(step, 1000));
  CHECK(cpu->stats().active_cells == 0);
  const World end = world_of(*cpu);
  double least = 1e9, most = 0;
  for (int x = 0; x < 34; ++x) {
    if (x >= 14 && x < 20) continue;
    double column = 0;
    for (int y = 0; y < 34; ++y) column += static_cast<double>(value_at(end, Plane::mass, end.index(x, y))) / kFullCell;
    least = std::min(least, column);
    most = std::max(most, column);
  }
  INFO("at rest before step " << step);
  CHECK(most - least < 0.001);
}

TEST_CASE("a dam break of 512 x 512 keeps its total and gives one hash on any number of threads", "[.long]") {
  run_on_threads("water", dam(512), Plane::mass, 2000, 500);
}

}  // namespace repose::test::water_exact_test
