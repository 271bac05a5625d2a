// The activity of the ledger: where each automaton makes, destroys, converts and moves matter; the same on every
// backend.
#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::activity_test {

namespace {

const std::map<char, std::uint8_t> kLegend = {{'.', 0}, {'1', 1}, {'2', 2}, {'3', 3}, {'4', 4}, {'5', 5}};

constexpr std::string_view kWet =
    "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\ncell tap 3 3 3 1\ncell sink 4 4 4 1\n"
    "cell rock 5 5 5 1\nrule sand air air sand\nrule water air air water\nrule sand water water sand\n"
    "liquid water\nfaucet tap water\ndrain sink\n";
constexpr std::string_view kBurning =
    "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\ncell fire 3 3 3 0.2\ncell smoke 4 4 4 0.05\n"
    "rule sand air air sand\nrule water air air water\nrule air smoke smoke air\nrule sand water water sand\n"
    "rule fire water smoke air 0.5\nreact fire\ndecay fire smoke 0.1\ndecay smoke air 0.05\n";
constexpr std::string_view kElements =
    "# subversion 2\nelement Empty 0 0 0 0 0 0 0 1\nelement Sand 9 9 9 1 0.1 0.5 0 1\nelement Fire 8 8 8 -1 0.5 0.1 0 "
    "1\n"
    "element Bomb 7 7 7 1 0.1 0.6 0 1\nself 0.1 Fire 1 Empty\nneighbor 0.2 Fire Sand 1 Fire Fire\npexplosion Bomb Fire "
    "5 Fire\n";

std::unique_ptr<Solver> with_activity(const SolverEntry& entry, const Ruleset& ruleset, const World& world,
                                      int threads = 1) {
  auto solver = make_solver(entry, ruleset, world, threads);
  REQUIRE(solver->keep_activity(true));
  return solver;
}

// The latest event of the last `steps` steps, one letter a cell: made, destroyed, t for converted, and < for moved.
std::vector<std::string> activity_of(const Solver& solver, int steps = 1) {
  const CellView view = solver.view();
  REQUIRE(view.activity.present());
  std::vector<std::string> rows(static_cast<std::size_t>(view.height),
                                std::string(static_cast<std::size_t>(view.width), '.'));
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height);
       ++cell) {
    int latest = steps;
    for (std::size_t kind = 0; kind < kActivityKindCount; ++kind) {
      const int age = view.activity.age(cell, static_cast<ActivityKind>(kind));
      if (age >= latest) continue;
      latest = age;
      rows[cell / static_cast<std::size_t>(view.width)][cell % static_cast<std::size_t>(view.width)] = "mdt<"[kind];
    }
  }
  return rows;
}

std::vector<std::string> activity_after(std::string_view automaton, std::string_view config,
                                        const std::vector<std::string>& rows, std::uint64_t count, int looked_at = 1,
                                        const std::pair<std::string_view, double>& parameter = {}) {
  const Registry registry = make_registry();
  const auto solver =
      with_activity(*registry.solver(automaton, Backend::cpu), ruleset_of(config), world_from(rows, kLegend));
  if (!parameter.first.empty()) REQUIRE(solver->set_parameter(parameter.first, parameter.second));
  solver->step(steps(0, count));
  return activity_of(*solver, looked_at);
}

void check_same_activity(const ActivityView& a, const ActivityView& b, std::size_t cell_count) {
  REQUIRE(a.present());
  REQUIRE(b.present());
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    for (std::size_t kind = 0; kind < kActivityKindCount; ++kind) {
      const int age_a = a.age(cell, static_cast<ActivityKind>(kind)),
                age_b = b.age(cell, static_cast<ActivityKind>(kind));
      if (age_a == age_b || (age_a >= kActivitySteps && age_b >= kActivitySteps)) continue;
      INFO("cell " << cell << ", kind " << kind);
      REQUIRE(age_a == age_b);
    }
  }
}

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("activity is the same on every backend and with any number of threads, and changes no byte") {
  const Registry registry = make_registry();
  const Ruleset wet = ruleset_of(kWet), burning = ruleset_of(kBurning), elements = ruleset_of(kElements);
  for (const SolverEntry& entry : registry.solvers()) {
    if (!entry.available()) continue;
    for (const Ruleset* ruleset : {&wet, &burning, &elements, &vanishing_ruleset()}) {
      const World world = random_world(150, 140, static_cast<int>(ruleset->elements.size()), 7, 3);
      std::string error;
      if (!entry.create({1}, error)->load(*ruleset)) continue;
      const auto scalar = with_activity(*registry.solver(entry.automaton, Backend::scalar), *ruleset, world);
      const auto plain = make_solver(entry, *ruleset, world, 2);
      std::vector<std::unique_ptr<Solver>> all;
      for (const int threads : {1, 2, 3}) all.push_back(with_activity(entry, *ruleset, world, threads));
      const auto live = [](Solver& solver) {
        solver.step(steps(0, 5));
        solver.apply(StrokeEdit{{10, 10}, {140, 60}, 15, BrushShape::round, 2, {}});
        solver.step(steps(5, 8));
      };
      live(*scalar);
      live(*plain);
      for (const auto& solver : all) {
        INFO(entry.automaton << " on " << backend_name(entry.backend));
        live(*solver);
        check_same_activity(scalar->view().activity, solver->view().activity, world.cell_count());
        REQUIRE(hash_of(*solver) == hash_of(*plain));
        if (entry.backend == Backend::scalar) break;  // scalar has no threads
      }
      CHECK_FALSE(plain->view().activity.present());
    }
  }
}

TEST_CASE("activity of density: what falls moves, and a swap that only one of two cells does makes and destroys") {
  CHECK(activity_after("density", kWet, {"...", ".1.", "..."}, 1) == Rows{"...", ".<.", ".<."});
  const std::vector<std::string> lossy = activity_after("density", kWet, {".....", "..1..", "..2.."}, 1);
  CHECK(
      std::ranges::any_of(lossy, [](const std::string& row) { return row.find_first_of("mdt") != std::string::npos; }));
  const auto open = activity_after("density", kWet, {"...", ".1.", "..."}, 1, 1, {"open_edge", 1});
  CHECK(open == Rows{"...", ".<.", ".d."});
}

TEST_CASE("activity of conserving: swaps move, decays and reactions convert") {
  CHECK(activity_after("conserving", kWet, {"1", "."}, 2, 2) == Rows{"<", "<"});
  const std::string certain =
      "cell air 0 0 0 0.1\ncell fire 1 1 1 1\ncell ash 2 2 2 1\ndecay fire ash 1\ndecay ash air 1\n";
  CHECK(activity_after("conserving", certain, {".1.2."}, 1) == Rows{".t.d."});
}

TEST_CASE("activity of elements: decays convert, and clearing the border destroys") {
  const std::string certain =
      "# subversion 2\nelement Empty 0 0 0 0 0 0 0 1\nelement Fire 8 8 8 0 0 0 0 1\nelement Ash 7 7 7 0 0 0 0 1\nself "
      "1 Fire 1 Ash\n";
  CHECK(activity_after("elements", certain, {".....", "..1..", ".....", "2...."}, 1) ==
        Rows{".....", "..t..", ".....", "d...."});
}

TEST_CASE("activity of fastsab and tiles: taps make, drains and acid take") {
  CHECK(activity_after("tiles", kWet, {"...3.", ".....", ".2...", ".4..."}, 1) ==
        Rows{".....", "...m.", ".d...", "....."});
  const std::string acid =
      "cell void 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell acid 2 2 2 0.5\nrule sand void void sand\nrule acid void void "
      "acid\n"
      "liquid acid\ndissolve acid sand 1\n";
  const auto dissolved = activity_after("fastsab", acid, {"2", "1"}, 1, 1);
  CHECK(dissolved[1] == "d");
}

TEST_CASE("activity of water and sandpiles: pouring makes, draining destroys, flows move") {
  const auto water = activity_after("water", kWet, {"3", ".", ".", ".", "4"}, 20, 2);
  CHECK(water == Rows{".", "m", "<", "d", "."});
  World tap(5, 5);
  tap.cell(2, 2) = 3;
  const Registry registry = make_registry();
  const auto sand = with_activity(*registry.solver("sandpile", Backend::cpu), ruleset_of(kWet), tap);
  sand->apply(RectEdit{{2, 2}, {2, 2}, 3, {}});
  sand->step(steps(0, 40));
  CHECK(activity_of(*sand, 2)[2][2] == 'm');
}

TEST_CASE("activity fades while a world is at rest, and is kept apart from the ledger") {
  const Registry registry = make_registry();
  for (const SolverEntry& entry : registry.solvers()) {
    if (!entry.available()) continue;
    INFO(entry.automaton << " on " << backend_name(entry.backend));
    const World world = random_world(40, 30, 5, 3);
    const auto solver = make_solver(entry, swapping_ruleset(), world);
    CHECK_FALSE(solver->view().activity.present());
    REQUIRE(solver->keep_ledger(true));
    solver->step(steps(0, 3));
    const std::int64_t moved = solver->ledger()->rows[0].moved;
    REQUIRE(solver->keep_activity(true));
    CHECK(solver->ledger()->rows[0].moved == moved);
    REQUIRE(solver->keep_ledger(false));
    CHECK_FALSE(solver->ledger().has_value());
    solver->apply(RectEdit{{0, 0}, {39, 29}, wall, {}});
    solver->step(steps(3, 400));
    for (std::size_t cell = 0; cell < world.cell_count(); ++cell) {
      if (cell % 40 == 0 || cell % 40 == 39 || cell / 40 == 0 || cell / 40 == 29)
        continue;  // the border of elements is emptied
      for (std::size_t kind = 0; kind < kActivityKindCount; ++kind)
        REQUIRE(solver->view().activity.age(cell, static_cast<ActivityKind>(kind)) >= kActivitySteps);
    }
    REQUIRE(solver->keep_ledger(true));
    CHECK(solver->ledger()->rows[0].moved == 0);
    REQUIRE(solver->keep_activity(false));
    CHECK_FALSE(solver->view().activity.present());
    REQUIRE(solver->ledger().has_value());
    REQUIRE(solver->upload(world).ok());
    CHECK(solver->ledger()->rows[0].moved == 0);
  }
}

}  // namespace repose::test::activity_test
