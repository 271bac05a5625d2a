// Surveys of conserving: what holds structures, how they fall as bodies, break and topple; connected surfaces of a
// liquid that come to one level; and that all of it is state, the same on every backend.
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/conserving/survey.hpp"
#include "automata/conserving_support.hpp"
#include "repose/automaton.hpp"
#include "repose/edit.hpp"
#include "repose/rng.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_survey_test {

namespace {

using Rows = std::vector<std::string>;
using Values = std::vector<std::pair<std::string_view, double>>;

const Ruleset& rules() {
  static const Ruleset all = ruleset_of(R"(
cell air 0 0 0 0.3
cell sand 9 9 9 0.95
cell water 1 1 9 0.6
cell smoke 5 5 5 0.1
cell rock 4 4 4 0.97
cell brick 8 1 1 0.96
cell rubble 7 2 2 0.94
cell wood 6 4 2 0.5
cell fire 9 5 0 0.2
cell wall 7 7 7 1
liquid water
powder rubble
swap sand air
swap sand water
swap sand smoke
swap rubble air
swap rubble water
swap rubble smoke
swap water air
swap water smoke
swap smoke air
decay fire air 0.2
when fire touches wood becomes fire fire 0.5
support brick rubble
support wood
floats wood
)");
  return all;
}
enum Kind : std::uint8_t { kAir, kSand, kWater, kSmoke, kRock, kBrick, kRubble, kWood, kFire, kWall };
const std::map<char, std::uint8_t> kLegend = {{'.', kAir},  {'s', kSand},  {'~', kWater},  {'^', kSmoke},
                                              {'r', kRock}, {'B', kBrick}, {'u', kRubble}, {'W', kWood},
                                              {'f', kFire}, {'#', kWall}};

World world_of_rows(const Rows& rows) { return world_from(rows, kLegend); }

const AutomatonDefinition& conserving_definition() { return *find_automaton("conserving"); }

// The picture with an x for every cell that nothing holds.
Rows unheld(const Rows& rows, const Values& values = {}, const std::function<void(World&)>& change = {}) {
  World world = world_of_rows(rows);
  if (change) change(world);
  const auto plane = conserving_definition().unheld(rules(), world, values);
  Rows result = rows;
  for (int y = 0; y < world.height() && !plane.empty(); ++y) {
    for (int x = 0; x < world.width(); ++x)
      if (plane[world.index(x, y)] != 0) result[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = 'x';
  }
  return result;
}

// A solver on one backend and others that must always give the same bytes: scalar, then cpu.
class Group {
 public:
  Group(const Ruleset& ruleset, const World& world, const Values& values = {}, std::vector<int> threads = {1, 2, 3}) {
    add("scalar", Backend::scalar, {});
    for (const int count : threads) add(std::to_string(count) + " threads", Backend::cpu, {count, true});
    add("cpu that skips nothing", Backend::cpu, {2, false});
    for (auto& [name, solver] : solvers_) {
      REQUIRE(solver->load(ruleset).ok());
      for (const auto& [parameter, value] : values) REQUIRE(solver->set_parameter(parameter, value));
      REQUIRE(solver->upload(world).ok());
      REQUIRE(solver->keep_ledger(true));
    }
  }

  // Compares all planes after each step, if wanted.
  void step(std::uint64_t count, bool compares = true) {
    for (; count > 0; --count) {
      for (auto& [name, solver] : solvers_) solver->step(steps(next_, 1));
      ++next_;
      if (compares || count == 1) compare();
    }
  }
  void begin_at(std::uint64_t step) { next_ = step; }
  void apply(const Edit& edit) {
    for (auto& [name, solver] : solvers_) solver->apply(edit);
  }
  void set(std::string_view parameter, double value) {
    for (auto& [name, solver] : solvers_) REQUIRE(solver->set_parameter(parameter, value));
  }
  std::uint64_t now() const { return next_; }
  World world() const { return world_of(*solvers_.front().second); }
  const Solver& cpu() const { return *solvers_[1].second; }
  Rows rows() const { return rows_of(world(), kLegend); }
  void check_nothing_is_lost() const {
    for (const auto& [name, solver] : solvers_) {
      INFO(name);
      const Ledger ledger = solver->ledger().value();
      for (const LedgerRow& row : ledger.rows) REQUIRE(row.lost() == 0);
    }
  }

 private:
  void add(std::string name, Backend backend, const SolverOptions& options) {
    std::string error;
    const Registry registry = make_registry();
    solvers_.emplace_back(std::move(name), registry.solver("conserving", backend)->create(options, error));
  }

  void compare() const {
    const World expected = world();
    for (const auto& [name, solver] : solvers_) {
      if (world_of(*solver) == expected) continue;
      INFO(name << " differs from scalar after step " << next_);
      const World actual = world_of(*solver);
      CHECK(std::ranges::equal(actual.cells(), expected.cells()));
      CHECK(std::ranges::equal(actual.bytes(Plane::bodies), expected.bytes(Plane::bodies)));
      CHECK(std::ranges::equal(actual.bytes(Plane::survey), expected.bytes(Plane::survey)));
      FAIL();
    }
  }

  std::vector<std::pair<std::string, std::unique_ptr<Solver>>> solvers_;
  std::uint64_t next_ = 0;
};

// The world after so many steps, the same on all backends.
Rows after(const Rows& rows, std::uint64_t count, const Values& values = {}) {
  Group group(rules(), world_of_rows(rows), values);
  group.step(count);
  group.check_nothing_is_lost();
  return group.rows();
}

// After this many steps the first survey of a small world has acted, and bodies have fallen once.
constexpr std::uint64_t kFirstFall = 9;

}  // namespace

// ---- what holds a piece ----

TEST_CASE("surveys: a wall, fixed elements and the border hold a piece that touches them at a side") {
  for (const Rows& rows : {Rows{".....", ".BB#.", "....."},   // beside a wall
                           Rows{"..#..", "..B..", "....."},   // below a wall
                           Rows{".....", "..BBr", "....."},   // beside rock, which is no structure
                           Rows{".....", "BB...", "....."},   // at the left border
                           Rows{".....", "...BB", "....."},   // at the right one
                           Rows{".BB..", ".....", "....."},   // at the top
                           Rows{".....", ".....", ".BB.."}})  // on the ground
    CHECK(unheld(rows) == rows);
}

TEST_CASE("surveys: nothing holds a piece that touches a wall at a corner only, but pieces are one over corners") {
  CHECK(unheld({"#....", ".BB..", "....."}) == Rows{"#....", ".xx..", "....."});
  const Rows stairs = {"BB....", "..W...", "...B..", "......"};
  CHECK(unheld(stairs) == stairs);
}

TEST_CASE("surveys: powder at rest and a structure that is held hold what lies on them") {
  for (const Rows& rows : {Rows{".....", ".BBB.", ".sss.", ".sss."}, Rows{".BBB.", "..s..", "WWWWW"},
                           Rows{".BBB.", "..u..", ".WWW.", "..r.."}})
    CHECK(unheld(rows) == rows);
}

TEST_CASE("surveys: falling powder, liquids and gases do not hold a piece") {
  CHECK(unheld({".....", ".BBB.", ".sss.", ".....", "....."}) == Rows{".....", ".xxx.", ".sss.", ".....", "....."});
  CHECK(unheld({".....", ".BBB.", "~~~~~", "~~~~~"}) == Rows{".....", ".xxx.", "~~~~~", "~~~~~"});
  CHECK(unheld({".....", ".BBB.", "^^^^^", "^^^^^"}) == Rows{".....", ".xxx.", "^^^^^", "^^^^^"});
  CHECK(unheld({".....", ".BBB.", ".sss.", "~~~~~"}) == Rows{".....", ".xxx.", ".sss.", "~~~~~"});
}

TEST_CASE("surveys: liquid holds what floats, and all that is connected to it") {
  const Rows raft = {".......", "...B...", "..WWW..", "~~~~~~~", "~~~~~~~"};
  CHECK(unheld(raft) == raft);
  CHECK(unheld({".......", "...W...", "..BBB..", "~~~~~~~", "~~~~~~~"}) ==
        Rows{".......", "...x...", "..xxx..", "~~~~~~~", "~~~~~~~"});
}

TEST_CASE("surveys: an open border does not hold") {
  const Rows rows = {".BB..", ".....", "B...B", ".....", ".BB.."};
  CHECK(unheld(rows) == rows);
  CHECK(unheld(rows, {{"bottom_border", 1}}) == Rows{".BB..", ".....", "B...B", ".....", ".xx.."});
  CHECK(unheld(rows, {{"top_border", 1}}) == Rows{".xx..", ".....", "B...B", ".....", ".BB.."});
  CHECK(unheld(rows, {{"side_borders", 1}}) == Rows{".BB..", ".....", "x...x", ".....", ".BB.."});
  CHECK(unheld(rows, {{"side_borders", 3}}) == Rows{".BB..", ".....", "x...B", ".....", ".BB.."});
  CHECK(unheld(rows, {{"side_borders", 2}}) == Rows{".BB..", ".....", "x...x", ".....", ".BB.."});
}

TEST_CASE("surveys: a piece goes on over the seam of a world that wraps") {
  const Rows rows = {".....", "BB..B", "....B", "....#"};
  CHECK(unheld(rows, {{"side_borders", 2}}) == rows);
  CHECK(unheld({"B....", "....B", "....#"}, {{"side_borders", 2}}) == Rows{"B....", "....B", "....#"});  // at a corner
  CHECK(unheld({"B.....", "....r."}, {{"side_borders", 2}, {"top_border", 1}}) == Rows{"x.....", "....r."});
}

TEST_CASE("surveys: a body that falls does not hold, and is not found again") {
  const Rows rows = {".....", ".BBB.", ".WWW.", ".....", "....."};
  const auto wood_falls = [](World& world) {
    world.add(Plane::bodies);
    for (int x = 1; x < 4; ++x) world.bytes(Plane::bodies)[world.index(x, 2)] = 1;
  };
  CHECK(unheld(rows, {}, wood_falls) == Rows{".....", ".xxx.", ".WWW.", ".....", "....."});
}

TEST_CASE("surveys: a piece is balanced if its middle is over what it stands on, give or take a column") {
  const Rows table = {".........", "..BBBBB..", "....B....", "....B...."};
  const Rows shelf = {".........", "..BBBBB..", "...B.....", "...B....."};
  CHECK(unheld(table) == table);
  CHECK(unheld(shelf) == shelf);
  CHECK(unheld({".........", "..BBBBB..", "..B......", "..B......"}) ==
        Rows{".........", "..xxxxx..", "..x......", "..x......"});
  const Rows whole = {".........", "..WWWWW..", "..W......", "..W......"};  // does not break, so does not topple
  CHECK(unheld(whole) == whole);
}

TEST_CASE("surveys: powder on the piece itself, or on a piece that falls, is nothing to stand on") {
  CHECK(unheld({"...........", ".BBBBBBBB..", ".B...s..B..", ".B...BBBB..", ".B.........", ".B........."}) ==
        Rows{"...........", ".xxxxxxxx..", ".x...s..x..", ".x...xxxx..", ".x.........", ".x........."});
}

TEST_CASE("surveys: what only floats does not topple, but rests") {
  // The middle of the floe is over the rock, but not on it.
  const Rows floe = {"..............", "..WWWWWWWWWW..", "~~~.......~...", "~~~r......r...", "~~~r......r..."};
  CHECK(unheld(floe) == floe);
}

// ---- bodies ----

TEST_CASE("bodies: a piece falls as one, two rows a step, and lands whole after three rows") {
  const Rows start = {"........", "..BBB...", "..BBB...", "........", "........", "........", "########"};
  CHECK(after(start, kFirstFall - 1) == start);
  CHECK(after(start, kFirstFall) ==
        Rows{"........", "........", "........", "..BBB...", "..BBB...", "........", "########"});
  const Rows landed = {"........", "........", "........", "........", "..BBB...", "..BBB...", "########"};
  CHECK(after(start, kFirstFall + 1) == landed);
  CHECK(after(start, kFirstFall + 60) == landed);
}

TEST_CASE("bodies: falls of one to three rows leave a body whole, and a fall of four breaks it") {
  for (int rows = 1; rows <= 5; ++rows) {
    World world(10, 12);
    fill(world, 2, 9 - rows, 8, 11 - rows, kBrick);
    fill(world, 0, 11, 10, 12, kRock);
    Group group(rules(), world);
    group.step(40);
    INFO("a fall of " << rows);
    CHECK(count_of(group.world(), kBrick) == (rows <= conserving::kSafeFall ? 12 : 0));
    CHECK(count_of(group.world(), kRubble) == (rows <= conserving::kSafeFall ? 0 : 12));
  }
}

TEST_CASE("bodies: elements without rubble never break") {
  const Rows now =
      after({".WWWW.", "..WW..", "......", "......", "......", "......", "......"}, 40, {{"top_border", 1}});
  CHECK(now == Rows{"......", "......", "......", "......", "......", ".WWWW.", "..WW.."});
}

TEST_CASE("bodies: where a body hits, only what has rubble breaks") {
  const Rows now =
      after({".......", ".BWWB..", "...W...", "...W...", ".......", ".......", ".......", ".......", "#######"},
            kFirstFall + 4);
  const World world = world_of_rows(now);
  CHECK(count_of(world, kBrick) == 0);
  CHECK(count_of(world, kRubble) == 2);
  CHECK(count_of(world, kWood) == 4);
}

TEST_CASE("bodies: a body in the shape of a U or an L stops whole when one of its columns hits") {
  CHECK(after({"..........", "..WWWWWW..", "..W....W..", ".......W..", "..........", ".......#..", ".#.....#.."}, 40,
              {{"top_border", 1}}) ==
        Rows{"..........", "..........", "..WWWWWW..", "..W....W..", ".......W..", ".......#..", ".#.....#.."});
  CHECK(after({"..........", "..W.......", "..W.......", "..WWWWWW..", "..........", "..........", "..#......."}, 40,
              {{"top_border", 1}}) ==
        Rows{"..........", "..........", "..........", "..W.......", "..W.......", "..WWWWWW..", "..#......."});
}

TEST_CASE("bodies: a body sinks one row a step in a liquid, which comes up in its columns") {
  const Rows start = {"........", "#~WWWW~#", "#~WWWW~#", "#~~~~~~#", "#~~~~~~#", "#~~~~~~#", "########"};
  const Values sinks = {{"top_border", 1}};
  const Ruleset heavy = [] {
    Ruleset changed = rules();
    changed.elements[kWood].floats = false;
    return changed;
  }();
  Group group(heavy, world_of_rows(start), sinks);
  group.step(kFirstFall);
  CHECK(group.rows()[1] != start[1]);
  CHECK(group.rows()[2] == "#~WWWW~#");
  CHECK(group.rows()[3] == "#~WWWW~#");
  group.step(1);
  CHECK(group.rows()[2] == "#~~~~~~#");
  CHECK(group.rows()[4] == "#~WWWW~#");
  group.step(30);
  CHECK(group.rows() == Rows{"........", "#~~~~~~#", "#~~~~~~#", "#~~~~~~#", "#~WWWW~#", "#~WWWW~#", "########"});
}

TEST_CASE("bodies: what a body displaces comes up in the same column, within the step") {
  const Rows now =
      after({".......", ".......", "..BBB..", "..B.B..", "#~~~~~#", "#~~~~~#", "#~~~~~#", "#######"}, kFirstFall);
  CHECK(now[3].substr(2, 3) == "BBB");
  CHECK(now[4] == "#~B~B~#");
  const std::string above = now[2] + now[3];
  CHECK(std::ranges::count(above, '~') == 2);  // one of them has moved on
}

TEST_CASE("bodies: nothing is lost of a body with sand inside, nor of the sand") {
  for (const char* inside : {"BsssssB", "Bss.ssB"}) {
    const Rows start = {".........",
                        "." + std::string("BBBBBBB") + ".",
                        "." + std::string(inside) + ".",
                        "." + std::string(inside) + ".",
                        ".BBBBBBB.",
                        ".........",
                        ".........",
                        ".........",
                        ".........",
                        "#########"};
    const World before = world_of_rows(start);
    Group group(rules(), before, {{"top_border", 1}});
    for (int step = 0; step < 60; ++step) {
      group.step(1);
      const World now = group.world();
      CHECK(count_of(now, kSand) == count_of(before, kSand));
      CHECK(count_of(now, kBrick) + count_of(now, kRubble) == count_of(before, kBrick));
    }
    group.check_nothing_is_lost();
  }
}

TEST_CASE("bodies: two bodies over one another come to lie on one another") {
  const Rows now =
      after({".......", "..WWWW.", ".......", "..WWWW.", ".......", ".......", "......."}, 80, {{"top_border", 1}});
  CHECK(now == Rows{".......", ".......", ".......", ".......", ".......", "..WWWW.", "..WWWW."});
}

TEST_CASE("bodies: crumbs of fewer than four cells become their rubble at once, without rubble they fall") {
  CHECK(after({".....", ".BBB.", ".....", "....."}, kFirstFall)[3] == ".uuu.");
  CHECK(after({".....", ".WWW.", ".....", "....."}, kFirstFall)[3] == ".WWW.");
}

TEST_CASE("bodies: structures that are each other's rubble do not crumble or topple, but fall and rest") {
  Ruleset turning = rules();
  turning.elements[kBrick].rubble = kWood;
  turning.elements[kWood].rubble = kBrick;
  turning.elements[kWood].floats = false;
  Group group(turning,
              world_of_rows({"BB...........", ".............", "....BB.......", ".......BBBBB.", ".......B.....",
                             ".......r.....", "............."}),
              {{"top_border", 1}, {"side_borders", 1}});
  group.step(80);
  const World before = group.world();
  CHECK(group.cpu().stats().active_cells == 0);
  group.step(80);
  CHECK(group.world() == before);
}

TEST_CASE("bodies: at most 31 fall at once, the others later") {
  World world(5 * 40 + 1, 60);
  for (int i = 0; i < 40; ++i) fill(world, 5 * i + 1, 2, 5 * i + 4, 4, kWood);
  Group group(rules(), world);
  group.step(kFirstFall);
  int falling = 0;
  for (int i = 0; i < 40; ++i) falling += group.world().cell(5 * i + 1, 2) != kWood;
  CHECK(falling == conserving::kBodyNumber);
  group.step(80, false);
  CHECK(count_of(group.world(), kWood) == 40 * 6);
  for (int x = 1; x < 4; ++x) CHECK(group.world().cell(x, 59) == kWood);
  for (int i = 0; i < 40; ++i) CHECK(group.world().cell(5 * i + 2, 59) == kWood);
}

TEST_CASE("bodies: a structure that burns while it falls lands as what is left of it") {
  World world(30, 60);
  fill(world, 5, 2, 25, 8, kWood);
  fill(world, 5, 1, 8, 2, kFire);
  Group group(rules(), world, {{"top_border", 1}});
  for (int step = 0; step < 120; ++step) group.step(1);
  group.check_nothing_is_lost();
  CHECK(count_of(group.world(), kFire) == 0);
  CHECK(count_of(group.world(), kWood) < 120);
  CHECK_FALSE(group.world().has(Plane::bodies));
}

TEST_CASE("bodies: a body leaves over an open lower border, and is counted") {
  World world(12, 20);
  fill(world, 3, 3, 9, 7, kBrick);
  Group group(rules(), world, {{"bottom_border", 1}});
  group.step(40);
  CHECK(count_of(group.world(), kBrick) + count_of(group.world(), kRubble) == 0);
  CHECK(group.cpu().stats().left_cells == 24);
  CHECK(group.cpu().left_by_element()[kBrick] == 24);
  group.check_nothing_is_lost();
}

TEST_CASE("bodies: a bridge of 200 cells stands on two pillars, and falls without one of them") {
  World world(240, 40);
  fill(world, 20, 10, 220, 13, kBrick);
  fill(world, 20, 13, 24, 40, kBrick);
  fill(world, 216, 13, 220, 40, kBrick);
  Group group(rules(), world);
  group.step(100, false);
  CHECK(std::ranges::equal(group.world().cells(), world.cells()));
  group.apply(RectEdit{{216, 13}, {219, 39}, kAir, {}});
  group.step(100, false);
  CHECK(count_of(group.world(), kBrick) == 0);
  CHECK(count_of(group.world(), kRubble) == 200 * 3 + 4 * 27);
  group.check_nothing_is_lost();
}

TEST_CASE("bodies: a tower stands on half of its foot, and topples on less") {
  for (const int gone : {6, 8}) {
    World world(40, 90);
    fill(world, 10, 6, 22, 90, kBrick);
    Group group(rules(), world);
    group.step(10, false);
    group.apply(RectEdit{{22 - gone, 80}, {21, 89}, kAir, {}});
    group.step(80, false);
    CHECK((count_of(group.world(), kRubble) > 0) == (gone == 8));
  }
}

TEST_CASE("bodies: structures stay with structures_fall at 0, and fall once it is 1") {
  World world(20, 20);
  fill(world, 5, 3, 12, 6, kBrick);
  Group group(rules(), world, {{"structures_fall", 0}});
  group.step(100, false);
  CHECK(std::ranges::equal(group.world().cells(), world.cells()));
  group.set("structures_fall", 1);
  group.step(60, false);
  CHECK(count_of(group.world(), kBrick) == 0);
}

// ---- communicating vessels ----

namespace {

// The rows in which the highest water of these columns stands: the least and the greatest.
std::pair<int, int> tops(const World& world, int x_begin, int x_end) {
  std::pair<int, int> found = {world.height(), 0};
  for (int x = x_begin; x < x_end; ++x) {
    int y = 0;
    while (y < world.height() && world.cell(x, y) != kWater) ++y;
    found = {std::min(found.first, y), std::max(found.second, y)};
  }
  return found;
}

// Two arms over a pipe; the left one is full.
World u_tube(int width, int height, int arm, bool reaches_top) {
  World world(width, height);
  const int top = reaches_top ? 0 : 10;
  fill(world, arm, top, width - arm, height - 3, kRock);
  fill(world, 0, 10, arm, height, kWater);
  return world;
}

}  // namespace

TEST_CASE("vessels: a U tube with arms of 20 x 200 is level within 1,000 steps, under the upper border and under air") {
  for (const bool reaches_top : {true, false}) {
    const auto solver = start("conserving", Backend::cpu, rules(), u_tube(60, 210, 20, reaches_top), 2);
    solver->step(steps(0, 1000));
    const World now = world_of(*solver);
    const auto left = tops(now, 0, 20), right = tops(now, 40, 60);
    CHECK(std::max(left.second, right.second) - std::min(left.first, right.first) <= 1);
    CHECK(count_of(now, kWater) == 20 * 200);
  }
}

TEST_CASE("vessels: two lakes that a pipe connects come to one level, and rest") {
  World world(120, 60);
  fill(world, 55, 0, 65, 57, kRock);
  fill(world, 0, 20, 55, 60, kWater);
  fill(world, 55, 57, 120, 60, kWater);
  Group group(rules(), world);
  group.step(800, false);
  const auto left = tops(group.world(), 0, 55), right = tops(group.world(), 65, 120);
  CHECK(std::max(left.second, right.second) - std::min(left.first, right.first) <= 1);
  CHECK(count_of(group.world(), kWater) == count_of(world, kWater));
  CHECK(group.cpu().stats().active_cells == 0);
}

TEST_CASE("vessels: a waterfall does not connect the lake above with the lake below, nor over a seam") {
  for (const double sides : {0.0, 2.0}) {
    // Water runs from a basin over its right rim: to the right, or over the seam.
    const int left = sides == 2 ? 40 : 0;
    World world(120, 80);
    fill(world, left, 20, left + 80, 40, kRock);
    fill(world, left, 18, left + 1, 20, kRock);
    fill(world, left + 1, 20, left + 79, 39, kWater);
    fill(world, left + 1, 19, left + 79, 20, kWater);
    fill(world, 0, 60, 120, 80, kWater);
    for (int y = 19; y < 60; ++y) world.cell((left + 80) % 120, y) = kWater;
    const auto solver = start("conserving", Backend::cpu, rules(), world, 2);
    REQUIRE(solver->set_parameter("side_borders", sides));
    solver->step(steps(0, 300));
    std::int64_t above = 0;
    const World now = world_of(*solver);
    for (int y = 20; y < 39; ++y)
      for (int x = left + 1; x < left + 79; ++x) above += now.cell(x, y) == kWater;
    CHECK(above == 19 * 78);
  }
}

TEST_CASE("vessels: no water is held that can run away over a seam") {
  World world(120, 80);
  fill(world, 40, 20, 120, 40, kRock);
  fill(world, 40, 15, 41, 20, kRock);
  fill(world, 41, 19, 120, 39, kWater);
  fill(world, 1, 15, 2, 60, kRock);  // the water falls in column 0, beside this wall
  fill(world, 0, 19, 1, 60, kWater);
  fill(world, 0, 60, 120, 80, kWater);
  const auto changes = [&] {
    const auto plane = conserving::survey(world, conserving::Rules(rules()), {.borders = {.wraps = true}});
    return conserving::find_exchanges(plane, world.width()).size();
  };
  CHECK(changes() == 0);
  fill(world, 119, 40, 120, 60, kRock);  // now it stands in a pipe
  CHECK(changes() > 0);
}

TEST_CASE("vessels: a level world with structures rests: nothing changes, and nothing is computed") {
  World world(60, 40);
  fill(world, 0, 20, 60, 40, kWater);
  fill(world, 30, 25, 33, 40, kBrick);
  fill(world, 10, 18, 20, 20, kWood);
  Group group(rules(), world);
  group.step(100, false);
  const std::uint64_t hash = hash_of(group.cpu());
  CHECK(group.cpu().stats().active_cells == 0);
  const std::uint64_t generation = group.cpu().view().generation;
  for (int step = 0; step < 200; ++step) {
    group.step(1);
    REQUIRE(hash_of(group.cpu()) == hash);
  }
  CHECK(group.cpu().view().generation == generation);
}

// ---- random worlds and state ----

namespace {

// A stream of random numbers below n.
class Roll {
 public:
  explicit Roll(std::uint32_t seed) : seed_(seed) {}
  std::uint32_t operator()(std::uint32_t n) { return below(random_u32(seed_, number_++, 0, 0, 0), n); }
  int between(int least, int most) {
    return least + static_cast<int>((*this)(static_cast<std::uint32_t>(most - least + 1)));
  }
  bool one_in(std::uint32_t n) { return (*this)(n) == 0; }
  std::uint8_t element(int count) { return static_cast<std::uint8_t>((*this)(static_cast<std::uint32_t>(count))); }

 private:
  std::uint32_t seed_, number_ = 0;
};

// Random rules in which a third of the elements are structures, which swap with nothing.
Ruleset random_structures(int count, std::uint32_t seed, Roll& roll) {
  Ruleset random = random_conserving_rules(count, seed);
  for (int i = 1; i < count; ++i) {
    Element& element = random.elements[static_cast<std::size_t>(i)];
    element.support = roll.one_in(3);
    if (element.support && roll.one_in(2)) element.rubble = roll.element(count);
    element.floats = roll.one_in(3);
  }
  std::erase_if(random.reactions, [&](const Reaction& rule) {
    return rule.is_swap() && (random.elements[rule.a].support || random.elements[rule.b].support);
  });
  return random;
}

// Noise with blocks of one element in it.
World random_blocks(int width, int height, int elements, Roll& roll) {
  World world(width, height);
  const std::uint32_t share = roll(4);
  for (std::uint8_t& cell : world.cells()) {
    if (roll(6) < share) cell = roll.element(elements);
  }
  for (int i = roll.between(0, 12); i > 0; --i) {
    const int x = roll.between(0, width - 1), y = roll.between(0, height - 1);
    fill(world, x, y, roll.between(x, std::min(x + 14, width - 1)) + 1,
         roll.between(y, std::min(y + 9, height - 1)) + 1, roll.element(elements));
  }
  return world;
}

CellBox random_sides(Roll& roll, std::uint32_t number) {
  switch (number % 20) {
    case 0: return {0, 0, 1, 1};
    case 1:
    case 2: return {0, 0, 1, roll.between(2, 40)};
    case 3:
    case 4: return {0, 0, roll.between(2, 40), 1};
    case 5: return {0, 0, 70, 50};
    default: return {0, 0, roll.between(2, 40), roll.between(2, 40)};
  }
}

Edit random_change(const World& world, int elements, Roll& roll) {
  const CellPoint from{roll.between(-2, world.width()), roll.between(-2, world.height())};
  const CellPoint to{from.x + roll.between(0, 9), from.y + roll.between(0, 9)};
  if (!roll.one_in(3)) return RectEdit{from, to, roll.element(elements), {}};
  PushEdit push{from, to, roll.between(1, 9), BrushShape::round};
  push.dx = roll.between(-1, 1);
  push.dy = roll.between(-1, 1);
  push.seed = roll(1000);
  return push;
}

// Returns how many steps a body fell or a survey waited.
int run_random_world(std::uint32_t number, std::uint64_t step_count) {
  Roll roll(number + 77);
  const int elements = roll.one_in(3) ? 16 : 8;
  const Ruleset random = random_structures(elements, 3000 + number, roll);
  const CellBox size = random_sides(roll, number);
  const World world = random_blocks(size.width, size.height, elements, roll);
  const Values values = {{"side_borders", roll.between(0, 4)},
                         {"top_border", roll.between(0, 1)},
                         {"bottom_border", roll.between(0, 1)},
                         {"structures_fall", roll.one_in(10) ? 0 : 1}};
  INFO("world " << number << ", " << size.width << " x " << size.height);
  Group group(random, world, values);
  group.begin_at(roll(48));
  int surveyed = 0;
  for (std::uint64_t step = 0; step < step_count; ++step) {
    if (roll.one_in(12)) group.apply(random_change(world, elements, roll));
    if (roll.one_in(60)) group.set("side_borders", roll.between(0, 4));
    group.step(1);
    surveyed += group.world().has(Plane::bodies) || group.world().has(Plane::survey);
  }
  group.check_nothing_is_lost();
  return surveyed;
}

}  // namespace

TEST_CASE("surveys: 200 random worlds with structures are the same on all backends, step by step, and lose nothing") {
  int surveyed = 0;
  for (std::uint32_t number = 0; number < 200; ++number) surveyed += run_random_world(number, 60) > 0;
  CHECK(surveyed > 100);
}

TEST_CASE("surveys: worlds of many chunks, most of them asleep, are the same on all backends") {
  for (std::uint32_t number = 0; number < 6; ++number) {
    Roll roll(number + 5);
    World world(130 + 40 * static_cast<int>(number), 150);
    fill(world, 0, 130, world.width(), 150, number % 2 == 0 ? kWater : kSand);
    const std::uint8_t kinds[] = {kBrick, kWood, kBrick, kSand, kWater, kRock, kSmoke, kAir};
    for (int i = 0; i < 24; ++i) {
      const int x = roll.between(0, world.width() - 1), y = roll.between(0, 140);
      fill(world, x, y, std::min(x + roll.between(1, 60), world.width()), std::min(y + roll.between(1, 12), 150),
           kinds[roll(8)]);
    }
    Group group(rules(), world, {{"side_borders", number % 3}, {"bottom_border", number == 5 ? 1 : 0}}, {1, 3});
    for (int step = 0; step < 150; ++step) {
      if (step % 40 == 30) group.apply(random_change(world, kWall + 1, roll));
      group.step(1);
    }
    group.check_nothing_is_lost();
  }
}

TEST_CASE("surveys: two thousand random worlds with structures are the same on all backends", "[.][long]") {
  for (std::uint32_t number = 200; number < 2200; ++number) run_random_world(number, 100);
}

namespace {

// A platform that falls, a tower whose foot is missing, crumbs, and water that is not level.
World unsettled_world() {
  World world(60, 48);
  fill(world, 0, 46, 60, 48, kRock);
  fill(world, 30, 20, 31, 46, kRock);
  fill(world, 30, 43, 31, 45, kWater);
  fill(world, 0, 24, 30, 46, kWater);
  fill(world, 31, 40, 60, 46, kWater);
  fill(world, 4, 3, 18, 6, kBrick);
  fill(world, 6, 2, 10, 3, kSand);
  fill(world, 8, 14, 20, 16, kWood);
  fill(world, 40, 4, 48, 30, kBrick);
  fill(world, 52, 12, 54, 13, kBrick);
  return world;
}

}  // namespace

TEST_CASE("surveys: a world taken over at any step goes on as without interruption, on any number of threads") {
  const auto whole = start("conserving", Backend::cpu, rules(), unsettled_world(), 2);
  const std::uint64_t period = conserving::survey_period(60 * 48);
  REQUIRE(conserving::survey_delay(60 * 48) == 8);
  constexpr std::uint64_t kLater = 40;
  std::vector<World> worlds;
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t step = 0; step <= period + 9 + kLater; ++step) {
    worlds.push_back(world_of(*whole));
    hashes.push_back(hash_of(*whole));
    whole->step(steps(step, 1));
  }
  int with_bodies = 0, with_survey = 0;
  for (std::uint64_t step = 0; step <= period + 9; ++step) {
    INFO("taken over before step " << step);
    with_bodies += worlds[step].has(Plane::bodies);
    with_survey += worlds[step].has(Plane::survey);
    for (const int threads : {0, 1, 1 + static_cast<int>(step) % 7}) {
      const Backend backend = threads == 0 ? Backend::scalar : Backend::cpu;
      const auto solver = start("conserving", backend, rules(), worlds[step], std::max(threads, 1));
      CHECK(hash_of(*solver) == hashes[step]);
      solver->step(steps(step, kLater));
      CHECK(hash_of(*solver) == hashes[step + kLater]);
    }
  }
  CHECK(with_bodies > 10);
  CHECK(with_survey >= 16);
}

TEST_CASE("surveys: many steps at once give what single steps give, with downloads in between or not") {
  for (const int threads : {0, 1, 3}) {
    const Backend backend = threads == 0 ? Backend::scalar : Backend::cpu;
    const auto once = start("conserving", backend, rules(), unsettled_world(), std::max(threads, 1));
    const auto singly = start("conserving", backend, rules(), unsettled_world(), std::max(threads, 1));
    once->step(steps(0, 70));
    for (std::uint64_t step = 0; step < 70; ++step) {
      if (step % 3 == 0) world_of(*singly);
      singly->step(steps(step, 1));
    }
    CHECK(hash_of(*once) == hash_of(*singly));
  }
}

TEST_CASE("surveys: edits between a survey and its act are the same on all backends") {
  for (std::uint64_t when = 0; when <= 10; ++when) {
    Group group(rules(), unsettled_world());
    group.step(when);
    group.apply(RectEdit{{3, 2}, {9, 8}, kAir, {}});
    group.apply(RectEdit{{44, 20}, {44, 47}, kWall, {}});
    PushEdit push{{20, 25}, {26, 25}, 9, BrushShape::round};
    push.dx = 1;
    push.everywhere = true;
    group.apply(push);
    group.step(40);
    group.check_nothing_is_lost();
  }
}

}  // namespace repose::test::conserving_survey_test
