// The cpu backend gives the bytes of the scalar one, with few elements and many, on several numbers of threads; settled
// cells are skipped.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
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
