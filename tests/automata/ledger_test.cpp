// The matter ledger: what each automaton counts as moved, made, destroyed, painted, left and lost, and where.
#include "core/ledger.hpp"
#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::ledger_test {

namespace {

constexpr std::string_view kWet =
    "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\ncell tap 3 3 3 1\ncell sink 4 4 4 1\n"
    "cell rock 5 5 5 1\nrule sand air air sand\nrule water air air water\nrule sand water water sand\n"
    "liquid water\nfaucet tap water\ndrain sink\n";

const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};

Ledger ledger_of(const Solver& solver) {
  const auto ledger = solver.ledger();
  REQUIRE(ledger.has_value());
  return *ledger;
}

std::unique_ptr<Solver> keeping(const SolverEntry& entry, const Ruleset& ruleset, const World& world, int threads = 1) {
  auto solver = make_solver(entry, ruleset, world, threads);
  REQUIRE(solver->keep_ledger(true));
  return solver;
}

Ledger density_after(const std::vector<std::string>& rows, std::uint64_t count, Bias bias,
                     const Ruleset& ruleset = swapping_ruleset()) {
  const Registry registry = make_registry();
  const auto solver = keeping(*registry.solver("density", Backend::scalar), ruleset, world_from(rows, kLegend));
  solver->step(steps(0, count, bias));
  return ledger_of(*solver);
}

}  // namespace

TEST_CASE("a rule makes and destroys the elements on one of its sides only, and moves those on both") {
  enum : std::uint8_t { a = 1, b, c, d };
  struct Case {
    std::uint8_t from[2], to[2];
    std::vector<std::uint8_t> made, destroyed, moved;
  };
  const Case cases[] = {
      {{a, b}, {b, a}, {}, {}, {a, b}},     {{a, b}, {a, b}, {}, {}, {}},   {{a, b}, {c, d}, {c, d}, {a, b}, {}},
      {{a, b}, {c, a}, {c}, {b}, {a}},      {{a, b}, {a, a}, {a}, {b}, {}}, {{a, b}, {b, b}, {b}, {a}, {}},
      {{a, b}, {c, c}, {c, c}, {a, b}, {}}, {{a, a}, {c, a}, {c}, {a}, {}}, {{a, b}, {b, c}, {c}, {a}, {b}},
  };
  for (const Case& one : cases) {
    LedgerEvents events, expected;
    events.meet(one.from[0], one.from[1], one.to[0], one.to[1]);
    for (const std::uint8_t element : one.made) ++expected.made[element];
    for (const std::uint8_t element : one.destroyed) ++expected.destroyed[element];
    for (const std::uint8_t element : one.moved) ++expected.moved[element];
    INFO(int{one.from[0]} << int{one.from[1]} << " to " << int{one.to[0]} << int{one.to[1]});
    CHECK(events.made == expected.made);
    CHECK(events.destroyed == expected.destroyed);
    CHECK(events.moved == expected.moved);
  }
}

TEST_CASE("the ledger of density: a falling grain moves, and so does the air that it falls through") {
  const Ledger ledger = density_after({"...", ".s.", "...", "..."}, 2, Bias::left);
  CHECK(ledger.quantity == Plane::cells);
  CHECK(ledger.rows[sand].moved == 2);
  CHECK(ledger.rows[air].moved == 2);
  for (const LedgerRow& row : ledger.rows) CHECK(row.lost() == 0);
}

TEST_CASE("the ledger of density shows the sand that comes from nowhere and the water that vanishes") {
  const Ledger ledger = density_after({".....", "..s..", "..w.."}, 1, Bias::left);
  CHECK(ledger.rows[sand].now == 2);
  CHECK(ledger.rows[sand].lost() == -1);
  CHECK(ledger.rows[water].lost() == 1);
  CHECK(ledger.rows[sand].made + ledger.rows[water].destroyed == 0);
}

TEST_CASE(
    "the ledger of density counts the work of rules, and what is left of one that only one side goes through with") {
  const Ruleset melting = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\nrule sand air air sand\n"
      "rule water air air water\nrule sand water water water\n");
  const Ledger both = density_after({"s", "w", "."}, 1, Bias::left, melting);
  CHECK(both.rows[sand].destroyed + both.rows[sand].lost() == 1);
  const Ledger none = density_after({"s.", "s.", "w."}, 0, Bias::left, melting);
  for (const LedgerRow& row : none.rows) CHECK(row.lost() == 0);
  // If there is no rule for the two, what vanishes is lost.
  const Ledger vanished = density_after(
      {".", "s", "w", "w"}, 1, Bias::left,
      ruleset_of("cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\nrule sand air air sand\n"));
  CHECK(vanished.rows[sand].destroyed == 0);
  CHECK(vanished.rows[sand].lost() == 1);
}

TEST_CASE("the ledger of density counts what is painted and what leaves by an open edge") {
  const Registry registry = make_registry();
  const auto solver = keeping(*registry.solver("density", Backend::cpu), swapping_ruleset(),
                              world_from({"...", ".s.", "..."}, kLegend));
  solver->apply(RectEdit{{0, 1}, {2, 1}, water, {}});
  Ledger ledger = ledger_of(*solver);
  CHECK(ledger.rows[sand].painted == -1);
  CHECK(ledger.rows[water].painted == 3);
  CHECK(ledger.rows[air].painted == -2);
  solver->set_parameter("open_edge", 1);
  solver->step(steps(0, 2));
  ledger = ledger_of(*solver);
  CHECK(ledger.rows[water].left == 3);
  CHECK(ledger.rows[air].left == -3);
  for (const LedgerRow& row : ledger.rows) CHECK(row.lost() == 0);
}

namespace {
// A solver whose world has only the element rows[i] in row i.
std::unique_ptr<Solver> layered(std::string_view automaton, std::string_view config, int width,
                                const std::vector<std::uint8_t>& rows) {
  World world(width, static_cast<int>(rows.size()));
  for (std::size_t i = 0; i < world.cell_count(); ++i) world.cells()[i] = rows[i / static_cast<std::size_t>(width)];
  const Registry registry = make_registry();
  return keeping(*registry.solver(automaton, Backend::cpu), ruleset_of(config), world);
}

void check_nothing_lost(const Ledger& ledger) {
  for (const LedgerRow& row : ledger.rows) CHECK(row.lost() == 0);
}
}  // namespace

TEST_CASE("the ledger of tiles: taps make, drains take, tiles move") {
  const auto solver = layered("tiles", kWet, 5, {3, 0, 0, 1, 4});
  solver->step(steps(0, 20));
  const Ledger ledger = ledger_of(*solver);
  check_nothing_lost(ledger);
  CHECK(ledger.rows[1].left == 5);
  CHECK(ledger.rows[2].made > 20);
  CHECK(ledger.rows[2].left > 10);
  CHECK(ledger.rows[2].moved > 10);
  CHECK(ledger.rows[3].moved == 0);
}

TEST_CASE("the ledger of fastsab: what is dissolved is destroyed, and what reaches an open rim leaves") {
  const auto solver =
      layered("fastsab",
              "cell void 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell acid 2 2 2 0.5\nrule sand void void sand\n"
              "rule acid void void acid\nliquid acid\ndissolve acid sand 4\n",
              12, {0, 2, 1, 0, 0});
  solver->step(steps(0, 4));
  CHECK(ledger_of(*solver).rows[1].destroyed > 0);
  solver->set_parameter("borders", 0);
  solver->step(steps(4, 60));
  const Ledger ledger = ledger_of(*solver);
  check_nothing_lost(ledger);
  CHECK(ledger.rows[0].made == ledger.rows[1].destroyed);
  CHECK(ledger.rows[1].left + ledger.rows[1].destroyed + ledger.rows[1].now == 12);
  CHECK(ledger.rows[2].left > 0);
}

TEST_CASE("the ledger of conserving: a pair that swaps is two cells moved, reactions and decays make and destroy") {
  const auto solver = layered("conserving",
                              "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell acid 2 2 2 0.95\ncell rust 3 3 3 0.97\n"
                              "cell rock 4 4 4 1\nrule sand air air sand\nrule acid rock air air\ndecay rust rock 1\n",
                              1, {1, 0, 4, 2, 4, 3});
  solver->step(steps(0, 1));
  const Ledger ledger = ledger_of(*solver);
  check_nothing_lost(ledger);
  CHECK((ledger.rows[1].moved == 2 && ledger.rows[0].moved == 2));  // the sand falls two rows, into the gap
  CHECK((ledger.rows[3].destroyed == 1 && ledger.rows[4].made == 1));
  CHECK((ledger.rows[2].destroyed == 1 && ledger.rows[4].destroyed == 1 && ledger.rows[0].made == 2));
}

TEST_CASE("the ledger of elements: two cells that swap are moved, by weight or by flight") {
  const std::string config =
      "//subversion 4.4\nelement Empty 0 0 0 0 1 0 0 1\nelement sand 1 1 1 1 0 1 0 1\nelement rock 2 2 2 0 0 1 0 1\n";
  const auto falls = layered("elements", config, 3, {2, 1, 0, 2});
  falls->step(steps(0, 1));
  CHECK((ledger_of(*falls).rows[1].moved == 1 && ledger_of(*falls).rows[0].moved == 1));
  World world(5, 3);
  world.add(Plane::velocity);
  world.cell(1, 1) = 2;
  world.bytes(Plane::velocity)[2 * world.index(1, 1)] = 101;
  const Registry registry = make_registry();
  const auto flies = keeping(*registry.solver("elements", Backend::cpu), ruleset_of(config), world);
  flies->step(steps(0, 1));
  CHECK((ledger_of(*flies).rows[2].moved == 1 && ledger_of(*flies).rows[0].moved == 1));
  check_nothing_lost(ledger_of(*flies));
}

TEST_CASE("the ledger of elements: decays, reactions, explosions and the border account for every cell") {
  const auto solver =
      layered("elements",
              "# subversion 2\nelement Empty 0 0 0 0 0 0 0 1\nelement Sand 9 9 9 1 0.1 0.5 0 1\n"
              "element Fire 8 8 8 -1 0.5 0.1 0 1\nelement Bomb 7 7 7 1 0.1 0.6 0 1\nself 0.1 Fire 1 Empty\n"
              "neighbor 0.2 Fire Sand 1 Fire Fire\npexplosion Bomb Fire 5 Fire\n",
              40, {0, 0, 2, 3, 1, 1, 2, 1, 3, 1, 0});
  solver->step(steps(0, 10));
  solver->apply(RectEdit{{3, 3}, {9, 5}, 1, {}});
  solver->set_parameter("walls", 0);
  solver->step(steps(10, 30));
  const Ledger ledger = ledger_of(*solver);
  check_nothing_lost(ledger);
  CHECK(ledger.rows[2].made > 0);
  CHECK(ledger.rows[2].destroyed > 0);
  CHECK(ledger.rows[1].painted > 0);
  CHECK(ledger.rows[1].moved > 0);
  std::int64_t left = 0;
  for (const LedgerRow& row : ledger.rows) left += row.left;
  CHECK(left == 0);  // the background replaces what leaves
  CHECK(ledger.rows[0].left < 0);
}

TEST_CASE("the ledger of water counts masses: poured, drained, painted, levelled") {
  const auto solver = layered("water", kWet, 9, {0, 3, 0, 2, 2, 4});
  solver->step(steps(0, 30));
  Ledger ledger = ledger_of(*solver);
  CHECK(ledger.quantity == Plane::mass);
  REQUIRE(ledger.rows.size() == 1);
  CHECK(ledger.rows[0].before == 18 * std::int64_t{kFullCell});
  CHECK(ledger.rows[0].made > kFullCell);
  CHECK(ledger.rows[0].left > kFullCell);
  check_nothing_lost(ledger);
  solver->apply(RectEdit{{0, 2}, {8, 2}, 2, {}});
  solver->apply(RectEdit{{0, 3}, {3, 4}, 5, {}});
  solver->set_parameter("levelling", 1);
  solver->set_parameter("passes", 3);
  solver->set_parameter("walls", 0);
  solver->step(steps(30, 50));
  ledger = ledger_of(*solver);
  CHECK(ledger.rows[0].painted != 0);
  check_nothing_lost(ledger);
}

TEST_CASE("the ledger of sandpiles counts heights: poured by springs, drained, painted, packed") {
  World world(9, 3);
  world.add(Plane::height);
  for (int i = 0; i < 27; ++i)
    world.bytes(Plane::height)[static_cast<std::size_t>(4 * i + 2)] = static_cast<std::uint8_t>(i % 7);
  const Registry registry = make_registry();
  const auto solver = keeping(*registry.solver("sandpile", Backend::cpu), ruleset_of(kWet), world);
  solver->set_parameter("compaction", 0.25);
  solver->apply(RectEdit{{1, 1}, {1, 1}, 3, {}});
  solver->apply(RectEdit{{7, 0}, {7, 2}, 4, {}});
  solver->step(steps(0, 40));
  solver->apply(RectEdit{{3, 0}, {4, 1}, 5, {}});
  solver->apply(RectEdit{{0, 2}, {2, 2}, 1, {}});
  solver->step(steps(40, 40));
  const Ledger ledger = ledger_of(*solver);
  CHECK(ledger.quantity == Plane::height);
  REQUIRE(ledger.rows.size() == 1);
  const LedgerRow& row = ledger.rows[0];
  CHECK(row.lost() == 0);
  CHECK(row.made == 80 * std::int64_t{kHeightOne});
  CHECK(row.left > 0);
  CHECK(row.moved > 0);
  CHECK(row.painted == 12 * std::int64_t{kHeightOne});
  CHECK(row.destroyed == 0);  // what the obstacle pressed is packed, and counts
  CHECK(world_of(*solver).has(Plane::packed));
}

TEST_CASE("a new world starts the ledger again, and KeepLedger ends it") {
  const Registry registry = make_registry();
  const World world = random_world(40, 30, 4, 3);
  const auto solver = keeping(*registry.solver("density", Backend::cpu), swapping_ruleset(), world);
  solver->step(steps(0, 10));
  REQUIRE(solver->upload(world).ok());
  for (const LedgerRow& row : ledger_of(*solver).rows) {
    CHECK(row.before == row.now);
    CHECK(row.moved == 0);
  }
  solver->keep_ledger(false);
  CHECK_FALSE(solver->ledger().has_value());
}

// ---- the activity of the ledger: where each automaton makes, destroys, converts and moves matter ----

namespace {

const std::map<char, std::uint8_t> kNumbers = {{'.', 0}, {'1', 1}, {'2', 2}, {'3', 3}, {'4', 4}, {'5', 5}};
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
      with_activity(*registry.solver(automaton, Backend::cpu), ruleset_of(config), world_from(rows, kNumbers));
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

}  // namespace repose::test::ledger_test
