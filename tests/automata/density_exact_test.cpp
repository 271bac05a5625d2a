// The cpu backend gives the bytes of the scalar one: random worlds, dense and sparse, over 1000 steps, on several
// numbers of threads.
#include "automata/automaton_support.hpp"
#include "repose/rng.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::density_exact_test {

namespace {

constexpr std::uint64_t kSteps = 1000;
constexpr int kThreadCounts[] = {1, 2, 3, 7};

std::uint64_t run(Backend backend, const Ruleset& ruleset, const World& start, int threads) {
  const Registry registry = make_registry();
  const auto solver = make_solver(*registry.solver("density", backend), ruleset, start, threads);
  // In slices of uneven length, as in a frame loop.
  for (std::uint64_t done = 0, slice = 1; done < kSteps; done += slice, slice = slice % 97 + 13) {
    slice = std::min(slice, kSteps - done);
    solver->step(steps(done, slice));
  }
  return hash_of(*solver);
}

void check_exact(const Ruleset& ruleset, int width, int height, std::uint32_t sparse) {
  const World start = random_world(width, height, static_cast<int>(ruleset.elements.size()), 21, sparse);
  const std::uint64_t expected = run(Backend::scalar, ruleset, start, 1);
  for (int threads : kThreadCounts) {
    INFO(width << " x " << height << ", one cell in " << sparse << ", " << threads << " threads");
    CHECK(run(Backend::cpu, ruleset, start, threads) == expected);
  }
}

}  // namespace

TEST_CASE("random worlds up to 257 x 129 stay the same as on the scalar backend for 1000 steps") {
  for (const Ruleset* ruleset : {&reacting_ruleset(), &swapping_ruleset(), &vanishing_ruleset()}) {
    for (std::uint32_t sparse : {1u, 40u}) {
      check_exact(*ruleset, 1, 1, sparse);
      check_exact(*ruleset, 1, 7, sparse);
      check_exact(*ruleset, 63, 65, sparse);
      check_exact(*ruleset, 257, 129, sparse);
    }
  }
}

// Its flags let scalar skip cells, so that it too could miss what an edit, a push or an opened edge wakes.
TEST_CASE("a world that is painted, shaken and opened while it runs stays the same as on the scalar backend") {
  const Registry registry = make_registry();
  for (const Ruleset* ruleset : {&reacting_ruleset(), &swapping_ruleset(), &vanishing_ruleset()}) {
    const int elements = static_cast<int>(ruleset->elements.size());
    const World start = random_world(150, 90, elements, 5, 30);
    const auto scalar = make_solver(*registry.solver("density", Backend::scalar), *ruleset, start);
    const auto cpu = make_solver(*registry.solver("density", Backend::cpu), *ruleset, start, 2);
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
  const Registry registry = make_registry();
  const auto solver =
      make_solver(*registry.solver("density", Backend::scalar), swapping_ruleset(), layered_world(300, 200));
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

TEST_CASE("a wide sparse world stays the same as on the scalar backend for 1000 steps") {
  check_exact(swapping_ruleset(), 2100, 40, 300);
}

TEST_CASE("a random world of 1024 x 768 stays the same as on the scalar backend for 1000 steps", "[slow]") {
  check_exact(reacting_ruleset(), 1024, 768, 1);
}

}  // namespace repose::test::density_exact_test
