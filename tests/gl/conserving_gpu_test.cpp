// The gpu backend of conserving gives the bytes of the scalar one: falls through many texels, and borders.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "automata/solver_group.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_gpu_test {

namespace {

Registry with_gpu() {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  return registry;
}

SolverGroup both(const Ruleset& rules, const World& world) {
  static const Registry registry = with_gpu();
  SolverGroup solvers;
  for (const Backend backend : {Backend::scalar, Backend::gpu})
    solvers.add(make_solver(*registry.solver("conserving", backend), rules, world));
  return solvers;
}

}  // namespace

TEST_CASE("what falls carry up through several texels of a column is the same on scalar and gpu") {
  REPOSE_NEEDS_GL();
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
      INFO("seed " << seed << ", " << rules.elements.size() << " elements");
      both(rules, start).step_equally(40);
    }
  }
}

TEST_CASE("conserving at open borders and over the seam is the same on scalar and gpu, with any number of passes") {
  REPOSE_NEEDS_GL();
  struct Borders {
    double sides, top, bottom;
  };
  std::uint32_t seed = 0;
  for (const auto& [width, height] : {std::pair{3, 20}, {66, 40}}) {
    for (const Borders& borders : {Borders{2, 0, 0}, {2, 1, 0}, {1, 0, 1}, {3, 1, 1}, {4, 0, 0}}) {
      const int count = 5 + static_cast<int>(++seed % 9);
      const Ruleset rules = random_conserving_rules(count, seed + 40);
      SolverGroup solvers = both(rules, random_world(width, height, count, seed, 1 + seed % 4));
      solvers.set("side_borders", borders.sides);
      solvers.set("top_border", borders.top);
      solvers.set("bottom_border", borders.bottom);
      solvers.set("flow", seed % 9);
      if (seed % 4 == 0) solvers.keep_ledger();
      INFO("seed " << seed << ", " << width << " x " << height << ", sides " << borders.sides << ", " << count
                   << " elements, " << rules.bursts.size() << " bursts");
      solvers.step(4);
      solvers.apply(RectEdit{{0, 0}, {40, 20}, 1, {}});
      solvers.step_equally(9);
      CHECK(solvers[1].stats().left_cells == solvers[0].stats().left_cells);
      CHECK(std::ranges::equal(solvers[1].left_by_element(), solvers[0].left_by_element()));
    }
  }
}

TEST_CASE(
    "strides are the same on scalar and gpu: far over a lake, under liquids, through thin things, over the seam") {
  REPOSE_NEEDS_GL();
  const Ruleset rules = ruleset_of(R"(
cell air 0 0 0 0.3
cell oil 1 1 1 0.5
cell water 2 2 2 0.6
cell brine 3 3 3 0.7
cell wall 4 4 4 1
cell reed 5 5 5 0.8
cell smoke 6 6 6 0.1
liquid oil
liquid water
liquid brine
viscosity brine 0.4
dispersion oil 20
thin reed
swap oil water
swap oil brine
swap water brine
swap air oil
swap air water
swap air brine
swap air smoke
swap smoke water
)");
  for (const double sides : {0, 2}) {
    World world(300, 70);
    fill(world, 0, 30, 300, 70, 2);
    fill(world, 0, 10, 40, 30, 2);
    fill(world, 200, 20, 230, 30, 1);
    fill(world, 100, 30, 130, 60, 3);
    for (int x = 60; x < 300; x += 23) fill(world, x, 25, x + 1, 60, x % 2 == 0 ? 5 : 4);
    SolverGroup solvers = both(rules, world);
    solvers.set("side_borders", sides);
    INFO("sides " << sides);
    for (int part = 0; part < 4; ++part) solvers.step_equally(25);
  }
}

}  // namespace repose::test::conserving_gpu_test
