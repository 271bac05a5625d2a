// The cpu backend gives the bytes of the scalar one: random worlds, dense and sparse, over 1000 steps, on several
// numbers of threads.
#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

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

TEST_CASE("a wide sparse world stays the same as on the scalar backend for 1000 steps") {
  check_exact(swapping_ruleset(), 2100, 40, 300);
}

TEST_CASE("a random world of 1024 x 768 stays the same as on the scalar backend for 1000 steps", "[slow]") {
  check_exact(reacting_ruleset(), 1024, 768, 1);
}
