// Open borders and the seam of conserving: the cpu backend gives the bytes and the counts of the scalar one.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_borders_exact_test {

namespace {

struct BorderKind {
  const char* name;
  double sides, top, bottom;
};
constexpr BorderKind kKinds[] = {{"wrap", 2, 0, 0},
                                 {"wrap, open above and below", 2, 1, 1},
                                 {"open", 1, 1, 1},
                                 {"open left", 3, 0, 1},
                                 {"open right", 4, 1, 0}};

std::unique_ptr<Solver> start(Backend backend, const Ruleset& rules, const World& world, const BorderKind& kind,
                              int threads = 1) {
  static const Registry registry = make_registry();
  auto solver = make_solver(*registry.solver("conserving", backend), rules, world, threads);
  REQUIRE(solver->set_parameter("side_borders", kind.sides));
  REQUIRE(solver->set_parameter("top_border", kind.top));
  REQUIRE(solver->set_parameter("bottom_border", kind.bottom));
  return solver;
}

std::vector<std::uint64_t> left_of(const Solver& solver) {
  const auto left = solver.left_by_element();
  return {left.begin(), left.end()};
}

// `passes`: of flow. Returns how many cells have left.
std::uint64_t check_same(const Ruleset& rules, const World& world, const BorderKind& kind, std::uint64_t count,
                         int passes = 3, int levelling = 4, bool ledger = false) {
  std::uint64_t expected = 0;
  std::vector<std::uint64_t> left;
  for (const int threads : {0, 1, 5}) {  // 0 means the scalar backend
    const auto solver = start(threads == 0 ? Backend::scalar : Backend::cpu, rules, world, kind, std::max(threads, 1));
    solver->set_parameter("flow", passes);
    solver->set_parameter("levelling", levelling);
    solver->keep_ledger(ledger);
    for (std::uint64_t done = 0, slice = 1; done < count; done += slice, slice = slice % 29 + 5) {
      slice = std::min(slice, count - done);
      solver->step(steps(done, slice));
    }
    if (threads == 0) {
      expected = hash_of(*solver);
      left = left_of(*solver);
    }
    INFO(kind.name << ", " << world.width() << " x " << world.height() << ", " << rules.elements.size()
                   << " elements, flow " << passes << ", " << threads << " threads");
    CHECK(hash_of(*solver) == expected);
    CHECK(left_of(*solver) == left);
    if (!ledger) continue;
    const Ledger kept = solver->ledger().value();
    for (const LedgerRow& row : kept.rows) CHECK(row.lost() == 0);
    for (std::size_t i = 1; i < left.size(); ++i) CHECK(kept.rows[i].left == static_cast<std::int64_t>(left[i]));
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t cells : left) sum += cells;
  return sum;
}

}  // namespace

TEST_CASE("conserving: random worlds of all sizes with open borders or a seam are the same on scalar and cpu") {
  const std::pair<int, int> sizes[] = {{1, 1}, {1, 37}, {66, 1}, {2, 40}, {3, 41}, {64, 33}, {129, 40}, {63, 65}};
  for (const BorderKind& kind : kKinds) {
    std::uint64_t left = 0;
    for (const auto& [width, height] : sizes) {
      for (const Ruleset* rules : {&swapping_ruleset(), &reacting_ruleset()})
        left += check_same(*rules, random_world(width, height, 5, 3, width > 60 ? 2 : 1), kind, 24);
    }
    CHECK((left > 0) == (kind.top + kind.bottom > 0));
  }
}

TEST_CASE("conserving: random rules with bursts, levelling and a ledger do the same at borders on scalar and cpu") {
  std::uint32_t seed = 0;
  for (const BorderKind& kind : kKinds) {
    for (const int count : {7, 14, 40}) {
      ++seed;
      const World world = random_world(257 - static_cast<int>(seed % 3) * 64, 129, count, seed, seed % 5 + 1);
      check_same(random_conserving_rules(count, seed + 900), world, kind, 14, 1 + static_cast<int>(seed % 6), 4,
                 seed % 2 == 0);
    }
  }
}

TEST_CASE("conserving: in sparse worlds that wrap chunks sleep, and the result is the same") {
  for (const int width : {193, 1025}) {
    check_same(swapping_ruleset(), random_world(width, 97, 5, 9, 300), kKinds[0], 90);
    check_same(random_conserving_rules(30, 4), random_world(width, 97, 5, 9, 300), kKinds[1], 40);
  }
}

TEST_CASE("conserving: borders that change while the world runs give the same on scalar and cpu") {
  const World world = random_world(130, 70, 5, 12);
  const auto scalar = start(Backend::scalar, swapping_ruleset(), world, kKinds[0]);
  const auto cpu = start(Backend::cpu, swapping_ruleset(), world, kKinds[0], 2);
  std::uint64_t done = 0;
  for (const BorderKind& kind : {kKinds[0], kKinds[2], BorderKind{"wall", 0, 0, 0}, kKinds[1], kKinds[3]}) {
    for (Solver* solver : {scalar.get(), cpu.get()}) {
      solver->set_parameter("levelling", 3);
      solver->set_parameter("side_borders", kind.sides);
      solver->set_parameter("top_border", kind.top);
      solver->set_parameter("bottom_border", kind.bottom);
      solver->step(steps(done, 60));
      solver->apply(RectEdit{{0, 5}, {20, 15}, water, {}});
      solver->apply(RectEdit{{125, 5}, {129, 25}, sand, {}});
    }
    done += 60;
    INFO("after " << kind.name);
    REQUIRE(hash_of(*cpu) == hash_of(*scalar));
    REQUIRE(left_of(*cpu) == left_of(*scalar));
    REQUIRE(cpu->stats().left_cells == scalar->stats().left_cells);
  }
}

TEST_CASE("conserving: a settled world that wraps costs nothing, and an edit wakes both sides of the seam") {
  World world(320, 96);
  for (int x = 0; x < 320; ++x) {
    for (int y = 64; y < 96; ++y) world.cell(x, y) = wall;
  }
  world.cell(319, 64) = air;  // a hole in the last column
  for (const int hole_row : {64, 65}) {
    const auto solver = start(Backend::cpu, swapping_ruleset(), world, kKinds[0]);
    solver->step(steps(0, 4));
    CHECK(solver->stats().active_cells == 0);
    const std::uint64_t generation = solver->view().generation;
    solver->step(steps(4, 1'000'000));
    CHECK(solver->view().generation == generation);
    solver->apply(RectEdit{{0, 63}, {0, 63}, sand, {}});
    solver->step(steps(1'000'004, 60));
    const World after = world_of(*solver);
    CHECK(after.cell(319, 64) == sand);  // it slid over the seam
    CHECK(solver->stats().active_cells == 0);
    world.cell(319, hole_row) = air;
  }
}

}  // namespace repose::test::conserving_borders_exact_test
