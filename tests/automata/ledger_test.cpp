// The matter ledger: what each automaton counts as moved, made, destroyed, painted, left and lost.
#include "core/ledger.hpp"
#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::ledger_test {

namespace {

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

TEST_CASE("the ledger is the same on every backend that keeps one, and changes no byte") {
  const Registry registry = make_registry();
  for (const SolverEntry& entry : registry.solvers()) {
    if (entry.backend == Backend::scalar || !entry.available()) continue;
    for (const Ruleset* ruleset : {&swapping_ruleset(), &reacting_ruleset(), &vanishing_ruleset()}) {
      const World world = random_world(150, 70, static_cast<int>(ruleset->elements.size()), 7);
      const auto plain = make_solver(entry, *ruleset, world, 2), solver = make_solver(entry, *ruleset, world, 2);
      if (!solver->keep_ledger(true)) continue;
      const auto scalar = keeping(*registry.solver(entry.automaton, Backend::scalar), *ruleset, world);
      for (Solver* each : {plain.get(), solver.get(), scalar.get()}) {
        each->step(steps(0, 20));
        each->apply(StrokeEdit{{10, 10}, {140, 60}, 15, BrushShape::round, 2, {}});
        each->step(steps(20, 21));
      }
      INFO(entry.automaton << " on " << backend_name(entry.backend));
      CHECK(hash_of(*solver) == hash_of(*plain));
      const Ledger ledger = ledger_of(*solver);
      check_equal_ledgers(ledger, ledger_of(*scalar));
      if (!registry.automaton(entry.automaton)->promises.conserves) continue;
      for (const LedgerRow& row : ledger.rows) CHECK(row.lost() == 0);
    }
  }
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

constexpr std::string_view kWet =
    "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\ncell tap 3 3 3 1\ncell sink 4 4 4 1\n"
    "cell rock 5 5 5 1\nrule sand air air sand\nrule water air air water\nrule sand water water sand\n"
    "liquid water\nfaucet tap water\ndrain sink\n";

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
  CHECK((ledger.rows[1].moved == 1 && ledger.rows[0].moved == 1));
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

}  // namespace repose::test::ledger_test
