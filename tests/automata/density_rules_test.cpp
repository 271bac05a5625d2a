// The rules of the density automaton: pictures before and after, the table of docs/automata.md, the open edge.
#include <algorithm>
#include <functional>
#include <numeric>
#include <sstream>

#include "automata/automaton_support.hpp"
#include "automata/density/density.hpp"
#include "repose/scene.hpp"
#include "small_rules.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::density_rules_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};

enum class First { left, right, both };

// A world after some steps, of which the first has one bias, or either.
struct Case {
  const char* shows;
  Rows before;
  std::uint64_t count;
  First first;
  Rows after;
  std::optional<std::uint64_t> left = {};  // when given: the edge is open, and so many cells have left
};

std::unique_ptr<Solver> open_solver(Backend backend, const Ruleset& ruleset, const World& world, int threads = 1) {
  auto solver = start("density", backend, ruleset, world, threads);
  REQUIRE(solver->set_parameter("open_edge", 1));
  return solver;
}

// On scalar and cpu.
void check(const Case& one, const Ruleset& ruleset = swapping_ruleset()) {
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    for (const Bias first : {Bias::left, Bias::right}) {
      if (one.first == (first == Bias::left ? First::right : First::left)) continue;
      const World world = world_from(one.before, kLegend);
      const auto solver =
          one.left ? open_solver(backend, ruleset, world) : test::start("density", backend, ruleset, world);
      solver->step(steps(0, one.count, first));
      INFO(one.shows << ", " << backend_name(backend) << ", " << (first == Bias::left ? "left" : "right"));
      CHECK(rows_of(world_of(*solver), kLegend) == one.after);
      if (one.left) CHECK(solver->stats().left_cells == *one.left);
    }
  }
}

const Case kCases[] = {
    {"sand falls", {".s.", "...", "..."}, 1, First::both, {"...", ".s.", "..."}},
    {"one cell a step", {".s.", "...", "..."}, 2, First::left, {"...", "...", ".s."}},
    {"sand rests on the floor", {"...", ".s."}, 1, First::both, {"...", ".s."}},
    {"sand under the ceiling does not sink",
     {"###", "#s#", "#w#", "###"},
     1,
     First::both,
     {"###", "#s#", "#w#", "###"}},
    {"sand over water sinks", {"#.#", "#s#", "#w#", "###"}, 1, First::both, {"#.#", "#w#", "#s#", "###"}},
    {"oil rises through water", {"#.#", "#w#", "#o#", "###"}, 1, First::both, {"#.#", "#o#", "#w#", "###"}},
    {"liquids sort themselves",
     {"#.#", "#s#", "#w#", "#o#", "###"},
     10,
     First::left,
     {"#.#", "#o#", "#w#", "#s#", "###"}},
    {"what is under a wall sticks to it", {"#", "s", "."}, 2, First::both, {"#", "s", "."}},
    {"under something denser nothing falls away", {"s", "w", "."}, 1, First::both, {"w", "s", "."}},
    {"sand rolls off a heap to the side of the bias", {".s.", ".s."}, 1, First::right, {"...", ".ss"}},
    {"or to the other one", {".s.", ".s."}, 1, First::left, {"...", "ss."}},
    {"nothing rolls out of the world to the left", {"s..", "s.."}, 1, First::left, {"s..", "s.."}},
    {"nor to the right", {"..s", "..s"}, 1, First::right, {"..s", "..s"}},
    {"a wall beside a grain keeps it from rolling", {"s#.", "s.."}, 1, First::right, {"s#.", "s.."}},
    {"so does a wall below and aside", {"s..", "s#."}, 1, First::right, {"s..", "s#."}},
    {"sand waits while the water below flows aside", {"s..", "w..", "#.."}, 1, First::right, {"s..", "...", "#w."}},
    {"a wall does not fall", {".#.", "...", "..."}, 1, First::both, {".#.", "...", "..."}},
    {"nor roll", {".#.", ".#."}, 1, First::both, {".#.", ".#."}},
    {"sand on water on the floor becomes two sands (kept)", {"..s.", "..w."}, 1, First::left, {"..s.", "..s."}},
    {"over an open floor sand falls", {".s.", "...", "..."}, 1, First::left, {"...", ".s.", "..."}, 0},
    {"to the floor", {"...", ".s.", "...", "..."}, 1, First::left, {"...", "...", ".s.", "..."}, 0},
    {"and out", {"...", ".s.", "...", "..."}, 2, First::left, {"...", "...", "...", "..."}, 1},
    {"what rests between walls on the edge leaves",
     {"#s#w#", "##.##", "#o#s#"},
     1,
     First::left,
     {"#.#.#", "##.##", "#.#.#"},
     4},
    {"what falls away from the edge stays",
     {"#s#w#", "s...o", "#####"},
     1,
     First::left,
     {"#.#.#", ".s.w.", "#####"},
     2},
    {"what leaves wakes the cells beside it", {"..#", ".s#", "s##"}, 2, First::left, {"..#", ".s#", ".##"}, 1},
    {"even if one bias alone can move them", {"..#", ".s#", "s##"}, 3, First::left, {"..#", "..#", ".##"}, 2},
    {"what is inside on a floor of walls stays",
     {".....", ".s.w.", "#####"},
     1,
     First::left,
     {".....", ".s.w.", "#####"},
     0},
    {"all cells of one row are at the edge", {"sw#o."}, 1, First::left, {"..#.."}, 3},
    {"and of one column", {"s", "#", "w", "o"}, 1, First::left, {".", "#", ".", "."}, 3},
    {"and a single cell", {"s"}, 1, First::left, {"."}, 1},
};

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

TEST_CASE("the pictures of density are as drawn, closed and open at the edge") {
  for (const Case& one : kCases) check(one);
}

TEST_CASE("equal densities never interact, whatever their rules say") {
  const Ruleset twins = ruleset_of(R"(
cell air  0 0 0   0.1
cell sand 9 9 9   0.9
cell water 0 0 9  0.9
rule sand air air sand
rule water air air water
rule sand water air air
)");
  check({"twins", {"s", "w"}, 1, First::both, {"s", "w"}}, twins);
  check({"twins", {"w", "s"}, 1, First::both, {"w", "s"}}, twins);
}

TEST_CASE("a reaction gives each partner its own result") {
  const Ruleset dissolving = ruleset_of(R"(
cell air   0 0 0 0.1
cell sand  9 9 9 0.9
cell water 0 0 9 0.5
cell oil   9 0 9 0.3
rule sand air air sand
rule water air air water
rule oil air air oil
rule sand water oil water
rule sand oil oil sand
rule water oil oil water
)");
  check({"a reaction", {".", "s", "w"}, 1, First::both, {".", "o", "w"}}, dissolving);
}

TEST_CASE("of two rules for a pair the later one counts, whichever way round it is written") {
  const Ruleset overwritten = ruleset_of(R"(
cell air  0 0 0 0.1
cell sand 9 9 9 0.9
rule sand air air sand
rule air sand sand sand
)");
  check({"two rules", {"s", ".", "."}, 1, First::both, {"s", "s", "."}}, overwritten);
}

TEST_CASE("density: if a pair has no rule both cells vanish: index 0 and density 0, walls too") {
  const Ruleset none = ruleset_of("cell air 0 0 0 0.3\ncell sand 9 9 9 0.9\ncell wall 5 5 5 1\n");
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    World world(1, 5);
    world.cell(0, 1) = 2;
    const auto solver = start("density", backend, none, world);
    CHECK(solver->state_planes() == PlaneSet{Plane::cells, Plane::density});
    solver->step(steps(0, 1));
    const World after = world_of(*solver);
    const auto densities = after.bytes(Plane::density);
    CHECK(std::ranges::count(after.cells(), 0) == 5);
    CHECK((densities[1] == 0 && densities[2] == 0));
    CHECK(densities[4] == 76);
  }
}

TEST_CASE("a mirrored world with mirrored bias gives the mirrored result") {
  const World start = random_world(61, 47, 5, 11);
  World mirrored = start;
  const auto mirror = [](World& world) {
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; 2 * x < world.width(); ++x) std::swap(world.cell(x, y), world.cell(world.width() - 1 - x, y));
    }
  };
  mirror(mirrored);
  const auto left = test::start("density", Backend::scalar, reacting_ruleset(), start);
  const auto right = test::start("density", Backend::scalar, reacting_ruleset(), mirrored);
  left->step(steps(0, 100, Bias::left));
  right->step(steps(0, 100, Bias::right));
  World result = world_of(*right);
  mirror(result);
  CHECK(result == world_of(*left));
}

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

// ---- the open edge ----

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

}  // namespace repose::test::density_rules_test
