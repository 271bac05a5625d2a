// What docs/automata.md says about a step of conserving: pairs, fall, slide, flow, wandering, and the order of them, as
// pictures and as frequencies of random draws, on the scalar backend.
#include <cmath>

#include "automata/automaton_support.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_rules_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};
const std::map<char, std::uint8_t> kNumbers = {{'.', 0}, {'1', 1}, {'2', 2}, {'3', 3}, {'4', 4}};

World after(const Ruleset& rules, const World& world, std::uint64_t first, std::uint64_t count, std::uint64_t seed = 1,
            double flow = 3) {
  const auto solver = start("conserving", Backend::scalar, rules, world);
  REQUIRE(solver->set_parameter("flow", flow));
  solver->step({first, count, seed, Bias::left});
  return world_of(*solver);
}

// Calls look(world) with the result of `count` steps from each of the first 64 steps, so that every parity and many
// draws take part.
template <class Look>
void for_many_starts(const Ruleset& rules, const World& world, std::uint64_t count, const Look& look) {
  const auto solver = start("conserving", Backend::scalar, rules, world);
  for (std::uint64_t first = 0; first < 64; ++first) {
    REQUIRE(solver->upload(world).ok());
    solver->step(steps(first, count));
    INFO(count << " steps from step " << first);
    look(world_of(*solver));
  }
}

// Checks that this picture is the result of `count` steps, whichever step is the first.
void check_always(const Rows& before, std::uint64_t count, const Rows& expected, const Ruleset& rules = powder_rules(),
                  const std::map<char, std::uint8_t>& legend = kLegend) {
  for_many_starts(rules, world_from(before, legend), count,
                  [&](const World& world) { CHECK(rows_of(world, legend) == expected); });
}

}  // namespace

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
    "conserving: a lone cell of a liquid that does not stride runs along its floor and turns round where it ends") {
  const auto solver =
      start("conserving", Backend::scalar, running(powder_rules()), world_from({"#w.......#", "##########"}, kLegend));
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

TEST_CASE("conserving: liquids level out, sand does not") {
  World dam(20, 8);
  fill(dam, 0, 0, 20, 8, wall);
  fill(dam, 1, 1, 19, 7, air);
  fill(dam, 1, 1, 4, 7, water);
  for_many_starts(powder_rules(), dam, 400, [](const World& after) {
    for (int x = 1; x < 19; ++x) CHECK((after.cell(x, 6) == water && after.cell(x, 5) == air));
  });
  World heap = dam;
  fill(heap, 1, 1, 4, 7, sand);
  for_many_starts(powder_rules(), heap, 400, [](const World& after) { CHECK(after.cell(1, 3) == sand); });
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
  check_always({"33.3", "1.22", "2232"}, 5, {"33.3", "1.22", "2232"}, rules, kNumbers);
}

TEST_CASE("conserving: one acid is used up for each cell that it eats") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 9 9 9 0.9\ncell acid 1 1 1 0.95\n"
      "rule sand air air sand\nrule acid air air acid\nrule acid sand air air\n");
  World world(40, 40);
  fill(world, 0, 10, 40, 15, 2);
  fill(world, 0, 15, 40, 40, 1);
  const World now = after(rules, world, 0, 500);
  CHECK(count_of(now, 2) == 0);
  CHECK(count_of(now, 1) == 25 * 40 - 5 * 40);
}

TEST_CASE("conserving: the chance of a decay is kept") {
  const World now =
      after(ruleset_of("cell air 0 0 0 0.1\ncell ash 2 2 2 0.3\ndecay air ash 0.1\n"), World(200, 100), 0, 1);
  CHECK(std::abs(static_cast<double>(count_of(now, 1)) - 2000) < 5 * 43);  // 20 000 times 0.1
}

TEST_CASE("conserving: a pair with a wall stays as it is if its rule is a swap, and reacts by any other rule") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 9 9 9 0.95\ncell acid 1 1 1 0.9\ncell wall 5 5 5 1\n"
      "rule sand wall wall sand\nrule acid wall air acid\n");
  check_always({"3", "1"}, 8, {"3", "1"}, rules, kNumbers);
  check_always({"3", "2"}, 1, {"2", "."}, rules, kNumbers);
}

TEST_CASE("conserving: the chance of a reaction is drawn again in each step") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell top 9 9 9 0.5\ncell low 1 1 1 0.3\ncell ash 2 2 2 0.3\nrule top low ash ash 0.25\n");
  World world(200, 100);
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 200; ++x) world.cell(x, y) = y % 2 == 0 ? 1 : 2;
  }
  const auto left = std::ranges::count(after(rules, world, 0, 4).cells(), 1);
  CHECK(std::abs(static_cast<double>(left) - 10'000 * std::pow(0.75, 4)) < 5 * 46.5);
}

TEST_CASE("conserving: without a marked liquid everything that swaps and is less dense than 0.92 flows") {
  const auto runs = [](const std::string& words) {
    const Ruleset rules = ruleset_of("cell air 0 0 0 0.1\ncell stuff 9 9 9 " + words +
                                     "rule stuff air air stuff\ndispersion stuff 0\nautomaton conserving\n");
    return after(rules, world_from({"...1...."}, kNumbers), 0, 9).cell(3, 0) == 0;
  };
  CHECK(runs("0.91\n"));
  CHECK_FALSE(runs("0.93\n"));
  CHECK_FALSE(runs("0.91\npowder stuff\n"));
  CHECK_FALSE(runs("0.91\ncell oil 1 1 1 0.5\nliquid oil\n"));
  CHECK(runs("0.91\ncell oil 1 1 1 0.5\nliquid oil\nliquid stuff\n"));
  // A name says that it is a powder.
  const Ruleset named = ruleset_of("cell air 0 0 0 0.1\ncell sand 9 9 9 0.91\nrule sand air air sand\n");
  CHECK(after(named, world_from({"...1...."}, kNumbers), 0, 9).cell(3, 0) == 1);
}

TEST_CASE("conserving: an element that swaps with no element is fixed, and does not flow") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.3\ncell cloud 9 9 9 0.1\ncell jelly 1 1 1 0.5\nliquid jelly\nrule jelly cloud cloud cloud\n");
  check_always({"..1.", ".2..", "...."}, 9, {"..1.", ".2..", "...."}, rules, kNumbers);
}

TEST_CASE("conserving: what comes from a line of when happens in all directions, whatever the densities") {
  const std::string cells = "cell air 0 0 0 0.1\ncell wood 9 9 9 0.5\ncell fire 1 1 1 0.3\n";
  const Ruleset when = ruleset_of(cells + "when fire touches wood becomes fire fire\n");
  check_always({"...", "121", "..."}, 5, {"...", "222", "..."}, when, kNumbers);
  check_always({".2.", ".1.", "..."}, 1, {".2.", ".2.", "..."}, when, kNumbers);
  check_always({".1.", ".2.", "..."}, 1, {".2.", ".2.", "..."}, when, kNumbers);
  const Ruleset marked = ruleset_of(cells + "rule fire wood fire fire\nreact fire\n");
  check_always({"121"}, 5, {"222"}, marked, kNumbers);
  check_always({".2.", ".1.", "..."}, 5, {".2.", ".2.", "..."}, marked, kNumbers);
  const Ruleset rule = ruleset_of(cells + "rule fire wood fire fire\n");
  check_always({".2.", ".1.", "..."}, 5, {".2.", ".1.", "..."}, rule, kNumbers);
  check_always({"121"}, 5, {"121"}, rule, kNumbers);
}

TEST_CASE("conserving: a step begins with bursts, then decays, then fall") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell ember 9 9 9 0.5\ncell sand 1 1 1 0.95\ncell bomb 2 2 2 0.6\n"
      "rule sand air air sand\ndecay ember sand 1\nburst bomb 1 ember\ndecay bomb air 1\n");
  check_always({"1", ".", "."}, 1, {".", ".", "2"}, rules, kNumbers);  // it has become sand before it falls
  // The bomb bursts before it can decay; what it has become decays, and falls.
  const World now = after(rules, world_from({".....", "..3..", ".....", ".....", "....."}, kNumbers), 0, 1);
  CHECK(std::ranges::count(now.cells(), 2) == 5);
  CHECK(now.cell(2, 3) == 2);
}

TEST_CASE("conserving: the parameter flow is 3 unless changed, from 0 to 8, and is how far a cell runs in a step") {
  const auto solver = start("conserving", Backend::scalar, powder_rules(), World(3, 3));
  const ParameterInfo& flow = solver->parameters()[0];
  CHECK((flow.name == "flow" && flow.default_value == 3 && flow.minimum == 0 && flow.maximum == 8));
  for (int passes = 0; passes <= 8; ++passes) {
    World world(41, 1);
    world.cell(20, 0) = water;
    const World now = after(running(powder_rules()), world, 0, 1, 1, passes);
    const auto x = std::ranges::find(now.cells(), water) - now.cells().begin();
    CHECK(std::abs(x - 20) == passes);
  }
}

TEST_CASE("conserving: smoke, steam or oil that has risen one cell stays there until the next step") {
  check_always({"#w#", "#w#", "#w#", "#o#"}, 1, {"#w#", "#w#", "#o#", "#w#"});
  check_always({"#w#", "#w#", "#w#", "#o#"}, 2, {"#w#", "#o#", "#w#", "#w#"});
}

TEST_CASE("conserving: the gap under a falling body runs up through the whole body within one step") {
  check_always({"#s#", "#s#", "#s#", "#o#"}, 1, {"#o#", "#s#", "#s#", "#s#"});
  check_always({"#w#", "#w#", "#w#", "#.#"}, 1, {"#.#", "#w#", "#w#", "#w#"});
}

TEST_CASE("conserving: what falls through the background falls two rows a step, and one if it meets something") {
  for (const std::string self : {"s", "w", "o"}) {
    check_always({self, ".", ".", "."}, 1, {".", ".", self, "."});
    check_always({self, ".", ".", "."}, 2, {".", ".", ".", self});
    check_always({self, ".", "#"}, 1, {".", self, "#"});
    check_always({self, self, self, ".", "."}, 1, {".", ".", self, self, self});
    check_always({self, self, self, ".", "#"}, 1, {".", self, self, self, "#"});
    check_always({self, ".", self, ".", "."}, 1, {".", ".", self, ".", self});
    check_always({self, ".", self, ".", "#"}, 1, {".", ".", self, self, "#"});
  }
}

TEST_CASE("conserving: a body of several elements falls two rows a step through the background, unchanged") {
  check_always({"s", "w", "o", ".", ".", "."}, 1, {".", ".", "s", "w", "o", "."});
}

TEST_CASE("conserving: in anything but the background nothing falls faster than one row a step") {
  check_always({"s", "w", "w", "w"}, 1, {"w", "s", "w", "w"});
  check_always({"w", "o", "o", "o"}, 1, {"o", "w", "o", "o"});
  check_always({"s", ".", "w", "w"}, 1, {".", "s", "w", "w"});
  check_always({"s", ".", "w", "w"}, 2, {".", "w", "s", "w"});
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.3\ncell sand 9 9 9 0.95\ncell smoke 1 1 1 0.1\n"
      "rule sand air air sand\nrule sand smoke smoke sand\nrule air smoke smoke air\n");
  check_always({"1", "2", "2", "2"}, 1, {"2", "1", "2", "2"}, rules, kNumbers);
  check_always({".", ".", ".", "2"}, 1, {".", ".", "2", "."}, rules, kNumbers);
  check_always({"1", ".", "2"}, 1, {"2", "1", "."}, rules, kNumbers);  // this air has just sunk through the smoke
  check_always({"1", "2", ".", "."}, 1, {"2", ".", "1", "."}, rules, kNumbers);  // the second row is background
}

TEST_CASE("conserving: no reaction sets off another one in the same fall") {
  const Ruleset rules =
      ruleset_of("cell air 0 0 0 0.1\ncell wood 9 9 9 0.5\ncell fire 1 1 1 0.3\nrule wood fire fire fire\n");
  check_always({"1", "1", "1", "2"}, 1, {"1", "1", "2", "2"}, rules, kNumbers);
  check_always({"1", "1", "1", "2"}, 2, {"1", "2", "2", "2"}, rules, kNumbers);
}

TEST_CASE("conserving: what falls does not move sideways in the same step") {
  World drops(40, 40);
  for (int x = 0; x < 40; x += 3) drops.cell(x, 0) = x % 2 == 0 ? water : sand;
  World fallen(40, 40);
  for (int x = 0; x < 40; x += 3) fallen.cell(x, 30) = drops.cell(x, 0);
  for (std::uint64_t first = 0; first < 16; ++first)
    CHECK(std::ranges::equal(after(powder_rules(), drops, first, 15).cells(), fallen.cells()));
}

TEST_CASE("conserving: what runs, runs one cell a pass, in one direction for 32 passes, in half of the rows each") {
  World world(80, 60);
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 80; ++x) world.cell(x, y) = y % 2 == 0 ? air : wall;
    if (y % 2 == 0) world.cell(40, y) = water;
  }
  int to_right = 0;
  for (std::uint64_t first = 0; first < 320; first += 32) {
    const World now = after(running(powder_rules()), world, first, 32, 1, 1);
    for (int y = 0; y < 60; y += 2) {
      CHECK((now.cell(8, y) == water || now.cell(72, y) == water));
      to_right += now.cell(72, y) == water;
    }
  }
  CHECK(std::abs(to_right - 150) < 4 * 8.7);
}

TEST_CASE("conserving: if the lighter of two cells could rise, a coin decides whether they swap") {
  const auto moved = [](const Rows& rows) {
    const World world = world_from(rows, kLegend);
    const auto solver = start("conserving", Backend::scalar, running(powder_rules()), world);
    REQUIRE(solver->set_parameter("flow", 1));
    int count = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      REQUIRE(solver->upload(world).ok());
      solver->step({0, 1, seed, Bias::left});
      count += world_of(*solver).cell(1, 1) != oil;
    }
    return count;
  };
  CHECK(std::abs(moved({"www", "www", "wow"}) - 200) < 40);  // the oil rises one row, and could rise on
  CHECK(moved({"###", "www", "wow"}) == 400);
}

TEST_CASE("conserving: of two cells that flow the more viscous one decides how often they swap") {
  const auto swaps = [](const std::string& words) {
    const Ruleset rules = ruleset_of(
        "cell air 0 0 0 0.1\ncell water 9 9 9 0.5\ncell honey 1 1 1 0.8\nliquid water\nliquid honey\n"
        "rule honey water water honey\n" +
        words);
    World world(2, 2000);
    for (int y = 0; y < 2000; ++y) world.cell(0, y) = y % 2 == 0 ? 1 : 0, world.cell(1, y) = y % 2 == 0 ? 2 : 0;
    const World now = after(rules, world, 0, 1, 1, 1);
    int count = 0;
    for (int y = 0; y < 2000; y += 2) count += now.cell(0, y) == 2;
    return count;
  };
  const int freely = swaps("");  // about half of the rows have a pair in this pass
  CHECK(std::abs(freely - 500) < 4 * 16);
  CHECK(std::abs(swaps("viscosity honey 0.25\n") - 125) < 4 * 11);
  CHECK(std::abs(swaps("viscosity water 0.25\nviscosity honey 0.75\n") - 125) < 4 * 11);
  CHECK(swaps("viscosity water 0\n") == 0);
}

TEST_CASE("conserving: reactions side by side act in the first flow pass of a step only") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0.1\ncell wood 9 9 9 0.5\ncell fire 1 1 1 0.3\ncell wall 5 5 5 1\n"
      "when fire touches wood becomes fire fire 0.5\n");
  World world(301, 21);
  std::ranges::fill(world.cells(), std::uint8_t{3});
  for (int y = 1; y < 21; y += 2) {
    for (int x = 1; x < 300; x += 3) world.cell(x, y) = 1, world.cell(x + 1, y) = 2;
  }
  const auto burnt = [&](double flow) {
    return 1000 - std::ranges::count(after(rules, world, 0, 1, 1, flow).cells(), 1);
  };
  CHECK(burnt(0) == 0);
  CHECK(std::abs(static_cast<double>(burnt(1)) - 250) < 4 * 14);  // half of the pairs meet, half of the draws succeed
  CHECK(burnt(8) == burnt(1));
}

TEST_CASE("conserving: a pair wanders with the larger of the two chances, whatever the densities") {
  const auto rules = [](const char* words) {
    return ruleset_of(std::string("cell air 0 0 0 0.1\ncell light 9 9 9 0.5\ncell heavy 1 1 1 0.95\ncell wall 5 5 5 1\n"
                                  "rule light heavy heavy light\n") +
                      words);
  };
  // Pairs of a light cell above a heavy one, with walls between: only wandering swaps them.
  World world(200, 2);
  for (int x = 0; x < 200; ++x) world.cell(x, 0) = x % 2 == 0 ? 1 : 3, world.cell(x, 1) = x % 2 == 0 ? 2 : 3;
  const auto swapped = [&](const char* words) {
    int count = 0, steps_with_pairs = 0;
    for (std::uint64_t first = 0; first < 64; ++first) {
      const World now = after(rules(words), world, first, 1);
      const auto moved = std::count(now.cells().begin(), now.cells().begin() + 200, 2);
      count += static_cast<int>(moved);
      steps_with_pairs += moved > 0;
    }
    CHECK((steps_with_pairs > 4 && steps_with_pairs < 32));  // one step in four has pairs over one another from row 0
    return count / (100.0 * steps_with_pairs);
  };
  CHECK(swapped("wander light 0.8\nwander heavy 0.2\n") == Approx(0.8).margin(0.06));
  CHECK(swapped("wander light 0.1\nwander heavy 0.5\n") == Approx(0.5).margin(0.06));
}

TEST_CASE("conserving: a directed reaction acts on one side only, once in four steps, and a place counts as written") {
  const auto acted = [&](const std::string& line, bool over, std::uint8_t first, std::uint8_t second) {
    const Ruleset rules = ruleset_of(
        "cell air 0 0 0 0.5\ncell ant 9 9 9 1\ncell leaf 1 1 1 1\ncell trail 4 4 4 1\nset walls ant leaf trail\n" +
        line);
    World world(2, 2);
    world.cell(0, 0) = first;
    world.cell(over ? 0 : 1, over ? 1 : 0) = second;
    int count = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const World now = after(rules, world, seed, 1);
      const bool changed = now != world;
      count += changed;
      if (!changed) continue;
      CHECK((first == 1 ? now.cell(0, 0) == 3 : now.cell(0, 0) == 1));
      CHECK((first == 1 ? now.cell(over ? 0 : 1, over ? 1 : 0) == 1 : now.cell(over ? 0 : 1, over ? 1 : 0) == 3));
    }
    return count;
  };
  constexpr std::uint8_t kAnt = 1, kLeaf = 2;
  const std::string becomes = " leaf becomes trail ant";
  for (const auto& [place, over, is_first] : {std::tuple("left_of", false, true), std::tuple("right_of", false, false),
                                              std::tuple("above", true, true), std::tuple("below", true, false)}) {
    CAPTURE(place);
    const std::string line = std::string("when ant ") + place + becomes;
    const std::uint8_t first = is_first ? kAnt : kLeaf, second = is_first ? kLeaf : kAnt;
    CHECK(std::abs(acted(line + "\n", over, first, second) - 100) < 4 * 9);
    CHECK(std::abs(acted(line + " 0.5\n", over, first, second) - 50) < 4 * 7);
    CHECK(acted(line + "\n", over, second, first) == 0);
    CHECK(acted(line + "\n", !over, first, second) == 0);
    CHECK(std::abs(acted("when walls " + std::string(place) + " leaf becomes trail ant\n", over, first, second) - 100) <
          4 * 9);
  }
}

TEST_CASE("conserving: gases rise as a half-tone, so that a disc of smoke becomes higher") {
  const Ruleset rules = ruleset_of("cell air 0 0 0 0.5\ncell smoke 9 9 9 0.1\nrule air smoke smoke air\n");
  World world(80, 160);
  for (int y = -12; y <= 12; ++y) {
    for (int x = -12; x <= 12; ++x) {
      if (x * x + y * y <= 144) world.cell(40 + x, 140 + y) = 1;
    }
  }
  const World now = after(rules, world, 0, 60);
  int rows = 0;
  for (int y = 0; y < 160; ++y) {
    bool any = false;
    for (int x = 0; x < 80; ++x) any = any || now.cell(x, y) == 1;
    rows += any;
  }
  CHECK(rows > 36);  // 25 at the start
}

TEST_CASE("conserving: a top row that is not full rests, and never does without strides") {
  World world(30, 3);
  for (int x = 0; x < 30; ++x) world.cell(x, 2) = water, world.cell(x, 1) = x < 12 ? water : air;
  const auto rests = [&](const Ruleset& rules) {
    const auto solver = start("conserving", Backend::cpu, rules, world);
    solver->step(steps(0, 5000));
    const std::uint64_t hash = hash_of(*solver);
    solver->step(steps(5000, 1));
    CHECK((hash_of(*solver) == hash) == (solver->stats().active_cells == 0));
    return hash_of(*solver) == hash;
  };
  CHECK(rests(powder_rules()));
  CHECK_FALSE(rests(running(powder_rules())));
}

}  // namespace repose::test::conserving_rules_test
