// Community files for wxSand: each loads, runs, and gives the same world on any number of threads. scripts/check mods
// runs them longer and in larger worlds.
#include <catch2/catch.hpp>

#include "automata/automaton_support.hpp"
#include "reference_files.hpp"
#include "repose/config.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

TEST_CASE("community files run in elements with one result on one and on three threads") {
  REPOSE_NEEDS_COMMUNITY_FILES();
  const Registry registry = make_registry();
  const SolverEntry& entry = *registry.solver("elements", Backend::cpu);
  for (const auto& file : community_files()) {
    INFO(file.filename());
    const ConfigResult config = read_config_file(file);
    REQUIRE(config.ruleset);
    World world(160, 120);
    REQUIRE(find_scene("elements-grid")->fill(world, *config.ruleset, 1).ok());
    const auto one = make_solver(entry, *config.ruleset, world, 1),
               three = make_solver(entry, *config.ruleset, world, 3);
    one->step(steps(0, 60));
    three->step(steps(0, 60));
    CHECK(hash_of(*one) == hash_of(*three));
  }
}
