#include "automata/conformance.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "automata/automaton_support.hpp"
#include "core/chunk_flags.hpp"
#include "repose/census.hpp"
#include "repose/edit.hpp"
#include "repose/shapes.hpp"

namespace repose::test {
namespace {

// What not every automaton promises.
struct Promises {
  bool settles = true;   // a heap of one powder comes to rest
  bool unbiased = true;  // left and right are equal on average
  bool straight = true;  // a lone grain falls one cell a step, straight down
  bool border = true;    // the outermost cells hold what they are given
  int wait = 0;          // steps that a lone grain may wait before it falls
};

Promises promises_of(std::string_view automaton) {
  if (automaton == "fastsab")
    return {.settles = false, .unbiased = false};  // grains stroll; its scan leans to the right
  if (automaton == "elements") return {.settles = false, .straight = false, .border = false};  // chance rules it
  // The partial top row of what flows never rests; half of all cells are the upper one of a pair in any step.
  if (automaton == "conserving") return {.settles = false, .wait = 1};
  return {};
}

struct Subject {
  const AutomatonDefinition& automaton;
  const SolverEntry& entry;
  const SolverEntry& scalar;  // the specification
  bool exact() const { return automaton.determinism == Determinism::exact; }
  Promises promises() const { return promises_of(automaton.name); }
};

// The world, without what the automaton takes away before it begins.
World start_for(const Subject& subject, World world) {
  if (subject.promises().border) return world;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      if (x == 0 || y == 0 || x == world.width() - 1 || y == world.height() - 1) world.cell(x, y) = air;
    }
  }
  return world;
}

struct Size {
  int width, height;
};
constexpr Size kSizes[] = {{1, 1}, {1, 17}, {17, 1}, {2, 2}, {63, 65}, {257, 129}};

std::vector<std::uint64_t> counts(const World& world) {
  std::vector<std::uint64_t> counts(kElementsMax);
  for (const ElementCensus& row : take_census(world)) counts[row.element] = row.count;
  return counts;
}

void background_stays_background(const Subject& subject) {
  for (const Size& size : kSizes) {
    const World empty(size.width, size.height);
    const auto solver = make_solver(subject.entry, swapping_ruleset(), empty);
    solver->step(steps(0, 8));
    CHECK(std::ranges::equal(world_of(*solver).cells(), empty.cells()));
  }
}

void walls_are_immovable(const Subject& subject) {
  const World start = start_for(subject, random_world(97, 70, 5, 3));
  const auto solver = make_solver(subject.entry, swapping_ruleset(), start);
  solver->step(steps(0, 200));
  const World end = world_of(*solver);
  const auto same = [](std::uint8_t before, std::uint8_t after) { return (before == wall) == (after == wall); };
  CHECK(std::ranges::equal(start.cells(), end.cells(), same));
  CHECK_FALSE(std::ranges::equal(start.cells(), end.cells()));  // the rest did move
}

// Promised for pure swaps of two densities without walls.
void two_densities_are_conserved(const Subject& subject) {
  for (const Size& size : kSizes) {
    const World start = start_for(subject, random_world(size.width, size.height, 2, 4));
    const auto solver = make_solver(subject.entry, two_density_ruleset(), start);
    solver->step(steps(0, 150));
    CHECK(counts(world_of(*solver)) == counts(start));
  }
}

// Enough for the sand of a world of that size to come to rest.
constexpr std::uint64_t kSettlingSteps = 1500;

void settled_is_a_fixed_point(const Subject& subject) {
  if (!subject.promises().settles) return;
  const auto solver = make_solver(subject.entry, two_density_ruleset(), random_world(120, 90, 2, 5, 3));
  solver->step(steps(0, kSettlingSteps));
  const std::uint64_t settled = hash_of(*solver);
  for (std::uint64_t k = 0; k < 6; ++k) {
    solver->step(steps(kSettlingSteps + k, 1));
    REQUIRE(hash_of(*solver) == settled);
  }
}

// Over many seeds and both first biases the centre of sparse sand shifts by less than a tenth of a cell: left and right
// are equal on average. (A rule that prefers a side shifts it by several cells in as many steps.) What gives the bytes
// of scalar has its balance too, and a software driver would take long to show it.
void neither_side_is_preferred(const Subject& subject) {
  const bool shown_by_scalar = subject.exact() && subject.entry.backend == Backend::gpu;
  if (!subject.promises().unbiased || shown_by_scalar) return;
  constexpr int kSeeds = 24;
  double shift = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const World start = start_for(subject, random_world(64, 48, 2, static_cast<std::uint64_t>(seed), 3));
    for (Bias first : {Bias::left, Bias::right}) {
      const auto solver = make_solver(subject.entry, two_density_ruleset(), start);
      solver->step(steps(0, 60, first));
      shift += take_census(world_of(*solver))[sand].mean_x - take_census(start)[sand].mean_x;
    }
  }
  CHECK(std::abs(shift / (2 * kSeeds)) < 0.1);
}

void every_size_matches_the_specification(const Subject& subject) {
  if (!subject.exact()) return;
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset(), &swapping_ruleset()}) {
      const World start = random_world(size.width, size.height, static_cast<int>(ruleset->elements.size()), 6);
      const auto solver = make_solver(subject.entry, *ruleset, start);
      const auto scalar = make_solver(subject.scalar, *ruleset, start);
      for (const StepSpan& span : {steps(0, 1), steps(1, 40), steps(41, 3), steps(44, 20, Bias::right)}) {
        solver->step(span);
        scalar->step(span);
        INFO(size.width << " x " << size.height << ", after step " << span.first_step + span.count);
        REQUIRE(hash_of(*solver) == hash_of(*scalar));
      }
    }
  }
}

// A lone grain falls one cell a step, straight down, through every chunk on its way.
void grains_cross_chunk_borders(const Subject& subject) {
  if (!subject.promises().straight) return;
  constexpr int kSide = 2 * kChunkWidth + 2;
  for (int x : {0, 1, kChunkWidth - 1, kChunkWidth, kChunkWidth + 1, kSide - 1}) {
    World start(kSide, kSide);
    start.cell(x, 0) = sand;
    const auto solver = make_solver(subject.entry, two_density_ruleset(), start, 3);
    const int wait = subject.promises().wait;
    solver->step(steps(0, kChunkHeight));
    const World falling = world_of(*solver);
    CHECK((falling.cell(x, kChunkHeight) == sand || falling.cell(x, kChunkHeight - wait) == sand));
    solver->step(steps(kChunkHeight, kSide - 1 - kChunkHeight + static_cast<std::uint64_t>(wait)));
    const World fallen = world_of(*solver);
    const auto floor = fallen.cells().last(kSide);
    CHECK((subject.promises().settles ? floor[static_cast<std::size_t>(x)] == sand
                                      : std::ranges::count(floor, sand) == 1));
  }
}

// Sand that slides down a heap which stands on the border between chunks ends up on both sides of it.
void grains_cross_borders_sideways(const Subject& subject) {
  World start(2 * kChunkWidth, 2 * kChunkHeight);
  for (int y = 0; y < 2 * kChunkHeight; ++y) start.cell(kChunkWidth, y) = sand;
  const auto solver = make_solver(subject.entry, two_density_ruleset(), start, 2);
  solver->step(steps(0, 300));
  const World end = world_of(*solver);
  std::uint64_t left = 0, right = 0;
  for (int y = 0; y < end.height(); ++y) {
    for (int x = 0; x < end.width(); ++x) (x < kChunkWidth ? left : right) += end.cell(x, y) == sand;
  }
  CHECK(left > 10);
  CHECK(right > 10);
}

std::vector<Edit> some_edits() {
  const auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{1, 2, 0, 200, 2, 1});
  return {
      StrokeEdit{{10, 5}, {90, 60}, 7, BrushShape::round, sand, {}},
      StrokeEdit{{-5, 20}, {40, 20}, 4, BrushShape::square, water, air},
      RectEdit{{60, 30}, {70, 33}, wall, {}},
      StampEdit{{98, 60}, 3, 2, cells, {}},
      StampEdit{{-1, -1}, 3, 2, cells, std::uint8_t{2}},
      StampEdit{{40, 30}, 3, 2, cells, std::uint8_t{0}, air},
      scattered_stroke({{20, 70}, {60, 10}, 20, BrushShape::round, water, sand}, {Scatter::kAll / 3, 5, 1}, 100, 68),
      RectEdit{{0, 64}, {500, 500}, air, sand},
      StrokeEdit{{63, 31}, {63, 31}, 1, BrushShape::round, oil, {}},
      StrokeEdit{{30, 10}, {30, 12}, 9, BrushShape::round, 250, {}}};  // no such element: background
}

void edits_while_running_match_the_specification(const Subject& subject) {
  if (!subject.exact()) return;
  for (const Ruleset* ruleset : {&swapping_ruleset(), &vanishing_ruleset()}) {
    const World start = random_world(100, 68, 3, 7, 4);
    const auto solver = make_solver(subject.entry, *ruleset, start, 2);
    const auto scalar = make_solver(subject.scalar, *ruleset, start);
    std::uint64_t step = 0;
    for (const Edit& edit : some_edits()) {
      for (Solver* s : {solver.get(), scalar.get()}) {
        s->apply(edit);
        s->step(steps(step, 23));
      }
      step += 23;
      INFO("after step " << step);
      REQUIRE(hash_of(*solver) == hash_of(*scalar));
    }
  }
}

void an_edit_is_there_before_the_next_step(const Subject& subject) {
  const auto solver = make_solver(subject.entry, swapping_ruleset(), World(70, 40));
  solver->apply(RectEdit{{65, 10}, {66, 11}, sand, {}});
  World expected(70, 40);
  for (int y : {10, 11}) expected.cell(65, y) = expected.cell(66, y) = sand;
  CHECK(std::ranges::equal(world_of(*solver).cells(), expected.cells()));
}

void what_has_come_to_rest_wakes_when_painted(const Subject& subject) {
  const std::uint64_t settling = subject.promises().settles ? kSettlingSteps : kSettlingSteps / 10;
  const auto solver = make_solver(subject.entry, two_density_ruleset(), random_world(200, 100, 2, 8, 5));
  solver->step(steps(0, settling));
  solver->apply(RectEdit{{127, 31}, {128, 32}, sand, {}});
  const std::uint64_t painted = hash_of(*solver);
  solver->step(steps(settling, 1));
  CHECK(hash_of(*solver) != painted);
  // Takes the floor away: a hole in a heap fills up.
  solver->step(steps(settling + 1, settling));
  solver->apply(RectEdit{{80, 97}, {90, 98}, air, {}});
  const std::uint64_t hollow = hash_of(*solver);
  solver->step(steps(2 * settling + 1, 1));
  CHECK(hash_of(*solver) != hollow);
}

void what_goes_up_comes_down_the_same(const Subject& subject) {
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset()}) {
      const World start = random_world(size.width, size.height, 4, 9);
      const auto first = make_solver(subject.entry, *ruleset, start);
      CHECK(std::ranges::equal(world_of(*first).cells(), start.cells()));
      first->step(steps(0, 11));
      const auto second = make_solver(subject.entry, *ruleset, world_of(*first));
      REQUIRE(hash_of(*second) == hash_of(*first));
      first->step(steps(11, 30));
      second->step(steps(11, 30));
      REQUIRE(hash_of(*second) == hash_of(*first));
    }
  }
}

void a_world_leaves_nothing_to_its_successor(const Subject& subject) {
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset()}) {
      const World start = random_world(size.width, size.height, 4, 12);
      const auto fresh = make_solver(subject.entry, *ruleset, start);
      const auto used = make_solver(subject.entry, *ruleset, random_world(size.width, size.height, 4, 13));
      used->step(steps(0, 7));
      REQUIRE(used->upload(start).ok());
      REQUIRE(hash_of(*used) == hash_of(*fresh));
      fresh->step(steps(7, 20));
      used->step(steps(7, 20));
      REQUIRE(hash_of(*used) == hash_of(*fresh));
    }
  }
}

void download_fills_the_state_planes_and_no_others(const Subject& subject) {
  for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset()}) {
    const auto solver = make_solver(subject.entry, *ruleset, World(5, 4));
    World world(9, 9);
    world.add(Plane::flags);
    solver->download(world);
    CHECK((world.width() == 5 && world.height() == 4));
    CHECK(world.planes() == solver->state_planes());
  }
}

void elements_outside_the_ruleset_become_background(const Subject& subject) {
  World start(9, 9);
  std::ranges::fill(start.cells(), std::uint8_t{77});
  const auto solver = make_solver(subject.entry, swapping_ruleset(), start);
  CHECK(std::ranges::all_of(world_of(*solver).cells(), [](std::uint8_t cell) { return cell == air; }));
}

void a_change_shows_in_the_generation(const Subject& subject) {
  const auto solver = make_solver(subject.entry, two_density_ruleset(), World(40, 40));
  std::uint64_t seen = solver->view().generation;
  solver->apply(RectEdit{{3, 3}, {5, 5}, sand, {}});
  for (int k = 0; k < 5; ++k) {
    CHECK(solver->view().generation != seen);
    seen = solver->view().generation;
    solver->step(steps(static_cast<std::uint64_t>(k), 1));
  }
}

void statistics_count_cells_and_steps(const Subject& subject) {
  const auto solver = make_solver(subject.entry, swapping_ruleset(), random_world(33, 21, 4, 10));
  solver->step(steps(0, 5));
  solver->step(steps(5, 2));
  CHECK(solver->stats().steps == 7);
  CHECK(solver->stats().cell_count == 33 * 21);
  CHECK(solver->stats().active_cells <= 33 * 21);
  CHECK(solver->stats().step_seconds >= 0);
}

struct Check {
  const char* name;
  void (*run)(const Subject&);
};

constexpr Check kChecks[] = {
    {"background stays background", background_stays_background},
    {"walls are immovable", walls_are_immovable},
    {"two densities are conserved", two_densities_are_conserved},
    {"settled is a fixed point", settled_is_a_fixed_point},
    {"neither side is preferred", neither_side_is_preferred},
    {"every size matches the specification", every_size_matches_the_specification},
    {"grains cross chunk borders", grains_cross_chunk_borders},
    {"grains cross borders sideways", grains_cross_borders_sideways},
    {"edits while running match the specification", edits_while_running_match_the_specification},
    {"an edit is there before the next step", an_edit_is_there_before_the_next_step},
    {"what has come to rest wakes when painted", what_has_come_to_rest_wakes_when_painted},
    {"what goes up comes down the same", what_goes_up_comes_down_the_same},
    {"a world leaves nothing to its successor", a_world_leaves_nothing_to_its_successor},
    {"download fills the state planes and no others", download_fills_the_state_planes_and_no_others},
    {"elements outside the ruleset become background", elements_outside_the_ruleset_become_background},
    {"a change shows in the generation", a_change_shows_in_the_generation},
    {"statistics count cells and steps", statistics_count_cells_and_steps},
};

}  // namespace

int run_conformance(const Registry& registry, const SolverFilter& filter) {
  int count = 0;
  for (const SolverEntry& entry : registry.solvers()) {
    if (!entry.available() || !filter(entry)) continue;
    const AutomatonDefinition* automaton = registry.automaton(entry.automaton);
    const SolverEntry* scalar = registry.solver(entry.automaton, Backend::scalar);
    REQUIRE(automaton != nullptr);
    REQUIRE(scalar != nullptr);
    if (!automaton->needs_ruleset) continue;  // fields hold no elements: they have tests of their own
    const Subject subject{*automaton, entry, *scalar};
    ++count;
    for (const Check& check : kChecks) {
      DYNAMIC_SECTION(entry.automaton << " on " << backend_name(entry.backend) << ": " << check.name) {
        check.run(subject);
      }
    }
  }
  return count;
}

}  // namespace repose::test
