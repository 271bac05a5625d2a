#include "automata/conformance.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/field_support.hpp"
#include "core/chunks.hpp"
#include "repose/edit.hpp"
#include "repose/shapes.hpp"

namespace repose::test {

namespace {

struct Subject {
  const AutomatonDefinition& automaton;
  const SolverEntry& entry;
  const SolverEntry& scalar;  // the specification

  bool exact() const { return automaton.determinism == Determinism::exact; }
  // Whether its bytes must be those of another solver.
  bool rivals_scalar() const { return exact() && entry.backend != Backend::scalar; }
  // Whether it counts amounts (mass, heights), not cells.
  bool is_field() const { return automaton.quantity != Plane::cells; }
  const AutomatonPromises& promises() const { return automaton.promises; }
};

struct Check {
  const char* name;
  void (*run)(const Subject&);
};

struct Size {
  int width, height;
};
constexpr Size kSizes[] = {{1, 1}, {1, 17}, {17, 1}, {2, 2}, {63, 65}, {257, 129}};

// The same as random_world; in fields, with random amounts too.
World random_start(const Subject& subject, const Size& size, int element_count, std::uint64_t seed,
                   std::uint32_t sparse = 1) {
  World world = random_world(size.width, size.height, element_count, seed, sparse);
  if (!subject.is_field()) return world;
  const auto most = static_cast<std::uint32_t>(4 * plane_info(subject.automaton.quantity).unit);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(seed, 1, static_cast<std::uint32_t>(i), 0, 7);
    set_value(world, subject.automaton.quantity, i,
              random % 3 == 0 ? 0 : static_cast<std::int32_t>(below(random, most)));
  }
  return world;
}

// Adds `amount` full cells, or heights, to the field in one cell.
AmountEdit pour(const Subject& subject, CellPoint at, double amount) {
  const Plane plane = subject.automaton.quantity;
  const auto units = static_cast<std::int32_t>(std::lround(amount * plane_info(plane).unit));
  return {plane, at, 1, 1, std::make_shared<const std::vector<std::int32_t>>(1, units)};
}

// Amounts on open ground.
World rough(const Subject& subject, const Size& size, std::uint64_t seed) {
  return random_start(subject, size, 1, seed);
}

// ---- for every automaton ----

void solver_and_definition_agree(const Subject& subject) {
  for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset()}) {
    const auto solver = make_solver(subject.entry, *ruleset, World(5, 4));
    const auto same_name = [](const ParameterInfo& a, const ParameterInfo& b) { return a.name == b.name; };
    CHECK(std::ranges::equal(solver->parameters(), subject.automaton.parameters, same_name));
    for (std::size_t i = 0; i < kPlaneCount; ++i) {
      const auto plane = static_cast<Plane>(i);
      if (solver->state_planes().has(plane)) CHECK(subject.automaton.planes.has(plane));
    }
    REQUIRE(solver->keep_ledger(true));
    CHECK(solver->ledger()->quantity == subject.automaton.quantity);
  }
}

void background_stays_background(const Subject& subject) {
  for (const Size& size : kSizes) {
    const World empty(size.width, size.height);
    const auto solver = make_solver(subject.entry, swapping_ruleset(), empty);
    const std::uint64_t before = hash_of(*solver);
    solver->step(steps(0, 8));
    CHECK(hash_of(*solver) == before);
    CHECK(std::ranges::equal(world_of(*solver).cells(), empty.cells()));
  }
}

void every_size_matches_the_specification(const Subject& subject) {
  if (!subject.rivals_scalar()) return;
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset(), &swapping_ruleset()}) {
      const World start = random_start(subject, size, static_cast<int>(ruleset->elements.size()), 6);
      const auto solver = make_solver(subject.entry, *ruleset, start);
      const auto scalar = make_solver(subject.scalar, *ruleset, start);
      for (const StepSpan& span : {steps(0, 1), steps(1, 20), steps(21, 3), steps(24, 10, Bias::right)}) {
        solver->step(span);
        scalar->step(span);
        INFO(size.width << " x " << size.height << ", after step " << span.first_step + span.count);
        REQUIRE(hash_of(*solver) == hash_of(*scalar));
      }
    }
  }
}

// One stroke in each direction, and a shake.
std::vector<Edit> some_pushes() {
  std::vector<Edit> pushes;
  for (int direction = 0; direction < 9; ++direction) {
    PushEdit push{{-5, 30}, {90, 40}, 21, direction % 2 == 0 ? BrushShape::round : BrushShape::square};
    push.dx = direction % 3 - 1;
    push.dy = direction / 3 - 1;
    push.everywhere = direction == 4 || direction == 5;
    push.seed = 7;
    push.pass = static_cast<std::uint32_t>(direction);
    pushes.emplace_back(push);
  }
  return pushes;
}

std::vector<Edit> some_edits(const Subject& subject) {
  const auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{1, 2, 0, 200, 2, 1});
  std::vector<Edit> edits = {
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
  if (subject.is_field()) {
    edits.push_back(pour(subject, {50, 20}, 7.5));
    edits.push_back(pour(subject, {51, 20}, -0.25));
    edits.push_back(pour(subject, {-1, 3}, 1));  // outside: nothing happens
  }
  std::ranges::copy(some_pushes(), std::back_inserter(edits));
  return edits;
}

// Without steps between them, at every size.
void pushes_match_the_specification(const Subject& subject) {
  if (subject.is_field() || subject.entry.backend == Backend::scalar) return;
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&swapping_ruleset(), &vanishing_ruleset()}) {
      const World start = random_start(subject, size, static_cast<int>(ruleset->elements.size()), 9, 2);
      const auto solver = make_solver(subject.entry, *ruleset, start, 3);
      const auto scalar = make_solver(subject.scalar, *ruleset, start);
      for (int i = 0; i < 2; ++i) {
        for (const Edit& push : some_pushes()) {
          for (Solver* s : {solver.get(), scalar.get()}) s->apply(push);
          INFO(size.width << " x " << size.height);
          REQUIRE(hash_of(*solver) == hash_of(*scalar));
        }
        for (Solver* s : {solver.get(), scalar.get()}) s->step(steps(static_cast<std::uint64_t>(i), 1));
      }
    }
  }
}

void edits_while_running_match_the_specification(const Subject& subject) {
  if (!subject.rivals_scalar()) return;
  for (const Ruleset* ruleset : {&swapping_ruleset(), &vanishing_ruleset()}) {
    const World start = random_start(subject, {100, 68}, 3, 7, 4);
    const auto solver = make_solver(subject.entry, *ruleset, start, 2);
    const auto scalar = make_solver(subject.scalar, *ruleset, start);
    std::uint64_t step = 0;
    for (const Edit& edit : some_edits(subject)) {
      for (Solver* s : {solver.get(), scalar.get()}) {
        s->apply(edit);
        s->step(steps(step, 11));
      }
      step += 11;
      INFO("after step " << step);
      REQUIRE(hash_of(*solver) == hash_of(*scalar));
    }
  }
}

void an_edit_is_there_before_the_next_step(const Subject& subject) {
  if (subject.is_field()) return;  // see an_amount_is_there_before_the_next_step()
  const auto solver = make_solver(subject.entry, swapping_ruleset(), World(70, 40));
  solver->apply(RectEdit{{65, 10}, {66, 11}, sand, {}});
  World expected(70, 40);
  for (int y : {10, 11}) expected.cell(65, y) = expected.cell(66, y) = sand;
  CHECK(std::ranges::equal(world_of(*solver).cells(), expected.cells()));
}

void elements_outside_the_ruleset_become_background(const Subject& subject) {
  if (subject.is_field()) return;  // an element there is ground or an amount
  World start(9, 9);
  std::ranges::fill(start.cells(), std::uint8_t{77});
  const auto solver = make_solver(subject.entry, swapping_ruleset(), start);
  CHECK(std::ranges::all_of(world_of(*solver).cells(), [](std::uint8_t cell) { return cell == air; }));
}

void what_goes_up_comes_down_the_same(const Subject& subject) {
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset()}) {
      const World start = random_start(subject, size, 4, 9);
      const auto first = make_solver(subject.entry, *ruleset, start);
      if (!subject.is_field()) CHECK(std::ranges::equal(world_of(*first).cells(), start.cells()));
      first->step(steps(0, 11));
      const auto second = make_solver(subject.entry, *ruleset, world_of(*first));
      REQUIRE(hash_of(*second) == hash_of(*first));
      first->step(steps(11, 12));
      second->step(steps(11, 12));
      REQUIRE(hash_of(*second) == hash_of(*first));
    }
  }
}

void a_world_leaves_nothing_to_its_successor(const Subject& subject) {
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset()}) {
      const World start = random_start(subject, size, 4, 12);
      const auto fresh = make_solver(subject.entry, *ruleset, start);
      const auto used = make_solver(subject.entry, *ruleset, random_start(subject, size, 4, 13));
      used->step(steps(0, 7));
      REQUIRE(used->upload(start).ok());
      REQUIRE(hash_of(*used) == hash_of(*fresh));
      fresh->step(steps(7, 10));
      used->step(steps(7, 10));
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
    PlaneSet expected = solver->state_planes();
    expected.add(Plane::cells);                                             // every world has them
    for (const Plane plane : {Plane::bodies, Plane::survey, Plane::air}) {  // absent while they are all zeros
      if (expected.has(plane)) world.add(plane);
    }
    CHECK(world.planes() == expected);
  }
}

void a_change_shows_in_the_generation(const Subject& subject) {
  const auto solver = make_solver(subject.entry, two_density_ruleset(), World(40, 40));
  std::uint64_t seen = solver->view().generation;
  if (subject.is_field()) {
    solver->apply(pour(subject, {20, 3}, 9));
  } else {
    solver->apply(RectEdit{{3, 3}, {5, 5}, sand, {}});
  }
  for (int k = 0; k < 5; ++k) {
    CHECK(solver->view().generation != seen);
    seen = solver->view().generation;
    solver->step(steps(static_cast<std::uint64_t>(k), 1));
  }
}

void statistics_count_cells_and_steps(const Subject& subject) {
  const auto solver = make_solver(subject.entry, swapping_ruleset(), random_start(subject, {33, 21}, 4, 10));
  solver->step(steps(0, 5));
  solver->step(steps(5, 2));
  CHECK(solver->stats().steps == 7);
  CHECK(solver->stats().cell_count == 33 * 21);
  CHECK(solver->stats().active_cells <= 33 * 21);
}

// ---- where elements move as whole cells ----

// The world without the cells that the automaton removes before its first step.
World start_for(const Subject& subject, World world) {
  if (subject.promises().keeps_border) return world;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      if (x == 0 || y == 0 || x == world.width() - 1 || y == world.height() - 1) world.cell(x, y) = air;
    }
  }
  return world;
}

std::vector<std::uint64_t> counts(const World& world) {
  std::vector<std::uint64_t> counts(kElementsMax);
  for (const ElementCensus& row : take_census(world)) counts[row.element] = row.count;
  return counts;
}

// Enough for the sand of a world of that size to come to rest.
constexpr std::uint64_t kSettlingSteps = 1500;

void walls_are_immovable(const Subject& subject) {
  const World start = start_for(subject, random_world(97, 70, 5, 3));
  const auto solver = make_solver(subject.entry, swapping_ruleset(), start);
  solver->step(steps(0, 200));
  const World end = world_of(*solver);
  const auto same = [](std::uint8_t before, std::uint8_t after) { return (before == wall) == (after == wall); };
  CHECK(std::ranges::equal(start.cells(), end.cells(), same));
  CHECK_FALSE(std::ranges::equal(start.cells(), end.cells()));  // the rest moved
}

// Promised for pure swaps of two densities without walls.
void two_densities_are_conserved(const Subject& subject) {
  for (const Size& size : kSizes) {
    const World start = start_for(subject, random_world(size.width, size.height, 2, 4));
    const auto solver = make_solver(subject.entry, two_density_ruleset(), start);
    solver->step(steps(0, 60));
    CHECK(counts(world_of(*solver)) == counts(start));
  }
}

// Sand, or amounts on open ground.
void settled_is_a_fixed_point(const Subject& subject) {
  if (!subject.promises().settles) return;
  const World start = subject.is_field() ? rough(subject, {40, 30}, 5) : random_world(120, 90, 2, 5, 3);
  const std::uint64_t settling = subject.is_field() ? 2 * kSettlingSteps : kSettlingSteps;
  const auto solver = make_solver(subject.entry, two_density_ruleset(), start);
  solver->step(steps(0, settling));
  const std::uint64_t settled = hash_of(*solver);
  for (std::uint64_t k = 0; k < 6; ++k) {
    solver->step(steps(settling + k, 1));
    REQUIRE(hash_of(*solver) == settled);
  }
}

// Over many seeds and both first biases the centre of sparse sand shifts by less than a tenth of a cell: left and right
// are equal on average. (A rule that prefers a side shifts it by several cells in as many steps.) Solvers with the
// bytes of scalar are skipped: they have its balance, and the test would take long on a software driver.
void neither_side_is_preferred(const Subject& subject) {
  const bool shown_by_scalar = subject.exact() && subject.entry.backend == Backend::gpu;
  if (!subject.promises().symmetric || shown_by_scalar) return;
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

// A lone grain falls straight down, as fast as promised, through every chunk on its way.
void grains_cross_chunk_borders(const Subject& subject) {
  const int speed = subject.promises().fall_cells_per_step;
  if (speed == 0) return;
  const auto steps_for = [&](int rows) { return static_cast<std::uint64_t>((rows + speed - 1) / speed); };
  constexpr int kSide = 2 * kChunkWidth + 2;
  for (int x : {0, 1, kChunkWidth - 1, kChunkWidth, kChunkWidth + 1, kSide - 1}) {
    World start(kSide, kSide);
    start.cell(x, 0) = sand;
    const auto solver = make_solver(subject.entry, two_density_ruleset(), start, 3);
    solver->step(steps(0, steps_for(kChunkHeight)));
    const World falling = world_of(*solver);
    CHECK(falling.cell(x, kChunkHeight) == sand);
    solver->step(steps(steps_for(kChunkHeight), steps_for(kSide - 1 - kChunkHeight)));
    const World fallen = world_of(*solver);
    const auto floor = fallen.cells().last(kSide);
    CHECK((subject.promises().settles ? floor[static_cast<std::size_t>(x)] == sand
                                      : std::ranges::count(floor, sand) == 1));
  }
}

// Sand that slides down a heap on the border between chunks reaches both sides of it.
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

void what_has_come_to_rest_wakes_when_painted(const Subject& subject) {
  const std::uint64_t settling = subject.promises().settles ? kSettlingSteps : kSettlingSteps / 10;
  const auto solver = make_solver(subject.entry, two_density_ruleset(), random_world(200, 100, 2, 8, 5));
  solver->step(steps(0, settling));
  solver->apply(RectEdit{{127, 31}, {128, 32}, sand, {}});
  const std::uint64_t painted = hash_of(*solver);
  solver->step(steps(settling, 1));
  CHECK(hash_of(*solver) != painted);
  // Removes the floor: a hole in a heap fills up.
  solver->step(steps(settling + 1, settling));
  solver->apply(RectEdit{{80, 97}, {90, 98}, air, {}});
  const std::uint64_t hollow = hash_of(*solver);
  solver->step(steps(2 * settling + 1, 1));
  CHECK(hash_of(*solver) != hollow);
}

// Pushes move loose cells of the first four elements; the walls stay, and no cell is made or lost.
void pushes_keep_walls_and_totals(const Subject& subject) {
  const bool pushable = subject.automaton.no_push.empty();
  for (const Size& size : kSizes) {
    const World start = start_for(subject, random_world(size.width, size.height, 5, 12));
    const auto solver = make_solver(subject.entry, swapping_ruleset(), start);
    REQUIRE(solver->keep_ledger(true));
    PushEdit push;
    push.everywhere = true;
    for (; push.pass < 12; ++push.pass) {
      push.dx = push.pass < 6 ? 0 : 1;
      solver->apply(push);
    }
    const World end = world_of(*solver);
    const auto same = [](std::uint8_t before, std::uint8_t after) { return (before == wall) == (after == wall); };
    CHECK(std::ranges::equal(start.cells(), end.cells(), same));
    CHECK(counts(end) == counts(start));
    const bool moves = pushable && size.width > 3 && size.height > 3;
    if (moves || !pushable) CHECK(std::ranges::equal(start.cells(), end.cells()) != moves);
    const Ledger ledger = *solver->ledger();
    for (const LedgerRow& row : ledger.rows) {
      CHECK(row.painted == 0);
      CHECK(row.lost() == 0);
    }
    if (moves) CHECK(ledger.rows[sand].moved > 0);
  }
}

// ---- where amounts are counted ----

std::int64_t total(const Subject& subject, const Solver& solver) {
  return total_of(world_of(solver), subject.automaton.quantity);
}

void amounts_are_conserved(const Subject& subject) {
  for (const Size& size : kSizes) {
    const auto solver = make_solver(subject.entry, two_density_ruleset(), rough(subject, size, 4));
    const std::int64_t before = total(subject, *solver);
    solver->step(steps(0, 100));
    CHECK(total(subject, *solver) == before);
  }
}

void an_amount_is_there_before_the_next_step(const Subject& subject) {
  const auto solver = make_solver(subject.entry, two_density_ruleset(), World(30, 20));
  const World before = world_of(*solver);
  solver->apply(pour(subject, {7, 11}, 1.5));
  const World after = world_of(*solver);
  const Plane plane = subject.automaton.quantity;
  const auto added = static_cast<std::int32_t>(1.5 * plane_info(plane).unit);
  for (std::size_t i = 0; i < after.cell_count(); ++i)
    CHECK(value_at(after, plane, i) - value_at(before, plane, i) == (i == after.index(7, 11) ? added : 0));
}

// The mean column of all matter.
double mean_x(const World& world, Plane plane) {
  double amount = 0, moment = 0;
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    amount += value_at(world, plane, i);
    moment += static_cast<double>(value_at(world, plane, i)) *
              static_cast<double>(i % static_cast<std::size_t>(world.width()));
  }
  return moment / amount;
}

World mirrored(const World& world, Plane plane) {
  World other(world.width(), world.height());
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x)
      set_value(other, plane, other.index(x, y), value_at(world, plane, world.index(world.width() - 1 - x, y)));
  }
  return other;
}

// The centre of a world and that of its mirror image shift in opposite directions by equal amounts, on average.
void neither_side_of_a_field_is_preferred(const Subject& subject) {
  // A gpu solver with the bytes of scalar has the balance of scalar.
  const bool shown_by_scalar = subject.exact() && subject.entry.backend == Backend::gpu;
  if (!subject.promises().symmetric || shown_by_scalar) return;
  constexpr int kSeeds = 8;
  const Plane plane = subject.automaton.quantity;
  double shift = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const World start = rough(subject, {40, 30}, static_cast<std::uint64_t>(seed));
    for (const World& world : {start, mirrored(start, plane)}) {
      const auto solver = make_solver(subject.entry, two_density_ruleset(), world);
      solver->step(steps(0, 60));
      shift += mean_x(world_of(*solver), plane) - mean_x(world, plane);
    }
  }
  CHECK(std::abs(shift / (2 * kSeeds)) < 0.05);
}

void what_has_come_to_rest_wakes(const Subject& subject) {
  const auto solver = make_solver(subject.entry, two_density_ruleset(), World(100, 70));
  solver->step(steps(0, 20));
  solver->apply(pour(subject, {63, 31}, 9));
  const std::uint64_t poured = hash_of(*solver);
  solver->step(steps(20, 1));
  CHECK(hash_of(*solver) != poured);
}

constexpr Check kCommonChecks[] = {
    {"solver and definition agree", solver_and_definition_agree},
    {"background stays background", background_stays_background},
    {"every size matches the specification", every_size_matches_the_specification},
    {"edits while running match the specification", edits_while_running_match_the_specification},
    {"pushes match the specification", pushes_match_the_specification},
    {"an edit is there before the next step", an_edit_is_there_before_the_next_step},
    {"elements outside the ruleset become background", elements_outside_the_ruleset_become_background},
    {"what goes up comes down the same", what_goes_up_comes_down_the_same},
    {"a world leaves nothing to its successor", a_world_leaves_nothing_to_its_successor},
    {"download fills the state planes and no others", download_fills_the_state_planes_and_no_others},
    {"a change shows in the generation", a_change_shows_in_the_generation},
    {"statistics count cells and steps", statistics_count_cells_and_steps},
};

constexpr Check kGranularChecks[] = {
    {"walls are immovable", walls_are_immovable},
    {"two densities are conserved", two_densities_are_conserved},
    {"settled is a fixed point", settled_is_a_fixed_point},
    {"neither side is preferred", neither_side_is_preferred},
    {"grains cross chunk borders", grains_cross_chunk_borders},
    {"grains cross borders sideways", grains_cross_borders_sideways},
    {"pushes keep walls and totals", pushes_keep_walls_and_totals},
    {"what has come to rest wakes when painted", what_has_come_to_rest_wakes_when_painted},
};

constexpr Check kFieldChecks[] = {
    {"amounts are conserved", amounts_are_conserved},
    {"an amount is there before the next step", an_amount_is_there_before_the_next_step},
    {"settled is a fixed point", settled_is_a_fixed_point},
    {"neither side is preferred", neither_side_of_a_field_is_preferred},
    {"what has come to rest wakes", what_has_come_to_rest_wakes},
};

std::span<const Check> own_checks(const Subject& subject) {
  if (subject.is_field()) return kFieldChecks;
  if (subject.promises().granular) return kGranularChecks;
  return {};
}

}  // namespace

int run_conformance(const Registry& registry, const SolverFilter& filter, int part, int parts) {
  int count = 0;
  for (const SolverEntry& entry : registry.solvers()) {
    if (!entry.available() || !filter(entry)) continue;
    const AutomatonDefinition* automaton = registry.automaton(entry.automaton);
    const SolverEntry* scalar = registry.solver(entry.automaton, Backend::scalar);
    REQUIRE(automaton != nullptr);
    REQUIRE(scalar != nullptr);
    const Subject subject{*automaton, entry, *scalar};
    ++count;
    int index = 0;
    for (const auto checks : {std::span<const Check>(kCommonChecks), own_checks(subject)}) {
      for (const Check& check : checks) {
        if (index++ % parts != part) continue;
        DYNAMIC_SECTION(entry.automaton << " on " << backend_name(entry.backend) << ": " << check.name) {
          check.run(subject);
        }
      }
    }
  }
  return count;
}

}  // namespace repose::test
