// One approved hash per run, for every backend, number of threads and build type.
#include "automata/golden.hpp"

#include <fmt/format.h>

#include "automata/automaton_support.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace {

struct GoldenRun {
  const char* automaton;
  const char* scene;
  int width, height;
  std::uint64_t steps;
};

constexpr GoldenRun kRuns[] = {{"density", "mixed", 257, 129, 500},
                               {"density", "churn", 320, 200, 300},
                               {"density", "settled", 200, 100, 10},
                               {"conserving", "mixed", 257, 129, 300},
                               {"conserving", "churn", 320, 200, 300},
                               {"elements", "mixed", 257, 129, 60},
                               {"elements", "elements-falling-sand", 160, 120, 100},
                               {"elements", "elements-water", 160, 120, 60},
                               {"elements", "elements-sources", 160, 120, 200},
                               {"fastsab", "mixed", 257, 129, 200},
                               {"tiles", "mixed", 257, 129, 300}};

std::uint64_t hash_after(const GoldenRun& golden, const SolverEntry& entry, int threads) {
  const Ruleset* own = scene_ruleset(golden.scene);
  const Ruleset& ruleset = own != nullptr ? *own : swapping_ruleset();
  World world(golden.width, golden.height);
  REQUIRE(find_scene(golden.scene)->fill(world, ruleset, 1).ok());
  const auto solver = make_solver(entry, ruleset, world, threads);
  solver->step(steps(0, golden.steps));
  return hash_of(*solver);
}

}  // namespace

TEST_CASE("every run gives its approved hash on every backend and number of threads", "[golden]") {
  const Registry registry = make_registry();
  for (const GoldenRun& golden : kRuns) {
    const std::string name =
        fmt::format("{}/{}/{}x{}/seed1/{}", golden.automaton, golden.scene, golden.width, golden.height, golden.steps);
    const std::uint64_t scalar = hash_after(golden, *registry.solver(golden.automaton, Backend::scalar), 1);
    check_golden(name, scalar);
    for (int threads : {1, 2, 3, 8}) {
      INFO(name << " on cpu with " << threads << " threads");
      CHECK(hash_after(golden, *registry.solver(golden.automaton, Backend::cpu), threads) == scalar);
    }
  }
}
