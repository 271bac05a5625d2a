#include "automata/conformance.hpp"

#include <algorithm>
#include <cmath>

#include "automata/conformance_checks.hpp"
#include "automata/field_support.hpp"
#include "repose/shapes.hpp"

namespace repose::test {

World random_start(const Subject& subject, const Size& size, int element_count, std::uint64_t seed,
                   std::uint32_t sparse) {
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

AmountEdit pour(const Subject& subject, CellPoint at, double amount) {
  const Plane plane = subject.automaton.quantity;
  const auto units = static_cast<std::int32_t>(std::lround(amount * plane_info(plane).unit));
  return {plane, at, 1, 1, std::make_shared<const std::vector<std::int32_t>>(1, units)};
}

namespace {

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
  if (!subject.exact()) return;
  for (const Size& size : kSizes) {
    for (const Ruleset* ruleset : {&reacting_ruleset(), &vanishing_ruleset(), &swapping_ruleset()}) {
      const World start = random_start(subject, size, static_cast<int>(ruleset->elements.size()), 6);
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
  if (subject.is_field()) return;
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
  if (!subject.exact()) return;
  for (const Ruleset* ruleset : {&swapping_ruleset(), &vanishing_ruleset()}) {
    const World start = random_start(subject, {100, 68}, 3, 7, 4);
    const auto solver = make_solver(subject.entry, *ruleset, start, 2);
    const auto scalar = make_solver(subject.scalar, *ruleset, start);
    std::uint64_t step = 0;
    for (const Edit& edit : some_edits(subject)) {
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
  if (subject.is_field()) return;  // see conformance_fields.cpp
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
      first->step(steps(11, 30));
      second->step(steps(11, 30));
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
    PlaneSet expected = solver->state_planes();
    expected.add(Plane::cells);  // every world has them
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

constexpr Check kChecks[] = {
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

}  // namespace

std::span<const Check> common_checks() { return kChecks; }

static std::span<const Check> own_checks(const Subject& subject) {
  if (subject.is_field()) return field_checks();
  return subject.promises().granular ? granular_checks() : std::span<const Check>();
}

int run_conformance(const Registry& registry, const SolverFilter& filter) {
  int count = 0;
  for (const SolverEntry& entry : registry.solvers()) {
    if (!entry.available() || !filter(entry)) continue;
    const AutomatonDefinition* automaton = registry.automaton(entry.automaton);
    const SolverEntry* scalar = registry.solver(entry.automaton, Backend::scalar);
    REQUIRE(automaton != nullptr);
    REQUIRE(scalar != nullptr);
    const Subject subject{*automaton, entry, *scalar};
    ++count;
    for (const auto checks : {common_checks(), own_checks(subject)}) {
      for (const Check& check : checks) {
        DYNAMIC_SECTION(entry.automaton << " on " << backend_name(entry.backend) << ": " << check.name) {
          check.run(subject);
        }
      }
    }
  }
  return count;
}

}  // namespace repose::test
