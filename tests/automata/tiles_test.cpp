// The rules of tiles as pictures, on both backends; mirror images; and sleeping tiles.
#include "automata/tiles_support.hpp"
#include "repose/census.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

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

TEST_CASE("tiles: nothing squeezes through a corner") { check_both({"#s#", ".s."}, {"#s#", ".s."}); }

TEST_CASE("tiles: a liquid under a liquid gives way to the side") {
  check_steps({"#w##", "#w.#"}, 1, Bias::left, {"#.##", "#ww#"});
  check_both({"#.##", "#w.#", "####"}, {"#.##", "#w.#", "####"});  // without pressure it stays
}

TEST_CASE("tiles: a liquid runs towards a hole that it sees") {
  check_steps({"w....", "####."}, 1, Bias::left, {".w...", "####."});
  check_steps({"w....", "####."}, 1, Bias::left, {"w....", "####."}, 3);
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

TEST_CASE("tiles: with jitter some of what falls is blown aside") {
  World rain(101, 100);
  for (int x = 0; x < 101; ++x) rain.cell(x, 0) = x % 2 == 0 ? 2 : 0;
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start(backend, rain);
    solver->set_parameter("jitter", 0.25);
    solver->step(steps(0, 50));
    const World end = world_of(*solver);
    int in_place = 0;
    for (int x = 0; x < 101; x += 2) in_place += end.cell(x, 50) == 2;
    CHECK(std::ranges::count(end.cells(), 2) == 51);
    CHECK(in_place < 40);
  }
}

TEST_CASE("tiles: a dam break comes to rest on a slope of about one in the look-ahead") {
  World dam(120, 60);
  for (int y = 10; y < 60; ++y) {
    for (int x = 0; x < 30; ++x) dam.cell(x, y) = 4;
  }
  const int look_ahead = GENERATE(8, 32);
  const auto solver = start(Backend::cpu, dam);
  solver->set_parameter("look_ahead", look_ahead);
  solver->step(steps(0, 3000));
  const World end = world_of(*solver);
  int lowest = 60, highest = 0;
  for (int x = 0; x < 120; ++x) {
    int height = 0;
    for (int y = 0; y < 60; ++y) height += end.cell(x, y) == 4;
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  CHECK(highest - lowest <= 2 + 120 / look_ahead);
  CHECK(highest - lowest >= 3);
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
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const World world =
        random_world(17 + static_cast<int>(seed % 9), 15, kElements, seed, static_cast<std::uint32_t>(1 + seed % 3));
    for (Backend backend : {Backend::scalar, Backend::cpu}) {
      const auto plain = start(backend, world), mirror = start(backend, mirrored(world));
      for (std::uint64_t k = 0; k < 12; ++k) {
        plain->step(steps(k, 1, Bias::left));
        mirror->step(steps(k, 1, Bias::right));
        INFO("world " << seed << ", step " << k);
        REQUIRE(mirrored(world_of(*mirror)) == world_of(*plain));
      }
    }
  }
}

TEST_CASE("tiles on cpu gives the bytes of scalar, with edits in between and any look-ahead") {
  for (const int look_ahead : {0, 1, 8, 32}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const World world = random_world(130, 70, kElements, seed, static_cast<std::uint32_t>(1 + seed));
      const auto scalar = start(Backend::scalar, world), cpu = start(Backend::cpu, world);
      for (std::uint64_t k = 0; k < 12; ++k) {
        for (Solver* solver : {scalar.get(), cpu.get()}) {
          solver->set_parameter("look_ahead", look_ahead);
          solver->set_parameter("jitter", k > 8 ? 0.2 : 0);
          const int x = static_cast<int>(11 * k);
          solver->apply(RectEdit{{x, 20}, {x + 9, 40}, static_cast<std::uint8_t>(k % kElements), {}});
          solver->step(steps(17 * k, 17));
        }
        INFO("look-ahead " << look_ahead << ", seed " << seed << ", after edit " << k);
        REQUIRE(hash_of(*cpu) == hash_of(*scalar));
      }
    }
  }
}

TEST_CASE("tiles: a world at rest has no active tile and costs nothing") {
  World world(300, 200);
  for (int y = 100; y < 200; ++y) {
    for (int x = 0; x < 300; ++x) world.cell(x, y) = y < 150 ? 4 : 2;
  }
  const auto solver = start(Backend::cpu, world);
  solver->step(steps(0, 2));
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t seen = solver->view().generation;
  solver->step(steps(2, 1'000'000'000));
  CHECK(solver->view().generation == seen);
}

}  // namespace repose::test::tiles_test
