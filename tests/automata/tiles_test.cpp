// The rules of tiles as pictures, on both backends; mirror images; and sleeping tiles.
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "automata/automaton_support.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

namespace repose::test::tiles {

// Pictures of tiles, and checks of steps on both backends, with the rules of configs/tiles.cfg.

using Rows = std::vector<std::string>;
inline const std::map<char, std::uint8_t> kLegend = {{'.', 0}, {'#', 1}, {'s', 2}, {'g', 3},
                                                     {'w', 4}, {'o', 5}, {'T', 6}, {'D', 9}};

const Ruleset& tile_rules() {
  static const Ruleset rules =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/tiles.cfg").ruleset.value();
  return rules;
}

std::unique_ptr<Solver> started(Backend backend, const World& world) {
  return test::start("tiles", backend, tile_rules(), world);
}

struct Value {
  const char* parameter = "look_ahead";
  double value = 8;
};

void check_steps(const Rows& before, std::uint64_t count, Bias first, const Rows& expected, const Value& set = {}) {
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = started(backend, world_from(before, kLegend));
    REQUIRE(solver->set_parameter(set.parameter, set.value));
    solver->step(steps(0, count, first));
    INFO(backend_name(backend));
    CHECK(rows_of(world_of(*solver), kLegend) == expected);
  }
}

// One step, from an even and from an odd one.
void check_both(const Rows& before, const Rows& expected) {
  check_steps(before, 1, Bias::left, expected);
  check_steps(before, 1, Bias::right, expected);
}

}  // namespace repose::test::tiles

using namespace repose;
using namespace repose::test;
using namespace repose::test::tiles;

namespace repose::test::tiles_test {

namespace {

constexpr int kElements = 10;

World mirrored(World world) {
  for (int y = 0; y < world.height(); ++y)
    std::ranges::reverse(world.cells().subspan(world.index(0, y), static_cast<std::size_t>(world.width())));
  return world;
}

}  // namespace

TEST_CASE("tiles: what falls goes down one cell a step, a whole column together") {
  check_both({".s.", ".s.", "...", "..."}, {"...", ".s.", ".s.", "..."});
}

TEST_CASE("tiles: what is denser swaps with what is lighter, one cell a step") {
  check_both({"#s#", "#w#", "#o#"}, {"#s#", "#o#", "#w#"});
  check_steps({"#g#", "#s#", "#w#", "#o#"}, 12, Bias::left, {"#o#", "#w#", "#s#", "#g#"});
}

TEST_CASE("tiles: a light tile rises one cell a step, not to the top at once") {
  check_both({"#w#", "#w#", "#w#", "#o#"}, {"#w#", "#w#", "#o#", "#w#"});
}

TEST_CASE("tiles: what cannot fall rolls down, to the left first in even steps") {
  check_steps({".s.", ".s."}, 1, Bias::left, {"...", "ss."});
  check_steps({".s.", ".s."}, 1, Bias::right, {"...", ".ss"});
}

TEST_CASE("tiles: nothing squeezes through a corner, unless corners are open as in the article's text") {
  const Value open{"closed_corners", 0};
  check_both({"#s#", ".s."}, {"#s#", ".s."});
  check_steps({"#s#", ".s."}, 1, Bias::left, {"#.#", "ss."}, open);
  check_steps({"#s#", ".s."}, 1, Bias::right, {"#.#", ".ss"}, open);
  check_steps({"#w#", "#s."}, 1, Bias::left, {"#.#", "#sw"}, open);
  check_steps({"ss#", "##."}, 1, Bias::left, {"s.#", "##s"}, open);
}

TEST_CASE("tiles: with open corners the cpu gives the bytes of scalar, at every size") {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 17}, {17, 1}, {2, 2}, {63, 65}, {257, 129}}) {
    const World world = random_world(width, height, kElements, 5, 2);
    const auto scalar = started(Backend::scalar, world), cpu = started(Backend::cpu, world);
    for (std::uint64_t k = 0; k < 60; k += 12) {  // switched while it runs, too
      for (Solver* solver : {scalar.get(), cpu.get()}) {
        REQUIRE(solver->set_parameter("closed_corners", k == 36 ? 1 : 0));
        solver->step(steps(k, 12));
      }
      INFO(width << " x " << height << ", after step " << k + 12);
      REQUIRE(hash_of(*cpu) == hash_of(*scalar));
    }
  }
}

TEST_CASE("tiles: a liquid under a liquid gives way to the side") {
  check_steps({"#w##", "#w.#"}, 1, Bias::left, {"#.##", "#ww#"});
  check_both({"#.##", "#w.#", "####"}, {"#.##", "#w.#", "####"});  // without pressure it stays
}

TEST_CASE("tiles: a liquid runs towards a hole that it sees") {
  check_steps({"w....", "####."}, 1, Bias::left, {".w...", "####."});
  check_steps({"w....", "####."}, 1, Bias::left, {"w....", "####."}, {"look_ahead", 3});
  check_steps({"w.#..", "####."}, 1, Bias::left, {"w.#..", "####."});  // a wall hides it
  check_both({"s....", "####."}, {"s....", "####."});                  // sand does not flow
}

TEST_CASE("tiles: a tile that has run along its row is not moved twice in one step") {
  check_steps({"w......", "######."}, 3, Bias::left, {"...w...", "######."});
}

TEST_CASE("tiles: a tap pours into the empty cell below itself, and what it pours moves in the next step") {
  check_both({"T", ".", ".", "."}, {"T", "w", ".", "."});
  check_steps({"T", ".", ".", "."}, 2, Bias::left, {"T", "w", "w", "."});
  check_both({"T", "s"}, {"T", "s"});
}

TEST_CASE("tiles: a drain removes what touches it, but no wall and no tap") {
  check_both({".s.", "wDw", "#T#"}, {"...", ".D.", "#T#"});
}

TEST_CASE("tiles: no text promises that liquids come to one level") {
  std::vector<std::string> texts = {std::string(make_registry().automaton("tiles")->summary)};
  for (const Scene& scene : scenes()) {
    if (scene.automaton == "tiles") texts.emplace_back(scene.description);
  }
  for (const Element& element : tile_rules().elements) texts.push_back(element.description);
  REQUIRE(texts.size() > 10);
  for (const std::string& text : texts) {
    INFO(text);
    for (const char* promise : {"its level", "level out", "levels out", "one level"})
      CHECK(text.find(promise) == std::string::npos);
  }
}

TEST_CASE("tiles: the mirror image of a world, started at the other parity, gives the mirror image at every step") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const World world =
        random_world(17 + static_cast<int>(seed % 9), 15, kElements, seed, static_cast<std::uint32_t>(1 + seed % 3));
    const auto plain = started(Backend::scalar, world), mirror = started(Backend::scalar, mirrored(world));
    for (std::uint64_t k = 0; k < 12; ++k) {
      plain->step(steps(k, 1, Bias::left));
      mirror->step(steps(k, 1, Bias::right));
      INFO("world " << seed << ", step " << k);
      REQUIRE(mirrored(world_of(*mirror)) == world_of(*plain));
    }
  }
}

TEST_CASE("tiles: a world at rest has no active tile and costs nothing") {
  World world(300, 200);
  fill(world, 0, 100, 300, 150, 4);
  fill(world, 0, 150, 300, 200, 2);
  const auto solver = started(Backend::cpu, world);
  solver->step(steps(0, 2));
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t seen = solver->view().generation;
  solver->step(steps(2, 1'000'000'000));
  CHECK(solver->view().generation == seen);
}

}  // namespace repose::test::tiles_test

namespace repose::test::tiles_claims_test {

TEST_CASE("tiles: even steps scan a row from left to right, odd steps from right to left") {
  check_steps({"s.s", "#.#"}, 1, Bias::left, {"..s", "#s#"});
  check_steps({"s.s", "#.#"}, 1, Bias::right, {"s..", "#s#"});
}

TEST_CASE("tiles: outside the world everything is wall") {
  check_both({"w"}, {"w"});
  check_both({"w.", "sw"}, {"w.", "sw"});
  check_both({"o", "w"}, {"o", "w"});
}

TEST_CASE("tiles: a tile sinks only into a lighter tile that falls and has not moved in this step") {
  check_both({"g", "T", "#"}, {"g", "T", "#"});
  check_both({"s", "o", "."}, {".", "s", "o"});  // the oil has moved: the sand falls after it
  check_both({"s", "w", "o", "#"}, {"s", "o", "w", "#"});
}

TEST_CASE("tiles: a drain removes only what touches one of its four sides") {
  check_both({"s.s", ".D.", "###"}, {"...", "sDs", "###"});
  check_both({"...", "sDs", "###"}, {"...", ".D.", "###"});
}

TEST_CASE("tiles: jitter is the chance that a tile falls to a side that is free") {
  World rain(300, 2);
  for (int x = 1; x < 300; x += 3) rain.cell(x, 0) = 2;
  const auto solver = started(Backend::scalar, rain);
  REQUIRE(solver->set_parameter("jitter", 0.25));
  int aside = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    REQUIRE(solver->upload(rain).ok());
    solver->step({0, 1, seed, Bias::left});
    const World now = world_of(*solver);
    for (int x = 1; x < 300; x += 3) {
      CHECK((now.cell(x - 1, 1) == 2) + (now.cell(x, 1) == 2) + (now.cell(x + 1, 1) == 2) == 1);
      aside += now.cell(x, 1) != 2;
    }
  }
  CHECK(std::abs(aside - 1000) < 4 * 28);
}

TEST_CASE("tiles: a dam break stays 14 cells uneven with a look-ahead of 8, and 3 with 32", "[claims]") {
  for (const auto& [look_ahead, uneven] : {std::pair{8, 14}, {32, 3}}) {
    World dam(120, 60);
    fill(dam, 0, 10, 30, 60, 4);
    const auto solver = started(Backend::cpu, dam);
    REQUIRE(solver->set_parameter("look_ahead", look_ahead));
    solver->step(steps(0, 20'000));
    CHECK(unevenness(world_of(*solver), 4) == uneven);
  }
}

}  // namespace repose::test::tiles_claims_test
