// Checks for automata that count amounts.
#include <cmath>

#include "automata/conformance_checks.hpp"
#include "automata/field_support.hpp"

namespace repose::test {
namespace {

std::int64_t total(const Subject& subject, const Solver& solver) {
  return total_of(world_of(solver), subject.automaton.quantity);
}

// Amounts on open ground.
World rough(const Subject& subject, const Size& size, std::uint64_t seed) {
  return random_start(subject, size, 1, seed);
}

void amounts_are_conserved(const Subject& subject) {
  for (const Size& size : kSizes) {
    const auto solver = make_solver(subject.entry, two_density_ruleset(), rough(subject, size, 4));
    const std::int64_t before = total(subject, *solver);
    solver->step(steps(0, 100));
    CHECK(total(subject, *solver) == before);
  }
}

void an_edit_is_there_before_the_next_step(const Subject& subject) {
  const auto solver = make_solver(subject.entry, two_density_ruleset(), World(30, 20));
  const World before = world_of(*solver);
  solver->apply(pour(subject, {7, 11}, 1.5));
  const World after = world_of(*solver);
  const Plane plane = subject.automaton.quantity;
  const auto added = static_cast<std::int32_t>(1.5 * plane_info(plane).unit);
  for (std::size_t i = 0; i < after.cell_count(); ++i)
    CHECK(value_at(after, plane, i) - value_at(before, plane, i) == (i == after.index(7, 11) ? added : 0));
}

void settled_is_a_fixed_point(const Subject& subject) {
  if (!subject.promises().settles) return;
  constexpr std::uint64_t kSettlingSteps = 3000;
  const auto solver = make_solver(subject.entry, two_density_ruleset(), rough(subject, {40, 30}, 5));
  solver->step(steps(0, kSettlingSteps));
  const std::uint64_t settled = hash_of(*solver);
  for (std::uint64_t k = 0; k < 6; ++k) {
    solver->step(steps(kSettlingSteps + k, 1));
    REQUIRE(hash_of(*solver) == settled);
  }
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
void neither_side_is_preferred(const Subject& subject) {
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

constexpr Check kChecks[] = {
    {"amounts are conserved", amounts_are_conserved},
    {"an edit is there before the next step", an_edit_is_there_before_the_next_step},
    {"settled is a fixed point", settled_is_a_fixed_point},
    {"neither side is preferred", neither_side_is_preferred},
    {"what has come to rest wakes", what_has_come_to_rest_wakes},
};

}  // namespace

std::span<const Check> field_checks() { return kChecks; }

}  // namespace repose::test
