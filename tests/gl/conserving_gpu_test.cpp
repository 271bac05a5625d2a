// The gpu backend of conserving gives the bytes of the scalar one: falls through many texels, borders, strides, bodies
// and surveys.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "automata/solver_group.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/rng.hpp"
#include "repose/solver.hpp"

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

namespace {

enum Stuff : std::uint8_t { air, brick, rubble, sand, water, wood, ember, oil, wall, ash };

const Ruleset& building_rules() {
  static const Ruleset rules = ruleset_of(R"(
cell air 0 0 0 0.1
cell brick 1 1 1 0.95
cell rubble 2 2 2 0.9
cell sand 3 3 3 0.9
cell water 4 4 4 0.5
cell wood 5 5 5 0.7
cell ember 6 6 6 0.7
cell oil 7 7 7 0.4
cell wall 8 8 8 1
cell ash 9 9 9 0.6
support brick rubble
support wood ash
support ember
floats wood
liquid water
liquid oil
dispersion water 20
dispersion oil 9
swap air rubble
swap air sand
swap air water
swap air oil
swap air ash
swap water oil
swap water sand
swap water rubble
swap oil rubble
swap oil sand
swap oil ash
swap water ash
decay ember ash 0.02
when ember touches wood becomes ember ember 0.3
)");
  return rules;
}

// Towers, bridges, rafts, ice, hollows with sand in them, crumbs, a U tube and a fire; nothing holds most of it.
World buildings() {
  World world(150, 90);
  fill(world, 0, 80, 60, 90, sand);
  fill(world, 5, 30, 12, 80, brick);   // a tower on sand
  fill(world, 20, 20, 50, 23, brick);  // a bridge without feet, with a post above it, and another body over it
  fill(world, 30, 12, 31, 20, brick);
  fill(world, 22, 5, 28, 9, wood);
  fill(world, 36, 14, 46, 18, brick);  // a hollow full of sand
  fill(world, 38, 15, 44, 17, sand);
  fill(world, 15, 40, 17, 41, brick);  // crumbs
  fill(world, 16, 43, 17, 46, wood);
  fill(world, 60, 20, 61, 90, wall);  // a basin with oil on water
  fill(world, 110, 20, 111, 90, wall);
  fill(world, 61, 60, 110, 90, water);
  fill(world, 61, 52, 110, 60, oil);
  fill(world, 65, 40, 80, 44, wood);  // it floats; brick sinks
  fill(world, 85, 30, 95, 36, brick);
  fill(world, 88, 32, 92, 36, sand);
  fill(world, 98, 45, 106, 48, ember);  // it burns while it falls
  fill(world, 98, 48, 106, 50, wood);
  fill(world, 120, 30, 121, 80, wall);  // a U tube
  fill(world, 130, 30, 131, 86, wall);
  fill(world, 140, 30, 141, 90, wall);
  fill(world, 121, 35, 130, 90, water);
  fill(world, 131, 80, 140, 90, water);
  fill(world, 145, 10, 150, 12, brick);  // over the seam
  fill(world, 0, 9, 4, 11, brick);
  return world;
}

// Some elements of random rules become structures.
Ruleset with_structures(Ruleset rules, std::uint32_t seed) {
  auto dice = [&, roll = seed * 1000](std::uint32_t n) mutable { return below(random_u32(6, roll++, 0, 0, 0), n); };
  const auto count = static_cast<std::uint32_t>(rules.elements.size());
  for (std::uint8_t i = 1; i < count; ++i) {
    Element& element = rules.elements[i];
    element.floats = dice(2) == 0;
    if (dice(2) == 0) element.rubble = static_cast<std::uint8_t>(dice(count));
    if (dice(3) != 0) continue;
    element.support = true;
    std::erase_if(rules.reactions,
                  [i](const Reaction& r) { return (r.a == i || r.b == i) && r.c == r.b && r.d == r.a; });
  }
  return rules;
}

struct Sides {
  double sides = 0, bottom = 0;
};

void set_borders(SolverGroup& solvers, const Sides& borders) {
  solvers.set("side_borders", borders.sides);
  solvers.set("bottom_border", borders.bottom);
}

void check_equally_left(const SolverGroup& solvers) {
  CHECK(solvers[1].stats().left_cells == solvers[0].stats().left_cells);
  CHECK(std::ranges::equal(solvers[1].left_by_element(), solvers[0].left_by_element()));
}

}  // namespace

TEST_CASE("structures come loose, fall, break and float the same on scalar and gpu, step by step and in spans",
          "[slow]") {
  REPOSE_NEEDS_GL();
  const World start = buildings();
  for (const Sides& borders : {Sides{0, 0}, {1, 1}, {2, 1}}) {
    for (const std::uint64_t span : {std::uint64_t{1}, std::uint64_t{41}}) {
      if (span == 1 && borders.sides == 1) continue;
      SolverGroup solvers = both(building_rules(), start);
      set_borders(solvers, borders);
      INFO("sides " << borders.sides << ", bottom " << borders.bottom << ", spans of " << span);
      for (int part = 0; part < 4; ++part) {
        for (std::uint64_t step = 0; step < 42; step += span) solvers.step_equally(span);
        if (part == 0) solvers.apply(RectEdit{{5, 60}, {14, 70}, air, {}});  // the tower loses its foot
        if (part == 1) solvers.apply(RectEdit{{70, 10}, {76, 25}, brick, {}});
        if (part == 2) solvers.apply(StrokeEdit{{5, 5}, {140, 60}, 9, BrushShape::round, sand, {}});
      }
      check_equally_left(solvers);
    }
  }
}

TEST_CASE("bodies and surveys of random rules are the same on scalar and gpu", "[slow]") {
  REPOSE_NEEDS_GL();
  int with_bodies = 0, with_surveys = 0;
  for (std::uint32_t seed = 1; seed <= 16; ++seed) {
    const int count = 4 + static_cast<int>(seed % 7);
    const Ruleset rules = with_structures(random_conserving_rules(count, seed + 300), seed);
    const int width = seed % 5 == 0 ? 1 + static_cast<int>(seed / 5) : 70, height = seed % 7 == 0 ? 3 : 50;
    SolverGroup solvers = both(rules, random_world(width, height, count, seed, 1 + seed % 4));
    set_borders(solvers, {static_cast<double>(seed % 3), static_cast<double>(seed / 3 % 2)});
    INFO("seed " << seed);
    for (const std::uint64_t span : {3, 6, 1, 5, 8, 2, 4, 9, 3, 20}) {
      solvers.step_equally(span);
      with_bodies += world_of(solvers[1]).has(Plane::bodies);
      with_surveys += world_of(solvers[1]).has(Plane::survey);
    }
    check_equally_left(solvers);
  }
  CHECK(with_bodies > 20);
  CHECK(with_surveys > 20);
}

TEST_CASE("any bytes of bodies and surveys that a world may have act the same on scalar and gpu") {
  REPOSE_NEEDS_GL();
  for (std::uint32_t seed = 1; seed <= 16; ++seed) {
    const int count = 4 + static_cast<int>(seed % 7);
    const Ruleset rules = with_structures(random_conserving_rules(count, seed + 500), seed);
    World world = random_world(50, 40, count, seed, 1 + seed % 4);
    const World dice = random_world(50, 40, 256, seed + 50), places = random_world(50, 40, 2 + seed % 5, seed + 60);
    for (const Plane plane : {Plane::bodies, Plane::survey}) {
      world.add(plane);
      const bool few = plane == Plane::bodies && seed % 2 == 0;
      for (std::size_t i = 0; i < world.cell_count(); ++i)
        if (places.cells()[i] != 0) world.bytes(plane)[i] = few ? dice.cells()[i] % 3 : dice.cells()[i];
    }
    SolverGroup solvers = both(rules, world);
    set_borders(solvers, {static_cast<double>(seed % 3), static_cast<double>(seed / 3 % 2)});
    INFO("seed " << seed);
    solvers.require_equal();
    for (const std::uint64_t first : {seed % 4 == 0 ? 0 : 7, 8, 9, 10, 11, 12, 13, 24, 25}) {
      for (const std::size_t i : {0, 1}) solvers[i].step(steps(first, 1));
      INFO("step " << first);
      solvers.require_equal();
    }
    check_equally_left(solvers);
  }
}

TEST_CASE("a world with bodies and a survey goes on the same on another backend, whatever the step") {
  REPOSE_NEEDS_GL();
  SolverGroup solvers = both(building_rules(), buildings());
  set_borders(solvers, {2, 1});
  for (std::uint64_t step = 0; step < 60; ++step) {
    solvers.step_equally(1);
    const World world = world_of(solvers[1]);
    CHECK(hash_of(solvers[1]) == hash_of(solvers[0]));
    const auto capture = solvers[1].begin_capture();
    REQUIRE(capture);
    REQUIRE(capture->fetch());
    CHECK(capture->world() == world);
    if (step % 7 != 0) continue;
    SolverGroup others = both(building_rules(), world);
    set_borders(others, {2, 1});
    SolverGroup ahead = both(building_rules(), world);  // in spans
    set_borders(ahead, {2, 1});
    for (const std::size_t i : {0, 1}) {
      others[i].step(steps(step + 1, 1));
      for (std::uint64_t k = 0; k < 29; ++k) others[i].step(steps(step + 2 + k, 1));
      ahead[i].step(steps(step + 1, 30));
    }
    others.require_equal();
    ahead.require_equal();
    REQUIRE(world_of(others[1]) == world_of(ahead[1]));
  }
}

TEST_CASE("the gpu backend of conserving forgets surveys and bodies with another world or other rules") {
  REPOSE_NEEDS_GL();
  SolverGroup solvers = both(building_rules(), buildings());
  solvers.step(4);  // a survey is under way
  for (const std::size_t i : {0, 1}) {
    CHECK(world_of(solvers[i]).has(Plane::survey));
    REQUIRE(solvers[i].load(building_rules()).ok());
    CHECK_FALSE(world_of(solvers[i]).has(Plane::survey));
  }
  solvers.step_equally(40);
  REQUIRE(world_of(solvers[1]).has(Plane::bodies));
  for (const std::size_t i : {0, 1}) {
    REQUIRE(solvers[i].load(building_rules()).ok());
    CHECK_FALSE(world_of(solvers[i]).has(Plane::bodies));
  }
  solvers.step_equally(30);
  for (const std::size_t i : {0, 1}) REQUIRE(solvers[i].upload(random_world(40, 40, 10, 3)).ok());
  solvers.step_equally(50);
  solvers.set("structures_fall", 0);
  solvers.step_equally(50);
}

}  // namespace repose::test::conserving_gpu_test
