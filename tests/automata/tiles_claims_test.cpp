// What docs/automata.md says about tiles and tiles_test.cpp does not check.
#include "automata/tiles_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;
using namespace repose::test::tiles;

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
  const auto solver = start(Backend::scalar, rain);
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
    for (int y = 10; y < 60; ++y) {
      for (int x = 0; x < 30; ++x) dam.cell(x, y) = 4;
    }
    const auto solver = start(Backend::cpu, dam);
    REQUIRE(solver->set_parameter("look_ahead", look_ahead));
    solver->step(steps(0, 20'000));
    const World end = world_of(*solver);
    int lowest = 60, highest = 0;
    for (int x = 0; x < 120; ++x) {
      int height = 0;
      for (int y = 0; y < 60; ++y) height += end.cell(x, y) == 4;
      lowest = std::min(lowest, height);
      highest = std::max(highest, height);
    }
    CHECK(highest - lowest == uneven);
  }
}

}  // namespace repose::test::tiles_claims_test
