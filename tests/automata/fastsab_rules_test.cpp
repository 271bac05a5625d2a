// The rules of fastsab as pictures, on both backends.
#include <cmath>

#include "automata/automaton_support.hpp"
#include "repose/config.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::fastsab_rules_test {

namespace {

enum Substance : std::uint8_t { nothing, grit, liquid, stone, cement, acid, dirt, barrier };
using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', nothing}, {'s', grit}, {'w', liquid}, {'c', stone},
                                              {'m', cement},  {'a', acid}, {'d', dirt},   {'#', barrier}};

const Ruleset& seven() {
  static const Ruleset rules =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/fastsab.cfg").ruleset.value();
  return rules;
}

std::unique_ptr<Solver> start(Backend backend, const World& world, const std::vector<std::string>& off_or_on = {}) {
  static const Registry registry = make_registry();
  auto solver = make_solver(*registry.solver("fastsab", backend), seven(), world);
  for (const std::string& word : off_or_on) {
    const std::size_t equals = word.find('=');
    REQUIRE(solver->set_parameter(word.substr(0, equals), std::stod(word.substr(equals + 1))));
  }
  return solver;
}

StepSpan seeded(std::uint64_t seed, std::uint64_t count = 1, std::uint64_t first = 0) {
  StepSpan span = steps(first, count);
  span.seed = seed;
  return span;
}

// Checks the result of `count` steps for many seeds.
void check_always(const Rows& before, std::uint64_t count, const Rows& expected,
                  const std::vector<std::string>& parameters = {}) {
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto solver = start(backend, world_from(before, kLegend), parameters);
      solver->step(seeded(seed, count));
      INFO(backend_name(backend) << ", seed " << seed);
      REQUIRE(rows_of(world_of(*solver), kLegend) == expected);
    }
  }
}

// How often each picture is the result of one step, over `trials` seeds.
std::map<Rows, int> outcomes(const Rows& before, int trials, const std::vector<std::string>& parameters = {}) {
  std::map<Rows, int> counts;
  const auto solver = start(Backend::cpu, world_from(before, kLegend), parameters);
  for (int seed = 1; seed <= trials; ++seed) {
    REQUIRE(solver->upload(world_from(before, kLegend)).ok());
    solver->step(seeded(static_cast<std::uint64_t>(seed)));
    ++counts[rows_of(world_of(*solver), kLegend)];
  }
  return counts;
}

// Within three standard errors of a binomial.
void check_share(int count, int trials, double p) {
  INFO(count << " of " << trials << ", expected " << p * trials);
  CHECK(std::abs(count - p * trials) <= 3 * std::sqrt(trials * p * (1 - p)));
}

}  // namespace

TEST_CASE("fastsab: a grain falls one cell a step, straight down") {
  for (const char* grain : {"s", "w", "c", "m", "a", "d"})
    check_always({grain, ".", ".", "."}, 2, {".", ".", grain, "."});
}

TEST_CASE("fastsab: a stack falls from its foot, so that it thins to half its density") {
  check_always({"s", "s", ".", ".", "."}, 1, {"s", ".", "s", ".", "."});
  check_always({"s", "s", ".", ".", "."}, 2, {".", "s", ".", "s", "."});
}

TEST_CASE("fastsab: a static wall neither falls nor lets anything pass") {
  check_always({"s", "#", "."}, 5, {"s", "#", "."});
}

TEST_CASE("fastsab: concrete and cement only fall") {
  check_always({".c.", ".c.", ".c."}, 30, {".c.", ".c.", ".c."});
  check_always({".m.", ".m.", ".m."}, 30, {".m.", ".m.", ".m."});
}

TEST_CASE("fastsab: sand on the floor goes two columns to either side, or stays, each a third") {
  constexpr int kTrials = 9000;
  const auto counts = outcomes({"...s..."}, kTrials);
  REQUIRE(counts.size() == 3);
  for (const Rows& rows : {Rows{".s....."}, Rows{"...s..."}, Rows{".....s."}})
    check_share(counts.at(rows), kTrials, 1.0 / 3);
}

TEST_CASE("fastsab: with room on one side only, sand goes there in two cases of three") {
  constexpr int kTrials = 9000;
  const auto counts = outcomes({"s..."}, kTrials);
  REQUIRE(counts.size() == 2);
  check_share(counts.at({"..s."}), kTrials, 2.0 / 3);
}

TEST_CASE("fastsab: dirt goes one column, water seven or eight") {
  for (const auto& [rows, count] : outcomes({"..d.."}, 200))
    CHECK((rows == Rows{".d..."} || rows == Rows{"..d.."} || rows == Rows{"...d."}));
  const auto counts = outcomes({"w........."}, 2000);
  REQUIRE(counts.size() == 3);
  CHECK(counts.count({".......w.."}) == 1);
  CHECK(counts.count({"........w."}) == 1);
}

TEST_CASE("fastsab: an edge to fall off takes precedence over the random draw") {
  constexpr int kTrials = 9000;
  // Only the cell to the lower left is free. Half of the grains go there at once, and a third of the others.
  const auto counts = outcomes({"..s..", ".###."}, kTrials, {"dissolving=0"});
  const auto high = outcomes({"..s..", ".####"}, kTrials, {"dissolving=0"});
  check_share(high.at({"s....", ".####"}), kTrials, 0.5 + 0.5 / 3);
  check_share(counts.at({"..s..", ".###."}), kTrials, 0.25 / 3);
}

TEST_CASE("fastsab: what is denser sinks into a liquid once in five steps") {
  constexpr int kTrials = 10000;
  const auto counts = outcomes({"#s#", "#w#", "###"}, kTrials, {"dissolving=0"});
  REQUIRE(counts.size() == 2);
  check_share(counts.at({"#w#", "#s#", "###"}), kTrials, 0.2);
  check_always({"#w#", "#a#", "###"}, 400, {"#a#", "#w#", "###"}, {"dissolving=0"});  // acid is lighter
  check_always({"#c#", "#w#", "###"}, 60, {"#c#", "#w#", "###"});                     // so is concrete
}

TEST_CASE("fastsab: solids never trade places") {
  check_always({"#d#", "#s#", "#m#", "#c#", "###"}, 60, {"#d#", "#s#", "#m#", "#c#", "###"});
}

TEST_CASE("fastsab: a slide jumps over what is in its way, unless slides need a free way") {
  const Rows wall = {".#.........", "w#........."};
  CHECK(outcomes(wall, 500).size() == 3);
  for (const auto& [rows, count] : outcomes(wall, 500, {"free_way=1"})) CHECK(rows == wall);
  const Rows grain = {".c.........", "wc........."};
  CHECK(outcomes(grain, 500).size() == 3);
  CHECK(outcomes(grain, 500, {"free_way=1"}).size() == 1);  // a solid in the way blocks as a wall does
  CHECK(outcomes({"...........", "ww........."}, 500, {"free_way=1"}).size() > 2);  // a liquid does not
}

TEST_CASE("fastsab: a grain under water sinks, and as the article says it, it freezes there") {
  const Rows before = {"#wsw#", "#www#", "#www#", "#####"}, deep = {"#www#", "#www#", "#wsw#", "#####"};
  const Rows boxed = {"#www#", "#wsw#", "#www#", "#####"};
  check_always(before, 200, deep, {"dissolving=0"});
  check_always(boxed, 200, deep, {"dissolving=0"});
  check_always(boxed, 200, boxed, {"dissolving=0", "sinkers_active=0"});
}

TEST_CASE("fastsab: void cells that take part keep grains out two times in three") {
  constexpr int kTrials = 9000;
  const Rows before = {"....s", "#####"}, gone = {"..s..", "#####"};
  check_share(outcomes(before, kTrials).at(gone), kTrials, 2.0 / 3);
  // The void cell there, which the scan meets first, closes itself unless Random(3) says "stay".
  check_share(outcomes(before, kTrials, {"voids_active=1"}).at(gone), kTrials, 2.0 / 9);
  // To the right it slides as before.
  check_share(outcomes({"s....", "#####"}, kTrials, {"voids_active=1"}).at(gone), kTrials, 2.0 / 3);
  check_always({"..s..", ".....", "....."}, 1, {".....", "..s..", "....."}, {"voids_active=1"});
}

TEST_CASE("fastsab: without borders what comes to the edge leaves and is counted, walls stay") {
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver =
        start(backend, world_from({"#.s.", "....", ".w..", "..d."}, kLegend), {"borders=0", "dissolving=0"});
    CHECK(solver->left_by_element().size() == seven().elements.size());
    solver->step(steps(0, 3));
    CHECK(rows_of(world_of(*solver), kLegend) == Rows{"#...", "....", "....", "...."});
    CHECK(solver->stats().left_cells == 3);
    CHECK(solver->left_by_element()[grit] == 1);
    solver->set_parameter("borders", 1);
    CHECK(solver->left_by_element().empty());
  }
}

TEST_CASE("fastsab: a buried block has no active cell, and a world at rest costs nothing") {
  World world(70, 70);
  for (int y = 0; y < 70; ++y) {
    for (int x = 0; x < 70; ++x) world.cell(x, y) = x < 10 || x >= 60 || y < 10 || y >= 60 ? stone : grit;
  }
  const auto solver = start(Backend::cpu, world);
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t seen = solver->view().generation;
  solver->step(steps(0, 1'000'000'000));
  CHECK(solver->view().generation == seen);
}

TEST_CASE("fastsab: the surface of a liquid stays active for ever") {
  World world(40, 20);
  for (int x = 0; x < 40; ++x) {
    for (int y = 10; y < 20; ++y) world.cell(x, y) = liquid;
  }
  const auto solver = start(Backend::cpu, world);
  solver->step(steps(0, 100));
  CHECK(solver->stats().active_cells == 40);
}

TEST_CASE("fastsab: the wall plane is downloaded and uploaded") {
  World world(5, 3);
  world.add(Plane::wall);
  world.bytes(Plane::wall)[world.index(2, 1)] = 1;
  world.cell(4, 2) = barrier;
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start(backend, world);
    CHECK(solver->state_planes() == PlaneSet{Plane::cells, Plane::wall});
    const World taken = world_of(*solver);
    CHECK(taken.cell(2, 1) == barrier);
    CHECK(taken.bytes(Plane::wall)[taken.index(4, 2)] == 1);
    CHECK(std::ranges::count(taken.bytes(Plane::wall), 1) == 2);
    solver->apply(RectEdit{{0, 0}, {4, 2}, nothing, {}});
    CHECK(std::ranges::count(world_of(*solver).bytes(Plane::wall), 1) == 0);
  }
}

TEST_CASE("fastsab: each look, a victim vanishes once in n times") {
  // Pairs in separate boxes, dissolver on top: nothing leaves its box, and each checks once a step.
  constexpr int kSide = 100, kTrials = kSide * kSide;
  for (const Dissolving& d : seven().dissolvings) {
    World world(2 * kSide, 3 * kSide);
    std::ranges::fill(world.cells(), std::uint8_t{barrier});
    for (int i = 0; i < kTrials; ++i) {
      world.cell(2 * (i % kSide), 3 * (i / kSide)) = d.dissolver;
      world.cell(2 * (i % kSide), 3 * (i / kSide) + 1) = d.victim;
    }
    const auto solver = start(Backend::cpu, world, {"free_way=1"});
    double looks = 0;
    for (std::uint64_t step = 0;; ++step) {
      const auto left = std::ranges::count(world.cells(), d.victim);
      if (left == 0) break;
      looks += static_cast<double>(left);
      solver->step(seeded(5, 1, step));
      solver->download(world);
    }
    const double p = 1.0 / d.n, mean = looks / kTrials, error = std::sqrt((1 - p) / (p * p) / kTrials);
    INFO(seven().elements[d.dissolver].name << " on " << seven().elements[d.victim].name << ": gone after " << mean
                                            << " looks");
    CHECK(std::abs(mean - d.n) <= 3 * error);
  }
}

}  // namespace repose::test::fastsab_rules_test
