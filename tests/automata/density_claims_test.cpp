// What docs/automata.md says about density and no other test checks: its table of partners, its pictures and figures.
#include <cmath>
#include <functional>
#include <sstream>

#include "automata/automaton_support.hpp"
#include "automata/density/density.hpp"
#include "density_world.hpp"
#include "repose/scene.hpp"
#include "small_rules.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::density_claims_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};

// Checks each picture of a row of pictures against the one before, one step later.
void check_frames(const std::vector<Rows>& frames, Bias first) {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("density", backend, swapping_ruleset(), world_from(frames.front(), kLegend));
    for (std::size_t i = 1; i < frames.size(); ++i) {
      solver->step(steps(i - 1, 1, first));
      INFO(backend_name(backend) << ", step " << i);
      CHECK(rows_of(world_of(*solver), kLegend) == frames[i]);
    }
  }
}

// ---- the table of partners, as docs/automata.md prints it ----

struct TableLine {
  std::string when, partner;
  bool not_on_top = false, not_on_bottom = false;
};

std::vector<TableLine> table_of_partners() {
  std::istringstream text(read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/automata.md"));
  std::vector<TableLine> table;
  for (std::string line; std::getline(text, line);) {
    if (line == "## conserving") break;
    if (line.find("| " + std::to_string(table.size() + 1) + " | ") != 0) continue;
    std::vector<std::string> columns;
    std::istringstream cut(line);
    for (std::string column; std::getline(cut, column, '|');) columns.push_back(column);
    REQUIRE(columns.size() == 5);
    table.push_back({columns[3], columns[4], columns[2].find("not on the top row") != std::string::npos,
                     columns[2].find("not from the bottom row") != std::string::npos});
  }
  return table;
}

// A condition such as "dn < c and (dd <= de or side > de)" in the signs of the document.
class Condition {
 public:
  Condition(const std::string& text, std::function<int(const std::string&)> value) : value_(std::move(value)) {
    std::string spaced;
    for (const char c : text) spaced += c == '(' || c == ')' ? std::string{' ', c, ' '} : std::string(1, c);
    std::istringstream words(spaced);
    for (std::string word; words >> word;) words_.push_back(word);
  }
  bool holds() {
    next_ = 0;
    return any();
  }

 private:
  bool any() {
    bool result = all();
    while (next_ < words_.size() && words_[next_] == "or") {
      ++next_;
      result = all() || result;
    }
    return result;
  }
  bool all() {
    bool result = one();
    while (next_ < words_.size() && words_[next_] == "and") {
      ++next_;
      result = one() && result;
    }
    return result;
  }
  bool one() {
    if (words_.at(next_) == "(") {
      ++next_;
      const bool result = any();
      REQUIRE(words_.at(next_++) == ")");
      return result;
    }
    const int a = value_(words_.at(next_)), b = value_(words_.at(next_ + 2));
    const std::string sign = words_.at(next_ + 1);
    next_ += 3;
    REQUIRE((sign == "<" || sign == ">" || sign == "≤" || sign == "≥"));
    return sign == "<" ? a < b : sign == ">" ? a > b : sign == "≤" ? a <= b : a >= b;
  }

  std::function<int(const std::string&)> value_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

struct Choice {
  int line = 0;  // 0: none holds
  CellPoint partner;
};

// Which line of the table holds for a cell; s as in the document.
Choice choice_by_table(const std::vector<TableLine>& table, const World& world, const Ruleset& rules, CellPoint cell,
                       int s) {
  static const std::map<std::string, std::pair<int, int>> kPlaces = {
      {"c", {0, 0}},   {"up", {0, -1}},  {"up2", {0, -2}}, {"dn", {0, 1}},  {"dn2", {0, 2}}, {"side", {1, 0}},
      {"so", {-1, 0}}, {"ud", {-1, -1}}, {"dd", {1, 1}},   {"dd2", {2, 1}}, {"de", {1, 2}},  {"de2", {2, 2}}};
  static const std::map<std::string, std::pair<int, int>> kPartners = {
      {" (x, y+1) ", {0, 1}}, {" (x+s, y+1) ", {1, 1}}, {" (x, y−1) ", {0, -1}}, {" (x−s, y−1) ", {-1, -1}}};
  const auto value = [&](const std::string& name) {
    if (name == "255") return 255;
    const auto [dx, dy] = kPlaces.at(name);
    const int x = std::clamp(cell.x + s * dx, 0, world.width() - 1), y = std::clamp(cell.y + dy, 0, world.height() - 1);
    return int{rules.elements[world.cell(x, y)].density_byte};
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].not_on_top && cell.y == 0) continue;
    if (table[i].not_on_bottom && cell.y == world.height() - 1) continue;
    if (!Condition(table[i].when, value).holds()) continue;
    const auto [dx, dy] = kPartners.at(table[i].partner);
    return {static_cast<int>(i) + 1, {cell.x + s * dx, cell.y + dy}};
  }
  return {};
}

}  // namespace

TEST_CASE("density: the table of docs/automata.md names the partner of every cell") {
  const std::vector<TableLine> table = table_of_partners();
  REQUIRE(table.size() == 4);
  const Ruleset& rules = swapping_ruleset();
  int held[5] = {};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const World world = random_world(19, 17, 5, seed);
    for (int i = 0; i < 2 * 19 * 17; ++i) {
      const CellPoint cell = {i / 2 % 19, i / 2 / 19};
      const int s = i % 2 == 0 ? -1 : 1;
      const auto density = [&](int x, int y) {
        return int{rules.elements[world.cell(std::clamp(x, 0, 18), std::clamp(y, 0, 16))].density_byte};
      };
      const Choice wanted = choice_by_table(table, world, rules, cell, s);
      const density::Offset found = density::partner(density, cell.x, cell.y, s, 17);
      ++held[wanted.line];
      INFO("cell " << cell.x << ", " << cell.y << " of world " << seed << ", s = " << s);
      CHECK(found.none() == (wanted.line == 0));
      if (wanted.line != 0) CHECK(CellPoint{cell.x + found.dx, cell.y + found.dy} == wanted.partner);
    }
  }
  for (const int count : held) CHECK(count > 10);
}

TEST_CASE("density: no rule makes the two views agree, so a cell can take from one that does not move") {
  const std::vector<TableLine> table = table_of_partners();
  const World world = random_world(23, 21, 5, 4);
  int alone = 0;
  for (int y = 3; y < 18; ++y) {  // far from the edges
    for (int x = 3; x < 20; ++x) {
      const Choice choice = choice_by_table(table, world, swapping_ruleset(), {x, y}, 1);
      if (choice.line < 3) continue;
      const Choice back = choice_by_table(table, world, swapping_ruleset(), choice.partner, 1);
      alone += back.line == 0 || !(back.partner == CellPoint{x, y});
    }
  }
  CHECK(alone > 0);
}

TEST_CASE("density: sand falls one cell a step and rolls off to the side of the bias") {
  check_frames({{".s.", "...", "..."}, {"...", ".s.", "..."}, {"...", "...", ".s."}}, Bias::left);
  check_frames({{".....", "..s..", "..s.."}, {".....", ".....", ".ss.."}}, Bias::left);
  check_frames({{".....", "..s..", "..s.."}, {".....", ".....", "..ss."}}, Bias::right);
}

TEST_CASE("density: a cell that touches something denser above it never falls, and sinks where it touches nothing") {
  for (const Bias bias : {Bias::left, Bias::right}) {
    check_frames({{"#.#", "#s#", "#w#", "###"}, {"#.#", "#w#", "#s#", "###"}}, bias);
    check_frames({{"###", "#s#", "#.#", "###"}, {"###", "#s#", "#.#", "###"}, {"###", "#s#", "#.#", "###"}}, bias);
  }
}

TEST_CASE("density: a heap grows evenly although each step prefers one side") {
  const auto solver = start("density", Backend::cpu, swapping_ruleset(), World(121, 60));
  for (std::uint64_t step = 0; step < 900; ++step) {
    if (step % 3 == 0) solver->apply(RectEdit{{60, 0}, {60, 0}, sand, {}});
    solver->step(steps(step, 1));
  }
  const World heap = world_of(*solver);
  int left = 0, right = 0;
  while (heap.cell(60 - left, 59) == sand) ++left;
  while (heap.cell(60 + right, 59) == sand) ++right;
  CHECK(left > 10);
  CHECK(std::abs(left - right) <= 1);
}

TEST_CASE("density: if a pair has no rule both cells vanish: index 0 and density 0, walls too") {
  const Ruleset none = ruleset_of("cell air 0 0 0 0.3\ncell sand 9 9 9 0.9\ncell wall 5 5 5 1\n");
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    World world(1, 5);
    world.cell(0, 1) = 2;
    const auto solver = start("density", backend, none, world);
    solver->step(steps(0, 1));
    const World after = world_of(*solver);
    const auto densities = after.bytes(Plane::density);
    CHECK(std::ranges::count(after.cells(), 0) == 5);
    CHECK((densities[1] == 0 && densities[2] == 0));
    CHECK(densities[4] == 76);
  }
}

TEST_CASE("density: an open edge counts what reaches the rim in a step, and not what moves away from it") {
  const std::vector<Rows> frames = {{"..s..", "#...#", "#s..#", "##.##"},
                                    {".....", "#.s.#", "#s..#", "##.##"},
                                    {".....", "#...#", "#.s.#", "##.##"},
                                    {".....", "#...#", "#...#", "##.##"}};
  const std::uint64_t left[] = {0, 0, 1, 2};
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("density", backend, swapping_ruleset(), world_from(frames[0], kLegend));
    REQUIRE(solver->set_parameter("open_edge", 1));
    for (std::size_t i = 1; i < frames.size(); ++i) {
      solver->step(steps(i - 1, 1));
      CHECK(rows_of(world_of(*solver), kLegend) == frames[i]);
      CHECK(solver->stats().left_cells == left[i]);
    }
  }
}

TEST_CASE("density: a liquid drains away over an open edge, and a basin of walls keeps it") {
  for (const bool in_basin : {false, true}) {
    World world(60, 30);
    for (int y = 22; y < 28; ++y) {
      for (int x = 10; x < 50; ++x) world.cell(x, y) = water;
    }
    for (int y = 15; in_basin && y < 30; ++y) world.cell(9, y) = world.cell(50, y) = wall;
    for (int x = 9; in_basin && x < 51; ++x) world.cell(x, 28) = wall;
    const auto solver = start("density", Backend::cpu, swapping_ruleset(), world);
    REQUIRE(solver->set_parameter("open_edge", 1));
    solver->step(steps(0, 600));
    CHECK((std::ranges::count(world_of(*solver).cells(), water) > 0) == in_basin);
    CHECK((solver->stats().left_cells == 0) == in_basin);
  }
}

TEST_CASE("density: the count of what left starts at 0 with a new or resized world and with another backend") {
  const Registry registry = make_registry();
  Session session(registry, density_world(), {.threads = 1});
  const auto must = [&](const Command& command) { REQUIRE(session.execute(command).ok); };
  must(command::SwitchSolver{"density", Backend::cpu});
  must(command::SetParameter{"open_edge", 1});
  const Command changes[] = {command::NewWorld{30, 20}, command::ResizeWorld{50, 40},
                             command::SwitchSolver{"density", Backend::scalar},
                             command::LoadScene{"empty", 20, 20, {}}};
  for (const Command& change : changes) {
    must(command::Paint{RectEdit{{0, 0}, {9, 0}, session.ruleset().find("sand").value(), {}}});
    must(command::Step{300});
    CHECK(session.stats().left_cells > 0);
    must(change);
    CHECK(session.stats().left_cells == 0);
    CHECK(session.solver().parameter("open_edge") == 1);  // the parameter stays
  }
}

TEST_CASE("density: sand on water on the floor becomes two sands, and the water is gone") {
  check_frames({{".....", "..s..", "..w.."}, {".....", "..s..", "..s.."}, {".....", ".....", "..ss."}}, Bias::left);
}

TEST_CASE("density: in a mixed world 4080 sands become 7388 in 1000 steps, and 4078 waters 2929") {
  const Ruleset rules = ruleset_of(kSmallRules);
  World world(128, 128);
  REQUIRE(find_scene("mixed")->fill(world, rules, 1).ok());
  CHECK(std::ranges::count(world.cells(), 1) == 4080);
  CHECK(std::ranges::count(world.cells(), 2) == 4078);
  const auto solver = start("density", Backend::cpu, rules, world);
  solver->step(steps(0, 1000));
  CHECK(std::ranges::count(world_of(*solver).cells(), 1) == 7388);
  CHECK(std::ranges::count(world_of(*solver).cells(), 2) == 2929);
}

}  // namespace repose::test::density_claims_test
