// What docs/automata.md says about pushing, in the automata that can be pushed.
#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "automata/automaton_support.hpp"
#include "core/edited_cells.hpp"
#include "repose/config.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::push_solvers_test {

namespace {

PushEdit blow(int dx, int dy, std::uint32_t pass = 0) {
  PushEdit edit;
  edit.everywhere = true;
  edit.dx = dx;
  edit.dy = dy;
  edit.pass = pass;
  return edit;
}

constexpr std::string_view kElements =
    "//subversion 4.4\nelement Empty 0 0 0 0 1 0 0 1\nelement stone 1 1 1 0 0 1 0 1\nelement gas 2 2 2 -1 0 0 0 1\n"
    "element water 3 3 3 .7 1 .5 0 1\nelement sand 4 4 4 .9 .1 .9 0 1\n";

}  // namespace

TEST_CASE(
    "pushing: in wxSand what has gravity is loose: a gas if it rises, a liquid if it slips easily, else a powder") {
  const LooseTable table = loose_table(ruleset_of(kElements));
  CHECK(table[0] == Looseness::background);
  CHECK(table[1] == Looseness::fixed);
  CHECK(table[2] == Looseness::gas);
  CHECK(table[3] == Looseness::liquid);
  CHECK(table[4] == Looseness::powder);
}

TEST_CASE("pushing: in elements nothing is pushed into or out of the border, in density to the edge") {
  World world(6, 3);
  world.cell(4, 1) = 2;
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("elements", backend, ruleset_of(kElements), world);
    for (std::uint32_t pass = 0; pass < 4; ++pass) solver->apply(blow(1, 0, pass));
    CHECK(world_of(*solver).cell(4, 1) == 2);
    const auto other = start("density", backend,
                             ruleset_of("cell air 0 0 0 .3\ncell a 1 1 1 .9\ncell smoke 2 2 2 .1\n"
                                        "rule air smoke smoke air\n"),
                             world);
    for (std::uint32_t pass = 0; pass < 4; ++pass) other->apply(blow(1, 0, pass));
    CHECK(world_of(*other).cell(5, 1) == 2);
  }
}

TEST_CASE("pushing: all planes of the two cells swap: density, energy and velocity") {
  World world(6, 3);
  world.add(Plane::energy);
  world.add(Plane::velocity);
  world.cell(2, 1) = 2;
  world.bytes(Plane::energy)[world.index(2, 1)] = 77;
  world.bytes(Plane::velocity)[2 * world.index(2, 1) + 1] = 9;
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("elements", backend, ruleset_of(kElements), world);
    solver->apply(blow(1, 0));
    const World now = world_of(*solver);
    CHECK(now.cell(3, 1) == 2);
    CHECK((now.bytes(Plane::energy)[now.index(3, 1)] == 77 && now.bytes(Plane::energy)[now.index(2, 1)] == 0));
    CHECK(now.bytes(Plane::velocity)[2 * now.index(3, 1) + 1] == 9);
    CHECK(now.bytes(Plane::velocity)[2 * now.index(2, 1) + 1] == 0);
    // In density a cell that has vanished keeps density 0 when smoke is pushed through it.
    const Ruleset vanishing = ruleset_of(
        "cell air 0 0 0 0.3\ncell sand 1 1 1 0.9\ncell smoke 2 2 2 0.1\n"
        "rule air smoke smoke air\n");
    World gap(6, 1);
    gap.add(Plane::density);
    for (std::size_t i = 0; i < 6; ++i) gap.bytes(Plane::density)[i] = 76;
    gap.cell(2, 0) = 2;
    gap.bytes(Plane::density)[2] = 26;
    gap.bytes(Plane::density)[3] = 0;
    const auto density = start("density", backend, vanishing, gap);
    density->apply(blow(1, 0));
    const World pushed = world_of(*density);
    CHECK(pushed.cell(3, 0) == 2);
    CHECK((pushed.bytes(Plane::density)[2] == 0 && pushed.bytes(Plane::density)[3] == 26));
  }
}

TEST_CASE("pushing: sleeping chunks wake as after painting") {
  for (const char* automaton : {"density", "conserving"}) {
    const Ruleset& rules = swapping_ruleset();
    World world(320, 200);
    fill(world, 0, 150, 320, 200, sand);
    const auto solver = start(automaton, Backend::cpu, rules, world);
    solver->step(steps(0, 60));
    REQUIRE(solver->stats().active_cells == 0);
    PushEdit shake;
    shake.from = shake.to = {160, 150};
    shake.size = 9;
    for (shake.pass = 0; shake.pass < 4; ++shake.pass) solver->apply(shake);
    CHECK(solver->stats().active_cells == 0);  // sand changes places with sand: nothing has changed
    shake.dy = -1;
    for (shake.pass = 4; shake.pass < 12; ++shake.pass) solver->apply(shake);
    CHECK(solver->stats().active_cells > 0);
    CHECK(solver->stats().active_cells < solver->stats().cell_count / 2);
  }
}

TEST_CASE("pushing: the draw of a pair is a function of the seed of the edit, the number of the pass and the place") {
  const auto pushed = [](std::uint32_t seed, std::uint32_t pass, std::uint64_t elsewhere) {
    World world = random_world(80, 60, 3, elsewhere);
    for (int y = 20; y < 40; ++y) {
      for (int x = 20; x < 60; ++x) world.cell(x, y) = x % 2 == 0 ? sand : air;
    }
    const auto solver = start("density", Backend::scalar, swapping_ruleset(), world);
    PushEdit edit = blow(1, 0, 2 * pass);
    edit.seed = seed;
    solver->apply(edit);
    const World now = world_of(*solver);
    std::vector<std::uint8_t> middle;
    for (int y = 20; y < 40; ++y) {
      for (int x = 20; x < 60; ++x) middle.push_back(now.cell(x, y));
    }
    return middle;
  };
  CHECK(pushed(1, 0, 5) == pushed(1, 0, 6));  // whatever is elsewhere
  CHECK(pushed(1, 0, 5) != pushed(2, 0, 5));
  CHECK(pushed(1, 0, 5) != pushed(1, 1, 5));
}

// ---- which pairs are pushed ----

namespace {

const std::string kPushRules = R"(cell air 0 0 0 0.3
cell smoke 9 9 9 0.1
cell water 0 0 9 0.6
cell sand 9 9 0 0.8
cell wood 9 5 0 0.8
cell wall 5 5 5 1
liquid water
swap air smoke
swap air water
swap air sand
swap water sand
)";
const std::map<char, std::uint8_t> kPushLegend = {{'.', 0}, {'s', 1}, {'w', 2}, {'o', 3}, {'+', 4}, {'#', 5}};

LooseTable loose_in_test() { return loose_table(read_config(kPushRules, "push.cfg").ruleset.value()); }

std::vector<std::string> after_push(const std::vector<std::string>& rows, const PushEdit& edit) {
  World world = world_from(rows, kPushLegend);
  const LooseTable table = loose_in_test();
  for_each_pushed(
      edit, table, {0, 0, world.width(), world.height()}, world.width(), world.height(),
      [&](int x, int y) { return world.cell(x, y); },
      [&](CellPoint a, CellPoint b) { std::swap(world.cell(a.x, a.y), world.cell(b.x, b.y)); });
  return rows_of(world, kPushLegend);
}

using PushRows = std::vector<std::string>;

}  // namespace

TEST_CASE("what falls or rises through the background is loose, by kind; solids and walls are not") {
  const LooseTable table = loose_in_test();
  CHECK(table[0] == Looseness::background);
  CHECK(table[1] == Looseness::gas);
  CHECK(table[2] == Looseness::liquid);
  CHECK(table[3] == Looseness::powder);
  CHECK(table[4] == Looseness::fixed);
  CHECK(table[5] == Looseness::fixed);
  CHECK(table[200] == Looseness::background);
}

TEST_CASE("smoke is blown one cell, in each of the eight directions") {
  const PushRows before = {".....", ".....", "..s..", ".....", "....."};
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      PushRows after = {".....", ".....", ".....", ".....", "....."};
      after[static_cast<std::size_t>(2 + dy)][static_cast<std::size_t>(2 + dx)] = 's';
      CHECK(after_push(before, blow(dx, dy)) == after);
      CHECK(after_push(before, blow(dx, dy, 1)) == before);  // it is the second cell of its pair
    }
  }
}

TEST_CASE("smoke is blown on and on: a cell that has moved is the first of its pair in the next pass") {
  PushRows rows = {"s........"};
  for (std::uint32_t pass = 0; pass < 8; ++pass) rows = after_push(rows, blow(1, 0, pass));
  CHECK(rows == PushRows{"........s"});
}

TEST_CASE("nothing is blown into or out of walls, solids and liquids, or over the edge of the world") {
  for (const PushRows& rows :
       {PushRows{"s#..s+..s#"}, PushRows{"+.#.+.#.+."}, PushRows{"swswswsw"}, PushRows{"#s"}, PushRows{"s"}}) {
    CHECK(after_push(rows, blow(1, 0)) == rows);
  }
  CHECK(after_push({".s"}, blow(1, 0, 1)) == PushRows{".s"});
}

TEST_CASE("grains and drops are blown less often than smoke") {
  constexpr int kRows = 60, kPairs = 50;  // of a row
  const auto blown = [](char matter) {
    std::string row;
    for (int i = 0; i < kPairs; ++i) row += {matter, '.', '#', '#'};
    const PushRows rows(kRows, row);
    PushEdit edit = blow(1, 0);
    edit.everywhere = true;
    const PushRows after = after_push(rows, edit);
    int moved = 0;
    for (const std::string& line : after) {
      for (std::size_t x = 0; x < line.size(); x += 4) moved += line[x] != matter;
    }
    return moved;
  };
  CHECK(blown('o') == Approx(1.0 * kRows * kPairs * kBlowPowder / kPushCertain).epsilon(0.1));
  CHECK(blown('w') == Approx(1.0 * kRows * kPairs * kBlowLiquid / kPushCertain).epsilon(0.1));
}

TEST_CASE("shaking swaps half of the pairs of loose cells and background, in disjoint pairs, and leaves solids alone") {
  const PushRows rows(40, ".s.owo#+s.w.o.s#.o+w.o.o.o");
  PushEdit shake;
  shake.everywhere = true;
  const PushRows after = after_push(rows, shake);
  int pairs = 0, swapped = 0;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x + 1 < rows[y].size(); x += 2) {
      const std::string before = rows[y].substr(x, 2), now = after[y].substr(x, 2);
      const std::string turned(before.rbegin(), before.rend());
      REQUIRE((now == before || now == turned));
      const bool solid = before.find_first_of("#+") != std::string::npos;
      if (solid) REQUIRE(now == before);
      if (solid || before == turned) continue;
      ++pairs;
      swapped += now == turned;
    }
  }
  CHECK(swapped == Approx(pairs / 2.0).epsilon(0.2));
}

TEST_CASE("only pairs that begin under the brush are pushed") {
  PushEdit edit;
  edit.from = edit.to = {4, 1};
  edit.size = 3;
  edit.shape = BrushShape::square;
  edit.dx = 1;
  CHECK(after_push({"s.s.s.s.s.", "s.s.s.s.s.", "s.s.s.s.s.", "s.s.s.s.s."}, edit) ==
        PushRows{"s.s..ss.s.", "s.s..ss.s.", "s.s..ss.s.", "s.s.s.s.s."});
}

}  // namespace repose::test::push_solvers_test
