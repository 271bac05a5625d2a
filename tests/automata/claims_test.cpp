// Measures the claims of the articles about FastSAB and tiles: prints the figures of docs/automata.md. Hidden; run it
// with repose_automata_tests "[claims]".
#include <algorithm>
#include <cstdio>

#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::claims_test {

namespace {

Ruleset config(const char* name) {
  return read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs" / name).ruleset.value();
}

// Water on the left quarter of a basin: steps until it is level within two cells.
void dam_break(const char* automaton, const char* file, const char* parameter, double value) {
  constexpr std::uint64_t kPatience = 20'000;
  const Ruleset rules = config(file);
  const std::uint8_t water = rules.find("water").value();
  World world(120, 60);
  fill(world, 0, 10, 30, 60, water);
  const auto solver = start(automaton, Backend::cpu, rules, world);
  REQUIRE(solver->set_parameter(parameter, value));
  std::uint64_t step = 0;
  while (step < kPatience && unevenness(world_of(*solver), water) > 2) solver->step(steps(step++, 1));
  const std::int64_t rest = unevenness(world_of(*solver), water);
  std::printf("dam break, %s, %s = %g: %s (%d cells uneven after %llu steps)\n", automaton, parameter, value,
              rest <= 2 ? "level" : "never", static_cast<int>(rest), static_cast<unsigned long long>(step));
}

}  // namespace

TEST_CASE("claims: how long a dam break takes to be level", "[.claims]") {
  dam_break("fastsab", "fastsab.cfg", "free_way", 1);
  dam_break("fastsab", "fastsab.cfg", "free_way", 0);
  for (const int look_ahead : {8, 16, 32}) dam_break("tiles", "tiles.cfg", "look_ahead", look_ahead);
}

TEST_CASE("claims: a shaken mix of water, acid, sand and dirt sorts itself in fastsab", "[.claims]") {
  const Ruleset rules = config("fastsab.cfg");
  World world(100, 100);
  const World mixed = random_world(100, 100, 4, 1);
  const char* names[] = {"water", "acid", "sand", "dirt"};
  for (std::size_t i = 0; i < world.cell_count() * 4 / 5; ++i) {
    world.cells()[world.cell_count() - 1 - i] = rules.find(names[mixed.cells()[i]]).value();
  }
  const auto solver = start("fastsab", Backend::cpu, rules, world);
  REQUIRE(solver->set_parameter("dissolving", 0));
  for (const std::uint64_t until : {0u, 500u, 2000u, 10'000u, 40'000u}) {
    solver->step(steps(solver->stats().steps, until - solver->stats().steps));
    std::printf("sorting, step %5llu, mean row:", static_cast<unsigned long long>(until));
    for (const ElementCensus& row : take_census(world_of(*solver))) {
      std::printf(" %s %.1f", rules.elements[row.element].name.c_str(), row.mean_y);
    }
    std::printf("\n");
  }
}

TEST_CASE("claims: a stream of sand fills every second column in fastsab", "[.claims]") {
  const Ruleset rules = config("fastsab.cfg");
  const std::uint8_t sand = rules.find("sand").value();
  const auto solver = start("fastsab", Backend::cpu, rules, World(101, 80));
  for (std::uint64_t step = 0; step < 1500; ++step) {
    if (step < 600) solver->apply(RectEdit{{50, 0}, {50, 0}, sand, {}});
    solver->step(steps(step, 1));
  }
  const World world = world_of(*solver);
  int even = 0, odd = 0;
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 101; ++x) (x % 2 == 0 ? even : odd) += world.cell(x, y) == sand;
  }
  std::printf("stream of sand from column 50: %d grains in even columns, %d in odd ones\n", even, odd);
  CHECK(odd == 0);
}

}  // namespace repose::test::claims_test
