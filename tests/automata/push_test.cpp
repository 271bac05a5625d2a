#include "core/edited_cells.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "repose/config.hpp"
#include "support.hpp"

namespace repose::test::push_test {

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

PushEdit blow(int dx, int dy, std::uint32_t pass = 0) {
  PushEdit edit;
  edit.everywhere = true;
  edit.dx = dx;
  edit.dy = dy;
  edit.pass = pass;
  return edit;
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

}  // namespace repose::test::push_test
