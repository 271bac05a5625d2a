// The open edge of the density automaton: what leaves, what stays, what is counted; no cost at rest.
#include <algorithm>
#include <numeric>

#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::edge_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};

std::unique_ptr<Solver> open_solver(Backend backend, const Ruleset& ruleset, const World& world, int threads = 1) {
  auto solver = start("density", backend, ruleset, world, threads);
  REQUIRE(solver->set_parameter("open_edge", 1));
  return solver;
}

// On every backend that runs here: the rows after `count` steps with an open edge, and how many cells have left.
void check_open(const Rows& before, std::uint64_t count, const Rows& expected, std::uint64_t left) {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    INFO(backend_name(backend));
    const auto solver = open_solver(backend, swapping_ruleset(), world_from(before, kLegend));
    solver->step(steps(0, count));
    CHECK(rows_of(world_of(*solver), kLegend) == expected);
    CHECK(solver->stats().left_cells == left);
  }
}

}  // namespace

TEST_CASE("the edge is closed by default") {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = test::start("density", backend, swapping_ruleset(), random_world(40, 30, 5, 1));
    REQUIRE(solver->parameters().size() == 1);
    CHECK(solver->parameters()[0].name == "open_edge");
    CHECK(solver->parameter("open_edge") == 0);
    CHECK(solver->left_by_element().empty());
    CHECK(solver->set_parameter("open_edge", 7));
    CHECK(solver->parameter("open_edge") == 1);
    CHECK_FALSE(solver->set_parameter("gravity", 1));
    CHECK(solver->parameter("gravity") == 0);
  }
}

TEST_CASE("sand that reaches the floor of an open world falls out of it") {
  check_open({".s.", "...", "..."}, 1, {"...", ".s.", "..."}, 0);
  check_open({"...", ".s.", "...", "..."}, 1, {"...", "...", ".s.", "..."}, 0);
  check_open({"...", ".s.", "...", "..."}, 2, {"...", "...", "...", "..."}, 1);
}

TEST_CASE("walls on the edge stay, and what rests between them leaves") {
  check_open({"#s#w#", "##.##", "#o#s#"}, 1, {"#.#.#", "##.##", "#.#.#"}, 4);
}

TEST_CASE("the step comes first: what falls away from the edge does not leave") {
  check_open({"#s#w#", "s...o", "#####"}, 1, {"#.#.#", ".s.w.", "#####"}, 2);
}

TEST_CASE("what leaves wakes the cells beside it, even if only one bias can move them") {
  check_open({"..#", ".s#", "s##"}, 2, {"..#", ".s#", ".##"}, 1);
  check_open({"..#", ".s#", "s##"}, 3, {"..#", "..#", ".##"}, 2);
}

TEST_CASE("what is inside on a floor of walls stays") {
  check_open({".....", ".s.w.", "#####"}, 1, {".....", ".s.w.", "#####"}, 0);
}

TEST_CASE("in a world of one row or one column all cells are at the edge") {
  check_open({"sw#o."}, 1, {"..#.."}, 3);
  check_open({"s", "#", "w", "o"}, 1, {".", "#", ".", "."}, 3);
  check_open({"s"}, 1, {"."}, 1);
}

TEST_CASE("what fades as it rises leaves, springs and what has no rule with the background stay") {
  const Ruleset ruleset = ruleset_of(R"(
cell air    0 0 0    0.3
cell smoke  90 90 90 0.1
cell faint  60 60 60 0.1
cell spring 9 9 200  0.78
cell rain   9 9 255  0.78
cell idol   9 90 9   0.6
rule air smoke faint air
rule air faint air air
rule spring air spring rain
rule rain air air rain
)");
  World start(6, 1);
  for (int x = 0; x < 6; ++x) start.cell(x, 0) = static_cast<std::uint8_t>(x);
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = open_solver(backend, ruleset, start);
    solver->step(steps(0, 1));
    const World end = world_of(*solver);
    const auto cells = end.cells();
    CHECK(std::vector<int>(cells.begin(), cells.end()) == std::vector<int>{0, 0, 0, 3, 0, 5});
    const auto left = solver->left_by_element();
    CHECK(std::vector<std::uint64_t>(left.begin(), left.end()) == std::vector<std::uint64_t>{0, 1, 1, 0, 1, 0});
  }
}

TEST_CASE("with pure swaps of two densities nothing is lost but what is counted") {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const World start = random_world(97, 70, 2, 4);
    const auto sand_of = [](const World& world) { return std::ranges::count(world.cells(), std::uint8_t{sand}); };
    const auto solver = open_solver(backend, two_density_ruleset(), start, 2);
    for (std::uint64_t k = 0; k < 120; ++k) {
      solver->step(steps(k, 1));
      const auto left = static_cast<std::ptrdiff_t>(solver->stats().left_cells);
      REQUIRE(sand_of(world_of(*solver)) + left == sand_of(start));
    }
    CHECK(sand_of(world_of(*solver)) == 0);  // without a floor nothing stays
  }
}

TEST_CASE("a settled open world stays settled and costs nothing") {
  World world(300, 200);
  for (int x = 0; x < 300; ++x) world.cell(x, 199) = wall;  // a dish: what is inside stays
  for (int x = 60; x < 200; ++x) world.cell(x, 198) = wall;
  for (int x = 80; x < 180; ++x) world.cell(x, 197) = sand;
  for (int y = 190; y < 199; ++y) world.cell(60, y) = world.cell(199, y) = wall;
  const auto solver = open_solver(Backend::cpu, swapping_ruleset(), world);
  solver->step(steps(0, 400));
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t generation = solver->view().generation, left = solver->stats().left_cells;
  solver->step(steps(400, 1'000'000'000));
  CHECK(solver->view().generation == generation);
  CHECK(solver->stats().left_cells == left);
  CHECK(solver->set_parameter("open_edge", 1));  // is open already
  CHECK(solver->stats().active_cells == 0);
}

TEST_CASE("opening the edge of a world at rest removes what is there") {
  const auto solver = test::start("density", Backend::cpu, swapping_ruleset(), layered_world(300, 200));
  solver->step(steps(0, 2));
  REQUIRE(solver->stats().active_cells == 0);
  REQUIRE(solver->set_parameter("open_edge", 1));
  solver->step(steps(2, 1));
  CHECK(solver->stats().left_cells == 2 * 100 + 298);
  solver->step(steps(3, 2000));
  CHECK(std::ranges::all_of(world_of(*solver).cells(), [](std::uint8_t cell) { return cell == air; }));
  CHECK(solver->stats().active_cells == 0);
}

TEST_CASE("a new world counts afresh, and a closed edge keeps its count") {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = open_solver(backend, swapping_ruleset(), layered_world(20, 20));
    solver->step(steps(0, 1));
    const std::uint64_t left = solver->stats().left_cells;
    CHECK(left == 20 + 2 * 9);
    solver->set_parameter("open_edge", 0);
    solver->step(steps(1, 1));
    CHECK(solver->stats().left_cells == left);
    CHECK(solver->left_by_element().empty());
    solver->set_parameter("open_edge", 1);
    const auto by_element = solver->left_by_element();
    CHECK(by_element.size() == 5);
    CHECK(std::accumulate(by_element.begin(), by_element.end(), std::uint64_t{0}) == left);
    REQUIRE(solver->upload(World(20, 20)).ok());
    CHECK(solver->stats().left_cells == 0);
    CHECK(solver->parameter("open_edge") == 1);
  }
}

}  // namespace repose::test::edge_test
