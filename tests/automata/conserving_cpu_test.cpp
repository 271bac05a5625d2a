// The cpu backend of conserving gives the bytes of scalar where random worlds seldom look (random_worlds_test.cpp):
// with every kind of vectors, across bands and sleeping chunks, over the seam. Settled cells are skipped.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "automata/only_target.hpp"
#include "core/chunks.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_cpu_test {

namespace {

using Values = std::vector<std::pair<std::string_view, double>>;
const Values kWraps = {{"side_borders", 2}};

std::unique_ptr<Solver> started(Backend backend, const Ruleset& rules, const World& world, const Values& parameters,
                                int threads = 1) {
  auto solver = start("conserving", backend, rules, world, threads);
  for (const auto& [name, value] : parameters) REQUIRE(solver->set_parameter(name, value));
  return solver;
}

// After steps in slices of uneven length, on several numbers of threads, with the ledger or without.
void check_same(const Ruleset& rules, const World& world, std::uint64_t count, const Values& parameters = {},
                bool ledger = false) {
  std::uint64_t expected = 0, left = 0;
  for (const int threads : {0, 1, 2, 3, 7}) {  // 0 means the scalar backend
    const auto solver =
        started(threads == 0 ? Backend::scalar : Backend::cpu, rules, world, parameters, std::max(threads, 1));
    solver->keep_ledger(ledger);
    for (std::uint64_t done = 0, slice = 1; done < count; done += slice, slice = slice % 29 + 5) {
      slice = std::min(slice, count - done);
      solver->step(steps(done, slice));
    }
    if (threads == 0) expected = hash_of(*solver), left = solver->stats().left_cells;
    INFO(world.width() << " x " << world.height() << ", " << rules.elements.size() << " elements, " << threads
                       << " threads");
    CHECK(hash_of(*solver) == expected);
    CHECK(solver->stats().left_cells == left);
  }
}

// Without draws the sub-steps look up what a pair becomes.
Ruleset certain(Ruleset rules) {
  for (Reaction& rule : rules.reactions) rule.probability = 1;
  return rules;
}

std::uint64_t hash_after(Backend backend, const Ruleset& rules, const World& world, const Values& parameters) {
  const auto solver = started(backend, rules, world, parameters, 2);
  solver->step(steps(0, 9));
  return hash_of(*solver);
}

// On scalar, and then with each kind of vectors.
void match_scalar(const Ruleset& rules, int width, int height, const Values& parameters) {
  const World world = random_world(width, height, static_cast<int>(rules.elements.size()), 12);
  const std::uint64_t expected = hash_after(Backend::scalar, rules, world, parameters);
  for_each_target([&] {
    INFO(rules.elements.size() << " elements, " << width << " x " << height);
    CHECK(hash_after(Backend::cpu, rules, world, parameters) == expected);
  });
}

}  // namespace

TEST_CASE("conserving: whatever vectors the processor has, the cpu gives the bytes of scalar") {
  std::vector<Ruleset> all = {swapping_ruleset(), reacting_ruleset(), powder_rules(), *scene_ruleset("churn")};
  for (const int count : {3, 8, 12, 16}) {
    for (const std::uint32_t seed : {1u, 2u}) {
      all.push_back(random_conserving_rules(count, 40 * seed + static_cast<std::uint32_t>(count)));
      all.push_back(certain(all.back()));
    }
  }
  for (const Ruleset& rules : all) {
    match_scalar(rules, 300, 70, {});
    match_scalar(rules, 130, 40, {{"flow", 2}, {"side_borders", 2}});
    match_scalar(rules, 67, 40, {{"flow", 1}, {"side_borders", 2}});
  }
  match_scalar(*scene_ruleset("churn"), 64 * 33 + 3, 9, {{"side_borders", 2}});  // wider than two vectors of words
}

TEST_CASE("conserving: what wanders right after it fell past the border of two bands is the same on every backend") {
  Ruleset rules = swapping_ruleset();
  for (Element& element : rules.elements) element.wander = 0.7;
  for (std::uint32_t seed = 0; seed < 4; ++seed)
    check_same(rules, random_world(300, 256, 5, seed, 3), 12, {{"flow", 0}}, seed % 2 == 0);
}

TEST_CASE("conserving: holes that rise through still water over borders of bands are the same on all threads") {
  // Noise on the left keeps all threads at work.
  World world = random_world(512, 256, static_cast<int>(powder_rules().elements.size()), 5);
  fill(world, 256, 0, 512, 256, water);
  std::vector<std::uint64_t> expected;
  for (const int threads : {0, 1, 2, 3, 7}) {
    const auto solver =
        started(threads == 0 ? Backend::scalar : Backend::cpu, powder_rules(), world, {}, std::max(threads, 1));
    solver->step(steps(0, 6));
    for (int i = 0; i < 12; ++i) {
      const int x = 270 + 17 * i, y = 250 - 20 * i;
      solver->apply(RectEdit{{x, y}, {x, y}, air, {}});
      solver->step(steps(6 + static_cast<std::uint64_t>(i), 1));
      if (threads == 0) expected.push_back(hash_of(*solver));
      INFO(threads << " threads, hole " << i);
      CHECK(hash_of(*solver) == expected[static_cast<std::size_t>(i)]);
    }
  }
}

TEST_CASE("conserving: large worlds, dense and sparse, walled and wrapped, are the same on scalar and cpu") {
  for (const int elements : {12, 60}) {
    const Ruleset rules = random_conserving_rules(elements, 77);
    check_same(rules, random_world(257, 300, elements, 3), 30);
    check_same(rules, random_world(257, 300, elements, 4, 3), 20, {{"side_borders", 1}, {"top_border", 1}, {"flow", 5}},
               true);
    check_same(rules, random_world(193, 129, elements, 5, 4), 20, kWraps);
  }
  check_same(swapping_ruleset(), random_world(1100, 150, 5, 9, 400), 200);
  check_same(swapping_ruleset(), random_world(1025, 97, 5, 9, 300), 90, kWraps);
  check_same(random_conserving_rules(30, 4), random_world(500, 150, 5, 9, 400), 100);
}

TEST_CASE("conserving: bodies and grains that fall over the borders of chunks and bands are the same on scalar and cpu",
          "[slow]") {
  for (const int elements : {5, 40}) {
    Ruleset rules = elements == 5 ? powder_rules() : random_conserving_rules(elements, 6);
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
      World world = random_world(260, 330, elements, seed, 60);
      // Slabs of 1 to 5 rows, with gaps of 1 to 4 below, at other heights in each group of columns.
      for (int x = 0; x < 260; ++x) {
        const int slab = 1 + x / 13 % 5, gap = 1 + (x / 13 + static_cast<int>(seed)) % 4;
        for (int y = x / 13; y < 330; ++y) {
          if (y % (slab + gap) < slab && x % 13 < 9 && y / 40 % 2 == 0) world.cell(x, y) = 1;
        }
      }
      const Values parameters = seed % 2 == 0 ? Values{{"flow", seed}} : kWraps;
      check_same(rules, world, 70, parameters, seed % 3 == 0);
    }
  }
}

TEST_CASE("conserving: a grain that falls into a sleeping chunk wakes it, and slides there") {
  for (const int x : {20, 63, 64, 126, 127}) {
    World world(192, 4 * kChunkHeight);
    fill(world, {0, kChunkHeight + 2, 192, 3 * kChunkHeight - 2}, wall);
    for (const int beside : {x - 1, x + 1}) world.cell(beside, kChunkHeight + 2) = air;
    for (std::uint64_t first = 0; first < 12; ++first) {
      const auto solver = started(Backend::cpu, powder_rules(), world, {});
      solver->step(steps(first, 4));
      REQUIRE(solver->stats().active_cells == 0);
      solver->apply(RectEdit{{x, 1}, {x, 1}, sand, {}});
      solver->step(steps(first + 4, 80));
      const World now = world_of(*solver);
      INFO("column " << x << ", from step " << first);
      CHECK((now.cell(x - 1, kChunkHeight + 2) == sand || now.cell(x + 1, kChunkHeight + 2) == sand));
      CHECK(solver->stats().active_cells == 0);
    }
  }
}

TEST_CASE("conserving: settled cells are skipped, and a grain wakes only what is near") {
  World world(1024, 512);
  fill(world, {0, 400, 1024, 112}, water);  // a full body with a flat top
  const auto solver = started(Backend::cpu, swapping_ruleset(), world, {});
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

TEST_CASE("conserving: a settled world that wraps costs nothing, and an edit wakes both sides of the seam") {
  World world(320, 96);
  fill(world, {0, 64, 320, 32}, wall);
  world.cell(319, 64) = air;  // a hole in the last column
  const auto solver = started(Backend::cpu, swapping_ruleset(), world, kWraps);
  solver->step(steps(0, 4));
  CHECK(solver->stats().active_cells == 0);
  const std::uint64_t generation = solver->view().generation;
  solver->step(steps(4, 1'000'000));
  CHECK(solver->view().generation == generation);
  solver->apply(RectEdit{{0, 63}, {0, 63}, sand, {}});
  solver->step(steps(1'000'004, 60));
  CHECK(world_of(*solver).cell(319, 64) == sand);  // it slid over the seam
  CHECK(solver->stats().active_cells == 0);
}

}  // namespace repose::test::conserving_cpu_test
