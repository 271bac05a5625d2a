// The air of conserving: no unit of it is lost, its shocks are round, walls stop it, and what it carries goes where it
// flows; the same on all backends.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/conserving/air.hpp"
#include "automata/explain.hpp"
#include "repose/config.hpp"
#include "repose/edit.hpp"
#include "repose/rng.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_air_test {

namespace {

using Values = std::vector<std::pair<std::string_view, double>>;

using conserving::AirField;
constexpr PlaneSet kStateWithAir = {Plane::cells, Plane::air};

const Ruleset& rules() {
  static const Ruleset all = ruleset_of(R"(
cell air   0 0 0 0.5
cell wall  9 9 9 1
cell sand  9 9 1 0.9
cell water 1 1 9 0.7
cell smoke 5 5 5 0.3
cell bomb  9 1 1 0.8
cell flash 9 5 1 0.2
cell fire  9 3 1 0.25
cell fan   3 9 9 0.95
cell dust  7 7 5 0.6
cell brick 9 4 4 0.97
cell plank 7 5 2 0.96
powder sand
powder bomb
powder dust
liquid water
set loose sand water smoke bomb flash fire dust
swap loose air
swap loose loose
drift dust 0.9
burst bomb 8 flash
decay flash air 0.3
decay fire smoke 0.02
resistance sand 0.7
support brick sand
strength brick 3000
strength plank 1500 dust
air fire 0 0 -20
air fan 0 400 0
wander smoke 0.1
)");
  return all;
}
enum Kind : std::uint8_t { kAir, kWall, kSand, kWater, kSmoke, kBomb, kFlash, kFire, kFan, kDust, kBrick, kPlank };

std::unique_ptr<Solver> made(Backend backend, const World& world, const Values& values = {}, int threads = 1) {
  auto solver = start("conserving", backend, rules(), World(1, 1), threads);
  for (const auto& [name, value] : values) REQUIRE(solver->set_parameter(name, value));
  REQUIRE(solver->upload(world).ok());
  return solver;
}

std::int64_t total_pressure(const World& world) {
  std::int64_t total = 0;
  for (int row = 0; row < air_rows(world); ++row) {
    for (int column = 0; column < air_columns(world); ++column) total += air_at(world, column, row).pressure;
  }
  return total;
}

std::int64_t count_in(const World& world, const CellBox& box, std::uint8_t element) {
  std::int64_t count = 0;
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) count += world.cell(x, y) == element ? 1 : 0;
  }
  return count;
}

// A mix of all kinds, with walls.
World mixed(int width, int height, std::uint32_t seed) {
  World world(width, height);
  for (std::uint32_t i = 0; i < 14; ++i) {
    const std::uint32_t a = mix32(seed * 100 + i), b = mix32(a), c = mix32(b);
    const CellBox box{static_cast<int>(a % static_cast<std::uint32_t>(width)),
                      static_cast<int>(b % static_cast<std::uint32_t>(height)), 2 + static_cast<int>(a >> 28),
                      2 + static_cast<int>(b >> 28)};
    for (int y = box.y; y < std::min(box.y + box.height, height); ++y) {
      for (int x = box.x; x < std::min(box.x + box.width, width); ++x)
        world.cell(x, y) = static_cast<std::uint8_t>(1 + c % 11);
    }
  }
  return world;
}

}  // namespace

TEST_CASE("air: all backends give the same cells and the same air") {
  struct Case {
    int width, height;
    Values values;
  };
  const Case cases[] = {{96, 64, {}},
                        {131, 67, {{"side_borders", 1}, {"top_border", 1}}},
                        {130, 70, {{"side_borders", 2}}},
                        {133, 41, {{"side_borders", 2}, {"wind_right", 70}}},
                        {70, 97, {{"wind_right", -90}, {"wind_down", -50}, {"bottom_border", 1}}},
                        {66, 35, {{"wind_down", 100}, {"side_borders", 3}}},
                        {5, 9, {}},
                        {3, 30, {{"wind_right", 100}}}};
  std::uint32_t seed = 0;
  for (const auto& [width, height, values] : cases) {
    CAPTURE(width, height);
    const World world = mixed(width, height, ++seed);
    std::vector<std::unique_ptr<Solver>> solvers;
    solvers.push_back(made(Backend::scalar, world, values));
    for (const int threads : {1, 3}) solvers.push_back(made(Backend::cpu, world, values, threads));
    for (const auto& solver : solvers) REQUIRE(solver->keep_ledger(true));
    for (std::uint64_t step = 0; step < 120; ++step) {
      if (step == 40) {  // a download and an upload change nothing
        const World now = world_of(*solvers[0]);
        for (const auto& solver : solvers) REQUIRE(solver->upload(now).ok());
      }
      if (step == 60) {
        for (const auto& solver : solvers) {
          solver->apply(PushEdit{{width / 2, height / 2}, {width / 3, height / 3}, 9, BrushShape::round, false, 1, -1});
        }
      }
      if (step == 90) {
        for (const auto& solver : solvers) solver->apply(RectEdit{{1, 1}, {width / 2, 3}, kSmoke, {}});
      }
      for (const auto& solver : solvers) solver->step(seeded(step, 1, 5));
      for (const auto& solver : solvers) {
        CAPTURE(step);
        REQUIRE(world_of(*solver) == world_of(*solvers[0]));
      }
    }
    for (const auto& solver : solvers) check_equal_ledgers(solver->ledger().value(), solvers[0]->ledger().value());
  }
}

TEST_CASE("air: after fifty bombs in a closed world no unit of pressure is lost, and all comes to rest") {
  World world(160, 96);
  fill(world, {0, 80, 160, 16}, kSand);
  fill(world, {60, 20, 2, 50}, kWall);
  const auto solver = made(Backend::cpu, world);
  std::uint64_t step = 0;
  for (int i = 0; i < 50; ++i) {
    solver->apply(RectEdit{{3 * i + 2, 10 + i % 30}, {3 * i + 2, 10 + i % 30}, kBomb, {}});
    solver->step(steps(step, 7));
    step += 7;
  }
  const std::int64_t total = total_pressure(world_of(*solver));
  CHECK(total > 50 * 100 * conserving::kBurstAir);
  for (int i = 0; i < 10; ++i, step += 10000) {
    solver->step(steps(step, 10000));
    REQUIRE(total_pressure(world_of(*solver)) == total);
  }
  CHECK(solver->stats().active_cells == 0);
  CHECK(solver->active_cells().boxes.empty());
}

namespace {

// What Ledger::air of all of these is, which must be the same.
AirLedger air_ledger_of(const std::vector<std::unique_ptr<Solver>>& solvers) {
  const AirLedger first = solvers[0]->ledger().value().air.value();
  for (const auto& solver : solvers) {
    const AirLedger air = solver->ledger().value().air.value();
    CHECK(air.given == first.given);
    CHECK(air.left == first.left);
    CHECK(air.lost() == 0);
    CHECK(air.now == total_pressure(world_of(*solver)));
  }
  return first;
}

std::vector<std::unique_ptr<Solver>> with_ledgers(const World& world, const Values& values) {
  std::vector<std::unique_ptr<Solver>> solvers;
  solvers.push_back(made(Backend::scalar, world, values));
  for (const int threads : {1, 3}) solvers.push_back(made(Backend::cpu, world, values, threads));
  for (const auto& solver : solvers) REQUIRE(solver->keep_ledger(true));
  return solvers;
}

void step_all(const std::vector<std::unique_ptr<Solver>>& solvers, std::uint64_t first, std::uint64_t count) {
  for (const auto& solver : solvers) solver->step(steps(first, count));
}

}  // namespace

TEST_CASE("air: a view shows the air that a download gives, and says when it is still") {
  World world(90, 50);
  world.cell(40, 20) = kBomb;
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    CAPTURE(backend_name(backend));
    const auto solver = made(backend, world, {{"side_borders", 1}});
    for (std::uint64_t step = 0; step < 30; step += 3) {
      solver->step(steps(step, 3));
      const World now = world_of(*solver);
      const AirView air = solver->view().air;
      REQUIRE(air.present());
      REQUIRE(air.columns == air_columns(now));
      REQUIRE(air.rows == air_rows(now));
      REQUIRE_FALSE(air.is_still());
      for (int row = 0; row < air.rows; ++row) {
        for (int column = 0; column < air.columns; ++column) REQUIRE(air.at(column, row) == air_at(now, column, row));
      }
    }
  }
  const auto solver = made(Backend::cpu, World(90, 50));
  solver->step(steps(0, 2));
  CHECK(solver->view().air.is_still());
  CHECK(solver->view().air.at(0, 0) == AirTile{});
  solver->apply(PushEdit{{40, 20}, {45, 20}, 9, BrushShape::round, false, 1, 0});
  CHECK_FALSE(solver->view().air.is_still());
  CHECK_FALSE(made(Backend::cpu, World(3, 60))->view().air.present());
}

TEST_CASE("air: the ledger counts what bombs give, and that nothing leaves a closed world") {
  World world(120, 60);
  fill(world, {0, 50, 120, 10}, kSand);
  const auto solvers = with_ledgers(world, {});
  for (std::uint64_t i = 0; i < 6; ++i) {
    const CellPoint at{10 + 20 * static_cast<int>(i), 20};
    for (const auto& solver : solvers) solver->apply(RectEdit{at, at, kBomb, {}});
    step_all(solvers, 20 * i, 20);
    const AirLedger air = air_ledger_of(solvers);
    CHECK(air.before == 0);
    CHECK(air.given > static_cast<std::int64_t>(i + 1) * 100 * conserving::kBurstAir);
    CHECK(air.left == 0);
  }
  // A ledger that is begun again begins with the air that is there.
  const AirLedger before = air_ledger_of(solvers);
  for (const auto& solver : solvers) REQUIRE(solver->keep_ledger(true));
  CHECK(air_ledger_of(solvers) == AirLedger{before.now, 0, 0, before.now});
}

TEST_CASE("air: the ledger counts what leaves over open borders, also where pressure stays the same") {
  const Ruleset with_vents = ruleset_of(
      "cell air 0 0 0 0.5\ncell vent 3 9 9 1\ncell sink 3 3 9 1\ncell leak 9 9 9 1\n"
      "air vent 30 0 0\nair sink -7 0 0\nair leak 1 0 0\n");
  const auto solvers_of = [&](const World& world) {
    std::vector<std::unique_ptr<Solver>> solvers;
    for (const auto& [backend, threads] : {std::pair(Backend::scalar, 1), {Backend::cpu, 1}, {Backend::cpu, 3}}) {
      solvers.push_back(start("conserving", backend, with_vents, world, threads));
      REQUIRE(solvers.back()->set_parameter("side_borders", 1));
      REQUIRE(solvers.back()->keep_ledger(true));
    }
    return solvers;
  };
  World world(60, 40);
  fill(world, {20, 20, 3, 2}, 1);
  fill(world, {44, 8, 2, 2}, 2);
  const auto solvers = solvers_of(world);
  for (std::uint64_t step = 0; step < 3000; step += 100) step_all(solvers, step, 100);
  const AirLedger air = air_ledger_of(solvers);
  CHECK(air.given == 3000 * (6 * 30 - 4 * 7));
  CHECK(air.left > air.given * 3 / 4);
  // What this cell gives leaves in the same step.
  World leaking(60, 40);
  leaking.cell(0, 10) = 3;
  const auto steady = solvers_of(leaking);
  step_all(steady, 0, 1010);
  CHECK(air_ledger_of(steady) == AirLedger{0, 1010, 1010, 0});
  for (const auto& solver : steady) REQUIRE(solver->keep_ledger(true));
  step_all(steady, 1010, 50);
  CHECK(air_ledger_of(steady) == AirLedger{0, 50, 50, 0});
}

TEST_CASE("air: the ledger counts the same with bombs, fans, Blow and wind in an open world") {
  World world = mixed(130, 70, 77);
  fill(world, {60, 30, 3, 3}, kBomb);
  const auto solvers = with_ledgers(world, {{"side_borders", 1}, {"top_border", 1}, {"wind_right", 40}});
  step_all(solvers, 0, 90);
  for (const auto& solver : solvers) solver->apply(PushEdit{{60, 30}, {70, 40}, 9, BrushShape::round, false, 1, -1});
  step_all(solvers, 90, 200);
  const AirLedger air = air_ledger_of(solvers);
  CHECK(air.given > 100 * conserving::kBurstAir);
  CHECK(air.left != 0);  // the wind brings air in too
}

TEST_CASE("air: the shock of a bomb is round, and reaches 60 cells in 0.6 seconds") {
  constexpr int kSide = 400, kMiddle = 202, kTile = kMiddle / kAirTile;  // the middle of a tile
  World world(kSide, kSide);
  world.cell(kMiddle, kMiddle) = kBomb;
  const auto solver = made(Backend::cpu, world);
  // The steps until the pressure is greatest 60 cells away, or nearly: to the right, up, and on diagonals.
  const CellPoint ways[] = {{15, 0}, {0, -15}, {11, 10}, {-10, -11}, {13, 7}, {-7, 13}};
  std::array<int, 6> arrivals{}, most{};
  for (int step = 0; step < 75; ++step) {
    solver->step(steps(static_cast<std::uint64_t>(step), 1));
    const World now = world_of(*solver);
    for (std::size_t i = 0; i < 6; ++i) {
      const int pressure = air_at(now, kTile + ways[i].x, kTile + ways[i].y).pressure;
      if (pressure > most[i]) most[i] = pressure, arrivals[i] = step + 1;
    }
  }
  const auto [first, last] = std::ranges::minmax(arrivals);
  const auto [weakest, strongest] = std::ranges::minmax(most);
  CAPTURE(first, last, weakest, strongest);
  CHECK(first > 10);
  CHECK((last - first) * 10 <= last);
  CHECK(weakest > 100);
}

TEST_CASE("air: a blast throws sand through a gap, and a wall stops it") {
  for (const bool has_gap : {true, false}) {
    World world(160, 80);
    fill(world, {60, 0, 3, 80}, kWall);
    if (has_gap) fill(world, {60, 66, 3, 14}, kAir);
    for (int y = 76; y < 80; ++y) fill(world, {64, y, y - 67, 1}, kSand);  // a heap at rest
    fill(world, {46, 68, 5, 5}, kBomb);
    const auto solver = made(Backend::cpu, world);
    int farthest = 0;
    for (std::uint64_t step = 0; step < 250; step += 5) {
      solver->step(steps(step, 5));
      const World now = world_of(*solver);
      for (int x = 76; x < 160; ++x) {
        if (count_in_column(now, x, kSand) > 0) farthest = std::max(farthest, x - 75);
      }
    }
    CAPTURE(has_gap, farthest);
    CHECK((has_gap ? farthest > 15 : farthest == 0));
  }
}

TEST_CASE("air: smoke leaves a house by its chimney") {
  World world(120, 120);
  fill(world, {20, 50, 80, 3}, kWall);  // roof
  fill(world, {20, 50, 3, 60}, kWall);  // left wall, over the door
  fill(world, {97, 50, 3, 70}, kWall);
  fill(world, {70, 50, 8, 3}, kAir);
  fill(world, {67, 20, 3, 33}, kWall);  // chimney
  fill(world, {78, 20, 3, 33}, kWall);
  const auto solver = made(Backend::cpu, world, {{"top_border", 1}, {"side_borders", 1}});
  std::int64_t over_chimney = 0, by_door = 0;
  for (std::uint64_t step = 0; step < 2500; ++step) {
    if (step < 600) solver->apply(RectEdit{{50, 110}, {54, 112}, kFire, {}});
    solver->step(steps(step, 1));
    if (step % 4 != 0) continue;
    const World now = world_of(*solver);
    over_chimney += count_in(now, {70, 20, 8, 2}, kSmoke);
    by_door += count_in(now, {18, 53, 2, 67}, kSmoke);
  }
  CAPTURE(over_chimney, by_door);
  CHECK(over_chimney > 100);
  CHECK(over_chimney >= 4 * by_door);
}

TEST_CASE("air: a fan drives smoke through a bent pipe of 60 cells") {
  World world(100, 80);
  std::ranges::fill(world.cells(), kWall);
  fill(world, {0, 0, 20, 80}, kAir);   // a room on the left, one below on the right
  fill(world, {20, 20, 40, 8}, kAir);  // the pipe goes to the right and down
  fill(world, {52, 20, 8, 40}, kAir);
  fill(world, {60, 52, 40, 8}, kAir);
  fill(world, {80, 40, 20, 40}, kAir);
  fill(world, {20, 20, 2, 8}, kFan);
  fill(world, {23, 20, 12, 8}, kSmoke);
  const auto solver = made(Backend::cpu, world, {{"side_borders", 1}});
  std::int64_t most = 0;
  for (std::uint64_t step = 0; step < 1500; step += 5) {
    solver->step(steps(step, 5));
    most = std::max(most, count_in(world_of(*solver), {80, 40, 20, 40}, kSmoke));
  }
  CHECK(most > 5);
}

TEST_CASE("air: rain and smoke lean with the wind, and dust travels") {
  for (const int sign : {1, -1}) {
    const auto solver = made(Backend::cpu, World(200, 100), {{"wind_right", sign * 80.0}});
    solver->step(steps(0, 100));
    solver->apply(RectEdit{{90, 2}, {109, 3}, kWater, {}});
    solver->apply(RectEdit{{90, 95}, {109, 98}, kSmoke, {}});
    solver->apply(RectEdit{{90, 50}, {109, 50}, kDust, {}});
    const auto mean = [&](std::uint8_t element) {
      double sum = 0, count = 0;
      const World now = world_of(*solver);
      for (int x = 0; x < 200; ++x) {
        const auto here = static_cast<double>(count_in_column(now, x, element));
        sum += here * (x - 99.5);
        count += here;
      }
      return sign * sum / count;
    };
    solver->step(steps(100, 40));
    CHECK(mean(kWater) > 3);
    CHECK(mean(kSmoke) > 10);
    CHECK(mean(kDust) > 10);
  }
}

TEST_CASE("air: a mirrored world has mirrored air") {
  World world(96, 64), image(96, 64);
  fill(world, {10, 20, 4, 4}, kFan);
  fill(world, {40, 10, 3, 50}, kWall);
  fill(world, {60, 40, 8, 20}, kSand);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 96; ++x) image.cell(95 - x, y) = world.cell(x, y);
  }
  AirField air(96, 64), mirrored(96, 64);
  air.put(5, 8, {90000, 0, 700});
  mirrored.put(18, 8, {90000, 0, 700});
  const conserving::Rules own(rules());
  Ruleset opposite = rules();
  opposite.elements[kFan].air.right = -opposite.elements[kFan].air.right;
  const conserving::Rules other(opposite);
  const conserving::AirBounds bounds;
  const auto step = [&](AirField& field, const conserving::Rules& of, const World& cells) {
    std::vector<conserving::AirFacts> facts;
    for (int row = 0; row < field.rows(); ++row) {
      for (int column = 0; column < field.columns(); ++column)
        facts.push_back(
            conserving::air_facts(of, field, bounds, column, row, [&](int x, int y) { return cells.cell(x, y); }));
    }
    field.step(facts, bounds);
  };
  for (int i = 0; i < 300; ++i) {
    step(air, own, world);
    step(mirrored, other, image);
  }
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 24; ++column) {
      const AirTile a = air.tile(column, row), b = mirrored.tile(23 - column, row);
      REQUIRE(a.pressure == b.pressure);
      REQUIRE(a.down == b.down);
      if (column < 23) REQUIRE(a.right == -mirrored.tile(22 - column, row).right);
    }
  }
  CHECK(air.tile(12, 3).right != 0);
}

// The mean place of smoke, in columns right of the middle, that a bomb and a fan have blown about. `mirrored`: of the
// mirrored world, so negative.
std::optional<double> place_of_blown_smoke(Solver& solver, std::uint64_t seed, bool mirrored) {
  constexpr int kWidth = 64, kHeight = 48;
  World world(kWidth, kHeight);
  const auto put = [&](CellBox box, std::uint8_t element) {
    if (mirrored) box.x = kWidth - box.x - box.width;
    fill(world, box, element);
  };
  put({20, 20, 24, 8}, kSmoke);
  put({10, 40, 30, 8}, kSand);
  put({44, 30, 2, 10}, kWall);
  put({31, 34, 1, 1}, kBomb);
  REQUIRE(solver.upload(world).ok());
  solver.step(seeded(0, 30, seed));
  double sum = 0, count = 0;
  const World now = world_of(solver);
  for (int x = 0; x < kWidth; ++x) {
    const auto here = static_cast<double>(count_in_column(now, x, kSmoke));
    sum += here * (x - (kWidth - 1) / 2.0);
    count += here;
  }
  if (count == 0) return std::nullopt;
  return mirrored ? -sum / count : sum / count;
}

TEST_CASE("long: mirrored worlds of air differ by chance only, over ten thousand seeds", "[.long]") {
  const auto solver = made(Backend::cpu, World(1, 1));
  double sum = 0, squares = 0, count = 0;
  for (std::uint64_t seed = 1; seed <= 10000; ++seed) {
    const auto own = place_of_blown_smoke(*solver, seed, false), image = place_of_blown_smoke(*solver, seed, true);
    if (!own || !image) continue;
    const double difference = *own - *image;
    sum += difference;
    squares += difference * difference;
    ++count;
  }
  REQUIRE(count > 9000);
  const double mean = sum / count, spread = std::sqrt((squares / count - mean * mean) / count);
  CAPTURE(mean, spread);
  CHECK(spread > 0);
  CHECK(spread < 0.05);
  CHECK(std::abs(mean) < 3 * spread);
}

TEST_CASE("air: Blow moves a third of the loose grains of a heap") {
  World world(160, 60);
  for (int y = 40; y < 60; ++y) fill(world, {60 - (y - 40), y, 2 * (y - 40) + 1, 1}, kSand);
  const auto solver = made(Backend::cpu, world);
  const std::int64_t grains = count_of(world, kSand);
  std::uint64_t step = 0;
  for (int pass = 0; pass < 300; ++pass) {  // two seconds
    const int x = 40 + pass / 8;
    solver->apply(PushEdit{{x, 50}, {x, 50}, 21, BrushShape::round, false, 1, 0, 1, static_cast<std::uint32_t>(pass)});
    if (pass % 6 == 5) continue;  // 250 steps
    solver->step(steps(step++, 1));
  }
  solver->step(steps(step, 300));
  const World now = world_of(*solver);
  std::int64_t far = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 160; ++x) {
      const int away = y < 40 ? 160 : std::abs(x - 60) - (y - 40);  // columns outside the heap as it was
      far += now.cell(x, y) == kSand && away > 5 ? 1 : 0;
    }
  }
  CAPTURE(grains, far);
  CHECK(far * 3 >= grains);
}

// The rules of configs/default.cfg.
const Ruleset& default_rules() {
  static const Ruleset all =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/default.cfg").ruleset.value();
  return all;
}
std::uint8_t element(std::string_view name) {
  const auto& all = default_rules().elements;
  return static_cast<std::uint8_t>(std::ranges::find(all, name, &Element::name) - all.begin());
}

// The steps after which lava that drips into the water of a closed vessel has burst it: the air in it has lost half of
// its pressure. 0: it holds for 40 seconds.
int steps_until_burst(std::string_view matter, int thickness) {
  constexpr int kInside = 40, kHigh = 24, kLeft = 40;
  World world(140, 100);
  fill(world, {0, 96, 140, 4}, element("wall"));
  const CellBox vessel{kLeft, 96 - kHigh - 2 * thickness, kInside + 2 * thickness, kHigh + 2 * thickness};
  fill(world, vessel, element(matter));
  const int x = vessel.x + thickness, y = vessel.y + thickness;
  fill(world, {x, y, kInside, kHigh}, kAir);
  fill(world, {x, y + 16, kInside, 8}, element("water"));
  for (const int at : {12, 26}) world.cell(x + at, y) = element("cloner:lava");
  const auto solver = start("conserving", Backend::cpu, default_rules(), world);
  int most = 0;
  for (int step = 0; step < 40 * 128; step += 16) {
    solver->step(steps(static_cast<std::uint64_t>(step), 16));
    const World now = world_of(*solver);
    const int pressure = air_at(now, (x + kInside / 2) / kAirTile, (y + 4) / kAirTile).pressure;
    most = std::max(most, pressure);
    if (2 * pressure < most && most > 3000) return step;
  }
  return 0;
}

TEST_CASE("air: steam bursts a closed vessel of brick, a thick one later, and none of metal") {
  const int thin = steps_until_burst("brick", 2), thick = steps_until_burst("brick", 8);
  CAPTURE(thin, thick);
  CHECK(thin > 3 * 128);
  CHECK(thin < 9 * 128);
  CHECK(thick > 12 * 128);
  CHECK(thick < 20 * 128);
  CHECK(steps_until_burst("metal", 2) == 0);
}

TEST_CASE("air: a bomb breaks a wooden door and a window near it, and no wall of brick 30 cells away") {
  World world(300, 120);
  fill(world, {0, 110, 300, 10}, element("wall"));
  fill(world, {120, 80, 3, 30}, element("wall"));
  fill(world, {120, 90, 3, 20}, element("wood"));
  fill(world, {70, 80, 3, 30}, element("wall"));
  fill(world, {70, 90, 3, 20}, element("glass"));
  fill(world, {126, 80, 4, 30}, element("brick"));
  fill(world, {95, 108, 2, 2}, element("bomb"));
  world.cell(95, 107) = element("spark");
  const Values open{{"side_borders", 1}, {"top_border", 1}};
  const auto solver = start("conserving", Backend::cpu, default_rules(), World(1, 1));
  for (const auto& [name, value] : open) REQUIRE(solver->set_parameter(name, value));
  REQUIRE(solver->upload(world).ok());
  solver->step(steps(0, 60));
  const World now = world_of(*solver);
  const CellBox all{0, 0, 300, 120};
  CAPTURE(count_in(now, all, element("wood")), count_in(now, all, element("glass")));
  CHECK(count_in(now, all, element("wood")) < 30);
  CHECK(count_in(now, all, element("glass")) < 30);
  CHECK(count_in(now, all, element("sawdust")) + count_in(now, all, element("shards")) > 8);
  for (int y = 80; y < 110; ++y) CHECK(count_in(now, {126, y, 4, 1}, element("brick")) >= 2);
  CHECK(count_in(now, all, element("brick")) > 100);
}

TEST_CASE("air: a vent draws smoke in and swallows it, and a flag streams with the wind") {
  World world(120, 60);
  fill(world, {0, 0, 120, 1}, element("wall"));
  fill(world, {0, 59, 120, 1}, element("wall"));
  fill(world, {90, 1, 2, 8}, element("vent"));
  fill(world, {40, 10, 30, 40}, element("smoke"));
  fill(world, {10, 20, 1, 8}, element("flag"));
  fill(world, {10, 28, 1, 32}, element("wall"));
  World bare = world;
  fill(bare, {90, 1, 2, 8}, kAir);
  const auto solver = start("conserving", Backend::cpu, default_rules(), world);
  const auto without = start("conserving", Backend::cpu, default_rules(), bare);
  for (const auto* each : {&solver, &without}) {
    REQUIRE((*each)->set_parameter("side_borders", 1));
    (*each)->step(steps(0, 200));
  }
  const CellBox all{0, 0, 120, 60};
  const World drawn = world_of(*solver);
  const std::int64_t left = count_in(drawn, all, element("smoke"));
  const std::int64_t usual = count_in(world_of(*without), all, element("smoke"));
  CAPTURE(left, usual);
  CHECK(air_at(drawn, 90 / kAirTile, 1).pressure < 0);
  CHECK(left * 10 < usual * 8);
  REQUIRE(solver->set_parameter("wind_right", 60));
  solver->step(steps(200, 200));
  const World now = world_of(*solver);
  CHECK(count_in(now, {11, 18, 30, 12}, element("pennant")) > 4 * count_in(now, {0, 18, 10, 12}, element("pennant")));
  CHECK(count_in(now, {16, 18, 30, 12}, element("pennant")) > 10);
}

TEST_CASE("air: what it presses on too much breaks at its surface, also where all else rests; then it is loose") {
  World world(40, 40);
  fill(world, {10, 10, 16, 12}, kBrick);
  fill(world, {14, 14, 8, 4}, kAir);
  fill(world, {0, 39, 40, 1}, kWall);
  fill(world, {16, 22, 4, 17}, kWall);
  for (const int column : {4, 5}) put_air(world, column, 3, {20'000, 0, 0});
  const auto scalar = made(Backend::scalar, world), cpu = made(Backend::cpu, world, {}, 2);
  for (std::uint64_t step = 0; step < 400; ++step) {
    scalar->step(steps(step, 1));
    cpu->step(steps(step, 1));
    REQUIRE(world_of(*scalar) == world_of(*cpu));
  }
  const World now = world_of(*cpu);
  CHECK(count_in(now, {0, 0, 40, 40}, kBrick) < 150);
  CHECK(count_in(now, {0, 0, 40, 40}, kBrick) + count_in(now, {0, 0, 40, 40}, kSand) == 160);
  CHECK(air_at(now, 4, 3).pressure < 3000);
}

TEST_CASE("air: an explanation says that the air carries a cell, and what comes of it") {
  World world(120, 120);
  fill(world, {40, 90, 8, 2}, kSmoke);
  const auto solver = made(Backend::cpu, world, {{"wind_right", 100.0}});
  solver->step(steps(0, 60));
  const auto explainer = make_explainer("conserving", rules());
  int carried = 0;
  const World before = world_of(*solver);
  solver->step(steps(60, 1));
  const World after = world_of(*solver);
  for (int y = 0; y < 120; ++y) {
    for (int x = 0; x < 120; ++x) {
      if (before.cell(x, y) == after.cell(x, y)) continue;
      const CellBox box = explainer->window({x, y}, steps(60, 1), *solver, 120, 120);
      const Explanation why = explainer->explain({x, y}, steps(60, 1), *solver, window_of(before, box));
      CHECK(why.next == after.cell(x, y));
      for (const Reason& reason : why.reasons) carried += reason.sentence.starts_with("The air carries smoke") ? 1 : 0;
    }
  }
  CHECK(carried > 4);
}

TEST_CASE("air: rules without sources take the place of rules with some") {
  World world(96, 64);
  fill(world, {20, 30, 4, 8}, kFan);
  fill(world, {40, 30, 20, 20}, kSmoke);
  Ruleset calm = rules();
  for (Element& element : calm.elements) element.air = {};
  const auto scalar = made(Backend::scalar, world), cpu = made(Backend::cpu, world, {}, 3);
  for (const bool with_sources : {true, false, true}) {
    for (const auto* solver : {&scalar, &cpu}) REQUIRE((*solver)->load(with_sources ? rules() : calm).ok());
    for (std::uint64_t step = 0; step < 30; ++step) {
      for (const auto* solver : {&scalar, &cpu}) (*solver)->step(steps(step, 1));
      REQUIRE(world_of(*scalar) == world_of(*cpu));
    }
  }
}

TEST_CASE("air: a world full of fans that is taken over continues as it would have") {
  World world(1200, 16);
  fill(world, {0, 0, 1200, 16}, kFan);
  const auto whole = made(Backend::scalar, world), before = made(Backend::cpu, world, {}, 2);
  for (const auto* solver : {&whole, &before}) (*solver)->step(steps(0, 2000));
  const World half = world_of(*before);
  std::int32_t most = 0;
  for (int column = 0; column < 300; ++column) most = std::max(most, std::abs(air_at(half, column, 1).pressure));
  REQUIRE(most > kAirMost);
  const auto after = made(Backend::cpu, half, {}, 1);
  for (const auto* solver : {&whole, &after}) (*solver)->step(steps(2000, 20));
  CHECK(world_of(*whole) == world_of(*after));
}

TEST_CASE("air: a world without Plane::air is one with still air, and numbers out of range are cut off") {
  World world(40, 40);
  fill(world, {10, 10, 10, 10}, kSmoke);
  World still = world;
  still.add(Plane::air);
  CHECK(hash_world(world, kStateWithAir) == hash_world(still, kStateWithAir));
  World wild = world;
  put_air(wild, 4, 4, {INT32_MAX, INT32_MIN, INT32_MAX});
  put_air(wild, 5, 4, {INT32_MIN, INT32_MIN, INT32_MAX});
  const auto scalar = made(Backend::scalar, wild), cpu = made(Backend::cpu, wild, {}, 2);
  CHECK(air_at(world_of(*cpu), 4, 4) == AirTile{kAirAdmitted, -kAirAdmitted, kAirAdmitted});
  for (std::uint64_t step = 0; step < 200; ++step) {
    scalar->step(steps(step, 1));
    cpu->step(steps(step, 1));
    REQUIRE(world_of(*scalar) == world_of(*cpu));
  }
}

}  // namespace repose::test::conserving_air_test
