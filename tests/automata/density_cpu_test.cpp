// The cpu backend of the density automaton, besides its bytes: a world at rest costs nothing.
#include <algorithm>

#include "automata/automaton_support.hpp"
#include "automata/only_target.hpp"
#include "core/chunks.hpp"
#include "repose/rng.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::density_cpu_test {

namespace {

std::unique_ptr<Solver> cpu_solver(const Ruleset& ruleset, const World& world) {
  return start("density", Backend::cpu, ruleset, world);
}
std::unique_ptr<Solver> scalar_solver(const Ruleset& ruleset, const World& world) {
  return start("density", Backend::scalar, ruleset, world);
}

}  // namespace

TEST_CASE("a world at rest has no active cells and the same picture") {
  const auto solver = cpu_solver(swapping_ruleset(), layered_world(300, 200));
  CHECK(solver->stats().active_cells == 300 * 200);
  solver->step(steps(0, 2));
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t generation = solver->view().generation;
  solver->step(steps(2, 100));
  CHECK(solver->view().generation == generation);
  CHECK(solver->stats().steps == 102);
}

TEST_CASE("one falling grain keeps only its surroundings awake") {
  World world = layered_world(20 * kChunkWidth, 20 * kChunkHeight);
  world.cell(5 * kChunkWidth + 9, 3) = sand;
  const auto solver = cpu_solver(swapping_ruleset(), world);
  solver->step(steps(0, 6));
  CHECK(solver->stats().active_cells <= std::uint64_t{9} * kChunkWidth * kChunkHeight);
  CHECK(solver->stats().active_cells > 0);
}

TEST_CASE("painting what is there already wakes nothing") {
  const auto solver = cpu_solver(swapping_ruleset(), layered_world(300, 200));
  solver->step(steps(0, 2));
  const std::uint64_t generation = solver->view().generation;
  solver->apply(RectEdit{{10, 10}, {40, 40}, air, {}});
  CHECK(solver->view().generation == generation);
  CHECK(solver->stats().active_cells == 0);
}

TEST_CASE("a vanished cell shows as background or as no element at all") {
  const auto solver = cpu_solver(vanishing_ruleset(), random_world(64, 64, 4, 2));
  solver->step(steps(0, 10));
  const World world = world_of(*solver);
  const CellView view = solver->view();
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const std::uint8_t shown = view.memory()->cells.at(x, y);
      REQUIRE((shown == world.cell(x, y) || (shown >= 4 && world.cell(x, y) == 0)));
    }
  }
}

TEST_CASE("no brush that paints over one element mistakes a vanished cell for an element that does not exist") {
  const World start = random_world(40, 40, 4, 3);
  const auto scalar = scalar_solver(vanishing_ruleset(), start);
  const auto solver = cpu_solver(vanishing_ruleset(), start);
  for (Solver* s : {scalar.get(), solver.get()}) {
    s->step(steps(0, 10));
    s->apply(RectEdit{{0, 0}, {39, 19}, sand, std::uint8_t{4}});
    s->apply(RectEdit{{0, 20}, {39, 39}, sand, air});
  }
  CHECK(hash_of(*solver) == hash_of(*scalar));
}

TEST_CASE("steps of one bias alone still settle to the scalar result") {
  const World start = random_world(150, 90, 5, 4, 6);
  const auto scalar = scalar_solver(swapping_ruleset(), start);
  const auto solver = cpu_solver(swapping_ruleset(), start);
  for (int k = 0; k < 400; ++k) {  // a caller that repeats step 0, then changes the bias
    scalar->step(steps(k < 300 ? 0 : 1, 1));
    solver->step(steps(k < 300 ? 0 : 1, 1));
  }
  CHECK(hash_of(*solver) == hash_of(*scalar));
}

// Its flags let scalar skip cells, so that it too could miss what an edit, a push or an opened edge wakes.
TEST_CASE("a world that is painted, shaken and opened while it runs stays the same as on the scalar backend") {
  for (const Ruleset* ruleset : {&reacting_ruleset(), &swapping_ruleset(), &vanishing_ruleset()}) {
    const int elements = static_cast<int>(ruleset->elements.size());
    const World start = random_world(150, 90, elements, 5, 30);
    const auto scalar = scalar_solver(*ruleset, start);
    const auto cpu = test::start("density", Backend::cpu, *ruleset, start, 2);
    for (std::uint64_t round = 0; round < 40; ++round) {
      const auto draw = [round](std::uint32_t salt, int most) {
        return static_cast<int>(
            below(random_u32(9, static_cast<std::uint32_t>(round), 0, 0, salt), static_cast<std::uint32_t>(most)));
      };
      const CellPoint at{draw(1, 150), draw(2, 90)};
      for (Solver* solver : {scalar.get(), cpu.get()}) {
        solver->step(steps(round * 60, static_cast<std::uint64_t>(1 + draw(3, 60))));
        solver->apply(
            RectEdit{at, {at.x + draw(4, 6), at.y + draw(5, 6)}, static_cast<std::uint8_t>(draw(6, elements)), {}});
        if (round % 8 == 7)
          solver->apply(PushEdit{.from = at, .to = at, .size = 25, .pass = static_cast<std::uint32_t>(round)});
        if (round == 20) REQUIRE(solver->set_parameter("open_edge", 1));
      }
      CAPTURE(round);
      REQUIRE(hash_of(*scalar) == hash_of(*cpu));
    }
  }
}

TEST_CASE("scalar makes a million million steps at once in a world at rest, and a stroke wakes it") {
  const auto solver = scalar_solver(swapping_ruleset(), layered_world(300, 200));
  CHECK(solver->stats().active_cells == 300 * 200);
  solver->step(steps(0, 1'000'000'000'000));  // one by one they would outlast the time limit of every test
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t generation = solver->view().generation;
  solver->apply(RectEdit{{150, 3}, {150, 3}, sand, {}});
  CHECK(solver->stats().active_cells > 0);
  CHECK(solver->stats().active_cells <= 25);
  solver->step(steps(0, 3));
  CHECK(world_of(*solver).cell(150, 6) == sand);
  CHECK(solver->view().generation != generation);
}

}  // namespace repose::test::density_cpu_test

// The cpu backend of the density automaton uses the widest vectors of the processor. All kinds of vectors must give the
// bytes of scalar.cpp.

namespace repose::test::density_vectors_test {

namespace {

// The largest number of elements; some pairs have no rule, so the density plane is carried.
Ruleset full_vanishing_ruleset() {
  Ruleset ruleset = *scene_ruleset("churn-256");
  ruleset.reactions.resize(ruleset.reactions.size() / 2);
  return ruleset;
}

void match_scalar(const Ruleset& ruleset, const World& start) {
  const auto scalar = test::start("density", Backend::scalar, ruleset, start);
  const auto solver = test::start("density", Backend::cpu, ruleset, start, 2);
  for (const StepSpan& span : {steps(0, 1), steps(1, 2), steps(3, 3), steps(6, 13), steps(19, 8, Bias::right)}) {
    scalar->step(span);
    solver->step(span);
    INFO(start.width() << " x " << start.height() << ", after step " << span.first_step + span.count);
    REQUIRE(hash_of(*solver) == hash_of(*scalar));
  }
}

void match_scalar(const Ruleset& ruleset, int width, int height) {
  match_scalar(ruleset, random_world(width, height, static_cast<int>(ruleset.elements.size()), 12));
}

// Most areas of these worlds are narrow.
World patches() {
  World world(1024, 512);
  REQUIRE(find_scene("churn-patches")->fill(world, *scene_ruleset("churn-patches"), 1));
  return world;
}

}  // namespace

TEST_CASE("whatever vectors the processor has, density on the cpu gives the bytes of scalar") {
  for_each_target([] {
    for (const Ruleset& ruleset :
         {swapping_ruleset(), vanishing_ruleset(), *scene_ruleset("churn-256"), full_vanishing_ruleset()}) {
      match_scalar(ruleset, 1, 1);
      match_scalar(ruleset, 66, 65);
      match_scalar(ruleset, 300, 70);
    }
    match_scalar(*scene_ruleset("churn"), 64 * 65 + 3, 9);  // wider than an area
    match_scalar(*scene_ruleset("churn-patches"), patches());
    match_scalar(swapping_ruleset(), random_world(300, 200, 5, 12, 2000));  // single grains, some near the edges
  });
}

}  // namespace repose::test::density_vectors_test
