// The files that people wrote for wxSand, as found: each loads, runs, and gives one world on any number of threads.
// scripts/check mods runs them longer and in larger worlds.
#include <catch2/catch.hpp>

#include "automata/automaton_support.hpp"
#include "repose/config.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

TEST_CASE("community files run in elements with one result on one and on three threads") {
  const std::filesystem::path folder = std::filesystem::path(REPOSE_SHARED_DIR) / "mods";
  if (!std::filesystem::exists(folder)) REPOSE_SKIP("the community files are not here");
  const Registry registry = make_registry();
  const SolverEntry& entry = *registry.solver("elements", Backend::cpu);
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".txt") continue;
    INFO(file.path().filename());
    const ConfigResult config = read_config_file(file.path());
    REQUIRE(config.ruleset);
    World world(160, 120);
    REQUIRE(find_scene("elements-grid")->fill(world, *config.ruleset, 1).ok());
    const auto one = make_solver(entry, *config.ruleset, world, 1),
               three = make_solver(entry, *config.ruleset, world, 3);
    one->step(steps(0, 60));
    three->step(steps(0, 60));
    CHECK(hash_of(*one) == hash_of(*three));
    ++files;
  }
  CHECK(files >= 40);
}
