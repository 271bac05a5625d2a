// The cpu backend gives the bytes of the scalar one, with few elements and many, on several numbers of threads; settled
// cells are skipped.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "automata/only_target.hpp"
#include "repose/rng.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_exact_test {

namespace {

std::unique_ptr<Solver> start(Backend backend, const Ruleset& rules, const World& world, int threads = 1) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver("conserving", backend), rules, world, threads);
}

void check_same(const Ruleset& rules, const World& world, std::uint64_t count, int passes = 3, bool ledger = false,
                int levelling = 0) {
  std::uint64_t expected = 0;
  for (const int threads : {0, 1, 2, 3, 7}) {  // 0 means the scalar backend
    const auto solver = start(threads == 0 ? Backend::scalar : Backend::cpu, rules, world, std::max(threads, 1));
    solver->set_parameter("flow", passes);
    solver->set_parameter("levelling", levelling);
    solver->keep_ledger(ledger);
    for (std::uint64_t done = 0, slice = 1; done < count; done += slice, slice = slice % 29 + 5) {
      slice = std::min(slice, count - done);
      solver->step(steps(done, slice));
    }
    if (threads == 0) expected = hash_of(*solver);
    INFO(world.width() << " x " << world.height() << ", " << rules.elements.size() << " elements, flow " << passes
                       << ", " << threads << " threads");
    CHECK(hash_of(*solver) == expected);
  }
}

}  // namespace

TEST_CASE("conserving: random worlds stay the same as on the scalar backend") {
  for (const Ruleset* rules : {&swapping_ruleset(), &reacting_ruleset(), &vanishing_ruleset()}) {
    for (const std::uint32_t sparse : {1u, 40u}) {
      const int elements = static_cast<int>(rules->elements.size());
      check_same(*rules, random_world(1, 1, elements, 1, sparse), 20);
      check_same(*rules, random_world(1, 37, elements, 2, sparse), 100);
      check_same(*rules, random_world(66, 1, elements, 3, sparse), 100);
      check_same(*rules, random_world(128, 200, elements, 6, sparse), 60);
      check_same(*rules, random_world(63, 65, elements, 4, sparse), 300);
      check_same(*rules, random_world(257, 129, elements, 5, sparse), 60);
    }
  }
}

TEST_CASE(
    "conserving: random rules with chances, decays and reactions in all directions give the same on every backend") {
  for (const int count : {2, 5, 8, 9, 16, 17, 60, 256}) {
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
      check_same(random_conserving_rules(count, seed * 300 + static_cast<std::uint32_t>(count)),
                 random_world(131, 97, count, seed, seed * 3 + 1), 60);
    }
  }
}

TEST_CASE("conserving: any number of flow passes gives the same on every backend") {
  for (const int passes : {0, 1, 2, 5, 8}) check_same(swapping_ruleset(), random_world(130, 200, 5, 8), 40, passes);
}

TEST_CASE("conserving: the number of flow passes may change while a world runs") {
  for (const int height : {1, 2, 3, 60}) {
    std::uint64_t expected = 0;
    for (const Backend backend : {Backend::scalar, Backend::cpu}) {
      const auto solver = start(backend, swapping_ruleset(), random_world(130, height, 5, 8));
      std::uint64_t done = 0;
      for (const int passes : {1, 2, 4, 3, 8, 1, 2}) {
        solver->set_parameter("flow", passes);
        solver->step(steps(done, 2));
        done += 2;
      }
      if (backend == Backend::scalar) expected = hash_of(*solver);
      CHECK(hash_of(*solver) == expected);
    }
  }
}

TEST_CASE("conserving: what wanders right after it fell past the border of two bands is the same on every backend") {
  Ruleset rules = swapping_ruleset();
  for (Element& element : rules.elements) element.wander = 0.7;
  for (std::uint32_t seed = 0; seed < 4; ++seed)
    check_same(rules, random_world(300, 256, 5, seed, 3), 12, 0, seed % 2 == 0);
}

TEST_CASE("conserving: levelling gives the same on every backend") {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    check_same(swapping_ruleset(), random_world(150, 90, 5, seed, 3), 60, 3, seed % 2 == 0, 4);
    check_same(random_conserving_rules(10, seed + 50), random_world(130, 70, 10, seed, 6), 60, 3, false, 7);
  }
}

TEST_CASE("conserving: a wide sparse world in which most chunks sleep stays the same as on the scalar backend") {
  check_same(swapping_ruleset(), random_world(1100, 150, 5, 9, 400), 200);
  check_same(random_conserving_rules(30, 4), random_world(500, 150, 5, 9, 400), 100);
}

TEST_CASE("conserving: keeping the ledger changes nothing, and the cpu backend counts the same as the scalar one") {
  const Ruleset rules = random_conserving_rules(12, 77);
  const World world = random_world(150, 300, 12, 3);
  check_same(rules, world, 30, 3, true);
  std::vector<Ledger> ledgers;
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start(backend, rules, world, 3);
    REQUIRE(solver->keep_ledger(true));
    solver->step(steps(0, 20));
    solver->apply(RectEdit{{10, 10}, {60, 90}, 3, {}});
    solver->step(steps(20, 20));
    ledgers.push_back(solver->ledger().value());
  }
  for (std::size_t i = 0; i < 12; ++i) {
    const LedgerRow &a = ledgers[0].rows[i], &b = ledgers[1].rows[i];
    CHECK(a.lost() == 0);
    CHECK(b.lost() == 0);
    CHECK((a.made == b.made && a.destroyed == b.destroyed && a.painted == b.painted && a.moved == b.moved &&
           a.now == b.now));
  }
}

TEST_CASE("conserving: settled cells are skipped, and a grain wakes only what is near") {
  World world(1024, 512);
  for (int x = 0; x < 1024; ++x) {
    for (int y = 400; y < 512; ++y) world.cell(x, y) = water;  // a full body with a flat top
  }
  const auto solver = start(Backend::cpu, swapping_ruleset(), world);
  solver->step(steps(0, 3));
  CHECK(solver->stats().active_cells == 0);
  solver->apply(RectEdit{{300, 100}, {300, 100}, sand, {}});
  solver->step(steps(3, 10));
  CHECK(solver->stats().active_cells <= 9 * 64 * 32);
  CHECK(solver->stats().active_cells > 0);
  solver->step(steps(13, 600));
  const World after = world_of(*solver);
  CHECK(std::find(after.cells().end() - 1024, after.cells().end(), std::uint8_t{sand}) != after.cells().end());
  CHECK(solver->stats().active_cells <=
        2 * 9 * 64 * 32);  // it flows on along the floor, with the water that it has lifted on top
}

}  // namespace repose::test::conserving_exact_test

// The cpu backend of conserving uses the widest vectors of the processor. All kinds of vectors must give the bytes of
// scalar.cpp.

namespace repose::test::conserving_vectors_test {

namespace {

// Without draws the sub-steps look up what a pair becomes.
Ruleset certain(Ruleset rules) {
  for (Reaction& rule : rules.reactions) rule.probability = 1;
  return rules;
}

std::vector<Ruleset> rulesets() {
  std::vector<Ruleset> rules = {swapping_ruleset(), reacting_ruleset(), powder_rules(), *scene_ruleset("churn")};
  for (const int count : {3, 5, 7, 8, 12, 16}) {
    for (const std::uint32_t seed : {1u, 2u}) {
      rules.push_back(random_conserving_rules(count, 40 * seed + static_cast<std::uint32_t>(count)));
      rules.push_back(certain(rules.back()));
    }
  }
  return rules;
}

std::uint64_t hash_after(Backend backend, const Ruleset& rules, const World& start, int passes, bool wraps) {
  static const Registry registry = make_registry();
  const auto solver = make_solver(*registry.solver("conserving", backend), rules, start, 2);
  solver->set_parameter("flow", passes);
  solver->set_parameter("side_borders", wraps ? 2 : 0);
  solver->step(steps(0, 9));
  return hash_of(*solver);
}

// On scalar, and then with each kind of vectors.
void match_scalar(const Ruleset& rules, int width, int height, int passes, bool wraps) {
  const World start = random_world(width, height, static_cast<int>(rules.elements.size()), 12);
  const std::uint64_t expected = hash_after(Backend::scalar, rules, start, passes, wraps);
  for_each_target([&] {
    INFO(rules.elements.size() << " elements, " << width << " x " << height << ", flow " << passes
                               << (wraps ? ", wraps" : ""));
    CHECK(hash_after(Backend::cpu, rules, start, passes, wraps) == expected);
  });
}

}  // namespace

TEST_CASE("conserving: whatever vectors the processor has, the cpu gives the bytes of scalar") {
  for (const Ruleset& rules : rulesets()) {
    match_scalar(rules, 300, 70, 3, false);
    match_scalar(rules, 130, 40, 2, true);
    match_scalar(rules, 67, 40, 1, true);
  }
  match_scalar(*scene_ruleset("churn"), 64 * 33 + 3, 9, 3, true);  // wider than two vectors of words
}

}  // namespace repose::test::conserving_vectors_test

// Open borders and the seam of conserving: the cpu backend gives the bytes and the counts of the scalar one.

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
