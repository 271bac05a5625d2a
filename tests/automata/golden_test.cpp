// One approved hash per run, for every backend, number of threads and build type.
#include "automata/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "automata/automaton_support.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::golden_test {

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

// A scene of the menu in a small world after some steps.
std::uint64_t scene_hash_after(const Scene& scene, std::string_view automaton, Backend backend, int threads,
                               std::uint64_t count) {
  const ConfigResult config = read_config_file(find_data("configs/" + std::string(scene.config)).value());
  World world(160, 100);
  REQUIRE(scene.fill(world, *config.ruleset, 1).ok());
  const auto solver = make_solver(*make_registry().solver(automaton, backend), *config.ruleset, world, threads);
  for (const auto& [name, value] : scene.parameters) solver->set_parameter(name, value);
  solver->step(steps(0, count));
  return hash_of(*solver);
}

// Scenes that earlier versions had in the menu. They still open by name.
constexpr std::string_view kFormerScenes[] = {"acid-cave", "forest-fire", "lava-meets-water", "oil-alight"};

std::vector<std::string_view> automata_of(const Scene& scene) {
  if (scene.config == "default.cfg") return {"conserving"};  // uses words that other automata ignore
  if (scene.automaton.empty()) return {"density", "conserving"};
  return {scene.automaton};
}

}  // namespace

TEST_CASE("every scene of the menu, now or before, gives its approved hash in every automaton that it is made for",
          "[golden][slow]") {
  constexpr std::uint64_t kSteps = 200;
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu && std::ranges::find(kFormerScenes, scene.name) == std::end(kFormerScenes)) continue;
    const std::vector<std::string_view> automata = automata_of(scene);
    for (const std::string_view automaton : automata) {
      const std::uint64_t scalar = scene_hash_after(scene, automaton, Backend::scalar, 1, kSteps);
      check_golden(fmt::format("{}/{}/160x100/seed1/{}", automaton, scene.name, kSteps), scalar);
      INFO(scene.name << " in " << automaton);
      if (make_registry().solver(automaton, Backend::cpu)->available())
        CHECK(scene_hash_after(scene, automaton, Backend::cpu, 3, kSteps) == scalar);
    }
  }
}

TEST_CASE("every run gives its approved hash on every backend and number of threads", "[golden]") {
  const Registry registry = make_registry();
  for (const GoldenRun& golden : kRuns) {
    const std::string name =
        fmt::format("{}/{}/{}x{}/seed1/{}", golden.automaton, golden.scene, golden.width, golden.height, golden.steps);
    const std::uint64_t scalar = hash_after(golden, *registry.solver(golden.automaton, Backend::scalar), 1);
    check_golden(name, scalar);
    if (!registry.solver(golden.automaton, Backend::cpu)->available()) continue;
    for (int threads : {2, 8}) {
      INFO(name << " on cpu with " << threads << " threads");
      CHECK(hash_after(golden, *registry.solver(golden.automaton, Backend::cpu), threads) == scalar);
    }
  }
}

}  // namespace repose::test::golden_test
