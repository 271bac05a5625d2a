// The gpu backend of conserving gives the bytes of the scalar one: chances, decays, liquids, edits, any number of flow
// passes.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "density_world.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/session.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_gpu_test {

namespace {

const Ruleset& lively_rules() {
  static const Ruleset rules = ruleset_of(R"(
cell air 0 0 0 0.5
cell sand 9 9 9 0.95
cell water 1 1 1 0.9
cell fire 2 2 2 0.1
cell smoke 3 3 3 0.2
cell wood 4 4 4 0.8
cell wall 5 5 5 1
rule sand air air sand
rule water air air water
rule fire air air fire
rule smoke air air smoke
rule sand water water sand
rule smoke fire fire smoke
rule fire water smoke air 0.4
rule fire wood fire fire 0.05
rule wall smoke wall air 0.3
react fire
decay fire smoke 0.02
decay smoke air 0.01
)");
  return rules;
}

}  // namespace

TEST_CASE("conserving runs the same on scalar and gpu") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  const std::pair<int, int> sizes[] = {{1, 1}, {1, 19}, {18, 1}, {64, 40}, {131, 67}};
  for (const auto& [width, height] : sizes) {
    for (const int passes : {3, 0, 8}) {
      const World start = random_world(width, height, 7, 11);
      const auto scalar = make_solver(*registry.solver("conserving", Backend::scalar), lively_rules(), start);
      const auto gpu = make_solver(*registry.solver("conserving", Backend::gpu), lively_rules(), start);
      for (std::uint64_t done = 0; done < 60; done += 20) {
        for (Solver* solver : {scalar.get(), gpu.get()}) {
          solver->set_parameter("flow", passes);
          if (done == 20) REQUIRE(solver->keep_ledger(true));
          solver->step(steps(done, 20));
          solver->apply(StrokeEdit{{5, 5}, {40, 30}, 9, BrushShape::round, 3, std::uint8_t{0}});
        }
        INFO(width << " x " << height << ", flow " << passes << ", after step " << done + 20);
        REQUIRE(gpu->health().ok());
        REQUIRE(hash_of(*gpu) == hash_of(*scalar));
      }
      world_of(*gpu);  // afterwards the ledger is up to date
      const Ledger ledger = gpu->ledger().value();
      CHECK(std::ranges::all_of(ledger.rows, [](const LedgerRow& row) { return row.lost() == 0; }));
    }
  }
}

TEST_CASE("conserving runs random rules the same on scalar and gpu") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const int count = 4 + static_cast<int>(seed) * 3;
    const Ruleset rules = random_conserving_rules(count, seed);
    const World start = random_world(97, 83, count, seed, seed * 2 + 1);
    const auto scalar = make_solver(*registry.solver("conserving", Backend::scalar), rules, start);
    const auto gpu = make_solver(*registry.solver("conserving", Backend::gpu), rules, start);
    for (Solver* solver : {scalar.get(), gpu.get()}) solver->step(steps(0, 25));
    INFO("seed " << seed << ", " << count << " elements, " << rules.bursts.size() << " bursts");
    CHECK(hash_of(*gpu) == hash_of(*scalar));
  }
}

TEST_CASE("what falls carry up through several texels of a column is the same on scalar and gpu") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  const std::string liquids = R"(
cell air 0 0 0 0.3
cell oil 1 1 1 0.5
cell water 2 2 2 0.6
cell smoke 3 3 3 0.1
rule oil air air oil
rule water air air water
rule water oil oil water
rule air smoke smoke air
)";
  const std::string powder = "cell sand 4 4 4 0.95\nrule sand air air sand\nrule sand water water sand\n";
  for (const std::string& text : {liquids, liquids + powder, liquids + powder + "rule sand oil air smoke 0.5\n"}) {
    const Ruleset rules = ruleset_of(text);
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
      World start = random_world(24, 90, 2, seed);  // oil and water in full columns, and some air
      for (std::size_t k = 0; k < start.cell_count(); ++k)
        start.cells()[k] = k % 97 == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(start.cells()[k] + 1);
      const auto scalar = make_solver(*registry.solver("conserving", Backend::scalar), rules, start);
      const auto gpu = make_solver(*registry.solver("conserving", Backend::gpu), rules, start);
      for (Solver* solver : {scalar.get(), gpu.get()}) solver->step(steps(0, 40));
      INFO("seed " << seed << ", " << rules.elements.size() << " elements");
      CHECK(hash_of(*gpu) == hash_of(*scalar));
    }
  }
}

TEST_CASE("conserving at open borders and over the seam is the same on scalar and gpu") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  struct Borders {
    double sides, top, bottom;
  };
  const std::pair<int, int> sizes[] = {{1, 1}, {1, 19}, {18, 1}, {2, 20}, {3, 20}, {64, 40}, {97, 67}};
  std::uint32_t seed = 0;
  for (const auto& [width, height] : sizes) {
    for (const Borders& borders : {Borders{2, 0, 0}, {2, 1, 0}, {1, 0, 1}, {3, 1, 1}, {4, 0, 0}}) {
      const int count = 5 + static_cast<int>(++seed % 9);
      const Ruleset rules = seed % 3 == 0 ? lively_rules() : random_conserving_rules(count, seed + 40);
      const World start = random_world(width, height, seed % 3 == 0 ? 7 : count, seed, 1 + seed % 4);
      const auto scalar = make_solver(*registry.solver("conserving", Backend::scalar), rules, start);
      const auto gpu = make_solver(*registry.solver("conserving", Backend::gpu), rules, start);
      for (Solver* solver : {scalar.get(), gpu.get()}) {
        solver->set_parameter("side_borders", borders.sides);
        solver->set_parameter("top_border", borders.top);
        solver->set_parameter("bottom_border", borders.bottom);
        if (seed % 4 == 0) REQUIRE(solver->keep_ledger(true));
        solver->step(steps(0, 8));
        solver->apply(RectEdit{{0, 0}, {60, 30}, 1, {}});
        solver->step(steps(8, 17));
      }
      INFO("seed " << seed << ", " << width << " x " << height << ", sides " << borders.sides << ", " << count
                   << " elements, " << rules.bursts.size() << " bursts");
      REQUIRE(gpu->health().ok());
      CHECK(hash_of(*gpu) == hash_of(*scalar));
      CHECK(gpu->stats().left_cells == scalar->stats().left_cells);
      CHECK(std::ranges::equal(gpu->left_by_element(), scalar->left_by_element()));
    }
  }
}

TEST_CASE("conserving with levelling runs on cpu: a session on the gpu goes on there, with a sentence and its world") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  Session session(registry, density_world(), {.threads = 1});
  for (const Command& command : {Command(command::SwitchSolver{"conserving", Backend::gpu}),
                                 Command(command::LoadScene{"mixed", 60, 40, {}}), Command(command::Step{5})})
    REQUIRE(session.execute(command).ok);
  REQUIRE(session.backend() == Backend::gpu);
  const std::uint64_t hash = session.hash();
  REQUIRE(session.execute(command::SetParameter{"levelling", 8}).ok);
  const std::optional<std::string> trouble = session.recover();
  REQUIRE(trouble.has_value());
  CHECK(trouble->find("Levelling runs on cpu and scalar only") != std::string::npos);
  CHECK(session.backend() == Backend::cpu);
  CHECK(session.solver().parameter("levelling") == 8);
  CHECK(session.hash() == hash);
}

}  // namespace repose::test::conserving_gpu_test
