// The rules of conserving as pictures, on both backends, and the frequencies of random draws.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "repose/census.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_rules_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};

// Runs from each of the first 64 steps, so that every parity and many draws take part; calls `look(world)` with each
// result.
template <class Look>
void for_many_starts(const Ruleset& rules, const World& world, std::uint64_t count, Look look) {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    for (std::uint64_t first = 0; first < 64; ++first) {
      const auto solver = start("conserving", backend, rules, world);
      solver->step(steps(first, count));
      INFO(backend_name(backend) << ", " << count << " steps from step " << first);
      look(world_of(*solver));
    }
  }
}

// Checks that this picture is the result of `count` steps, whichever step is the first.
void check_always(const Rows& before, std::uint64_t count, const Rows& after, const Ruleset& rules = powder_rules()) {
  for_many_starts(rules, world_from(before, kLegend), count,
                  [&](const World& world) { CHECK(rows_of(world, kLegend) == after); });
}

}  // namespace

TEST_CASE("conserving: a lone grain falls one row a step") {
  World world(9, 60);
  world.cell(4, 0) = sand;
  for_many_starts(powder_rules(), world, 30, [](const World& after) { CHECK(after.cell(4, 30) == sand); });
}

TEST_CASE("conserving: a grain leaves the wall above it at once") {
  World world = world_from({"#####", "#.s.#", "#...#", "#...#", "#####"}, kLegend);
  for_many_starts(powder_rules(), world, 1, [](const World& after) { CHECK(after.cell(2, 1) != sand); });
}

TEST_CASE("conserving: a grain under a denser one leaves it, and both arrive") {
  check_always({"#s#", "#w#", "#.#", "#.#", "#.#", "###"}, 12, {"#.#", "#.#", "#.#", "#w#", "#s#", "###"});
}

TEST_CASE("conserving: what is denser sinks, and what is lighter rises past it") {
  check_always({"#s#", "#w#", "#o#", "#.#", "###"}, 12, {"#.#", "#o#", "#w#", "#s#", "###"});
}

TEST_CASE("conserving: one water on the floor with one sand on top stays one water and one sand") {
  for_many_starts(powder_rules(), world_from({".s", ".w"}, kLegend), 9, [](const World& after) {
    CHECK(std::ranges::count(after.cells(), sand) == 1);
    CHECK(std::ranges::count(after.cells(), water) == 1);
  });
}

TEST_CASE("conserving: a column of sand slides off to both sides and rests") {
  check_always({"..s..", "..s..", "..s..", "#####"}, 40, {".....", ".....", ".sss.", "#####"});
}

TEST_CASE("conserving: nothing squeezes between two walls that touch at a corner, but it does past one") {
  check_always({"s#", "#."}, 40, {"s#", "#."});
  check_always({"s.", "#."}, 40, {"..", "#s"});
}

TEST_CASE(
    "conserving: a lone liquid cell runs along its floor and turns round where it ends, as the draws will have it") {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("conserving", backend, powder_rules(), world_from({"#w.......#", "##########"}, kLegend));
    int turns = 0, x = 1, goal = 8;
    for (std::uint64_t step = 0; step < 200; ++step) {
      solver->step(steps(step, 1));
      const World world = world_of(*solver);
      const int before = x;
      x = static_cast<int>(std::ranges::find(world.cells(), water) - world.cells().begin());
      CHECK(std::abs(x - before) <= 3);
      if (x != goal) continue;
      goal = 9 - goal;
      ++turns;
    }
    CHECK(turns >= 10);
  }
}

TEST_CASE("conserving: liquids level out, sand does not") {
  const World dam =
      world_from({"####################", "#www...............#", "#www...............#", "#www...............#",
                  "#www...............#", "#www...............#", "#www...............#", "####################"},
                 kLegend);
  for_many_starts(powder_rules(), dam, 400, [](const World& after) {
    for (int x = 1; x < 19; ++x) CHECK((after.cell(x, 6) == water && after.cell(x, 5) == air));
  });
  World heap = dam;
  for (std::uint8_t& cell : heap.cells()) cell = cell == water ? std::uint8_t{sand} : cell;
  for_many_starts(powder_rules(), heap, 400, [](const World& after) { CHECK(after.cell(1, 3) == sand); });
}

TEST_CASE("conserving: where liquids are marked, light powder stays powder") {
  const std::string text =
      "cell air 0 0 0 0.2\ncell stuff 9 9 9 0.7\ncell oil 1 1 1 0.5\nrule stuff air air stuff\nrule oil air air oil\n";
  const std::map<char, std::uint8_t> legend = {{'.', 0}, {'s', 1}, {'o', 2}};
  const World lying = world_from({"....s.....", "....s....."}, legend);
  for_many_starts(ruleset_of(text + "liquid oil\n"), world_from({".........", "....s...."}, legend), 30,
                  [&](const World& after) { CHECK(rows_of(after, legend)[1] == "....s...."); });
  int stayed = 0;
  for_many_starts(ruleset_of(text), lying, 30, [&](const World& after) { stayed += after.cell(4, 1) == 1; });
  CHECK(stayed < 128);
}

TEST_CASE("conserving: gases flow too, up along a ceiling") {
  const Ruleset rules = ruleset_of("cell air 0 0 0 0.5\ncell smoke 9 9 9 0.1\nrule air smoke smoke air\n");
  for_many_starts(
      rules, world_from({"......", "......", "s.....", "s.....", "s....."}, {{'.', 0}, {'s', 1}}), 300,
      [](const World& after) { CHECK(std::count(after.cells().begin(), after.cells().begin() + 6, 1) == 3); });
}

TEST_CASE("conserving: pairs without a rule and swaps with a wall leave each other alone") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 9 9 9 0.95\ncell oil 1 1 1 0.3\ncell wall 5 5 5 1\n"
      "rule sand air air sand\nrule wall air air wall\nrule wall sand sand wall\n");
  const Rows before = {"##.#", "s.oo", "oo#o"};
  for_many_starts(rules, world_from(before, {{'.', 0}, {'s', 1}, {'o', 2}, {'#', 3}}), 5, [](const World& after) {
    CHECK(rows_of(after, {{'.', 0}, {'s', 1}, {'o', 2}, {'#', 3}}) == Rows{"##.#", "s.oo", "oo#o"});
  });
}

TEST_CASE("conserving: one acid is used up for each cell that it eats") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 9 9 9 0.9\ncell acid 1 1 1 0.95\n"
      "rule sand air air sand\nrule acid air air acid\nrule acid sand air air\n");
  World world(40, 40);
  for (int y = 10; y < 40; ++y) {
    for (int x = 0; x < 40; ++x) world.cell(x, y) = y < 15 ? 2 : 1;
  }
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("conserving", backend, rules, world);
    solver->step(steps(0, 500));
    const World after = world_of(*solver);
    CHECK(std::ranges::count(after.cells(), 2) == 0);
    CHECK(std::ranges::count(after.cells(), 1) == 25 * 40 - 5 * 40);
  }
}

TEST_CASE(
    "conserving: a reaction happens where it would fall, or in all directions if one of the two is marked for it") {
  const std::string text = "cell air 0 0 0 0.1\ncell wood 9 9 9 0.5\ncell fire 1 1 1 0.3\nrule fire wood fire fire\n";
  const std::map<char, std::uint8_t> legend = {{'.', 0}, {'w', 1}, {'f', 2}};
  const World beside = world_from({"...", "wfw", "..."}, legend), below = world_from({"...", ".f.", ".w."}, legend);
  for_many_starts(ruleset_of(text), beside, 5, [&](const World& after) { CHECK(rows_of(after, legend)[1] == "wfw"); });
  for_many_starts(ruleset_of(text), below, 5, [&](const World& after) { CHECK(rows_of(after, legend)[2] == ".w."); });
  const Ruleset marked = ruleset_of(text + "react fire\n");
  for_many_starts(marked, beside, 5, [&](const World& after) { CHECK(rows_of(after, legend)[1] == "fff"); });
  for_many_starts(marked, below, 5, [&](const World& after) { CHECK(rows_of(after, legend)[2] == ".f."); });
}

TEST_CASE("conserving: chances of rules and decays are kept") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell top 9 9 9 0.5\ncell low 1 1 1 0.3\ncell ash 2 2 2 0.3\n"
      "rule top low ash ash 0.25\ndecay air ash 0.1\n");
  World world(200, 200);
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 200; ++x) world.cell(x, y) = y % 2 == 0 ? 1 : 2;
  }
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("conserving", backend, rules, world);
    solver->step(steps(0, 1));
    const World after = world_of(*solver);
    const auto gone = 20'000 - std::count(after.cells().begin(), after.cells().end(), 0);
    CHECK(std::abs(static_cast<double>(gone) - 2000) < 5 * 43);  // 20 000 times 0.1
    CHECK(std::abs(static_cast<double>(10'000 - std::ranges::count(after.cells(), 1)) - 2500) < 5 * 44);
  }
}

}  // namespace repose::test::conserving_rules_test
