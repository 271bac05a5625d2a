// The rules of pressure water, as masses before and after.
#include "automata/field_support.hpp"
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

TEST_CASE("taps pour and sinks swallow") {
  const auto tap = pool({"t", ".", "."});
  tap->step(steps(0, 200));
  CHECK(total(*tap) > 2);
  const auto sink = pool({"w", "w", "s"});
  sink->step(steps(0, 2000));
  CHECK(total(*sink) < 0.01);
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

}  // namespace repose::test::water_rules_test
