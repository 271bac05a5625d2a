// The rules of the density automaton as pictures, on every backend that runs here.
#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::density_rules_test {

namespace {

using Rows = std::vector<std::string>;
const std::map<char, std::uint8_t> kLegend = {{'.', air}, {'s', sand}, {'w', water}, {'o', oil}, {'#', wall}};

Rows after(const SolverEntry& entry, const Rows& rows, std::uint64_t count, Bias bias, const Ruleset& ruleset) {
  const auto solver = make_solver(entry, ruleset, world_from(rows, kLegend));
  solver->step(steps(0, count, bias));
  return rows_of(world_of(*solver), kLegend);
}

void check_steps(const Rows& before, std::uint64_t count, Bias bias, const Rows& expected,
                 const Ruleset& ruleset = swapping_ruleset()) {
  const Registry registry = make_registry();
  for (const SolverEntry& entry : registry.solvers()) {
    if (entry.automaton != "density" || !entry.available()) continue;
    INFO(backend_name(entry.backend));
    CHECK(after(entry, before, count, bias, ruleset) == expected);
  }
}

void check_step(const Rows& before, Bias bias, const Rows& expected, const Ruleset& ruleset = swapping_ruleset()) {
  check_steps(before, 1, bias, expected, ruleset);
}

void check_both(const Rows& before, const Rows& expected, const Ruleset& ruleset = swapping_ruleset()) {
  check_step(before, Bias::left, expected, ruleset);
  check_step(before, Bias::right, expected, ruleset);
}

}  // namespace

TEST_CASE("sand falls through air, one cell a step") {
  check_both({".s.", "...", "..."}, {"...", ".s.", "..."});
  check_steps({".s.", "...", "..."}, 2, Bias::left, {"...", "...", ".s."});
}

TEST_CASE("sand rests on the floor") { check_both({"...", ".s."}, {"...", ".s."}); }

TEST_CASE("sand that touches the ceiling does not sink, not even into water") {
  check_both({"###", "#s#", "#w#", "###"}, {"###", "#s#", "#w#", "###"});
}

TEST_CASE("sand over water sinks") { check_both({"#.#", "#s#", "#w#", "###"}, {"#.#", "#w#", "#s#", "###"}); }

TEST_CASE("oil rises through water") { check_both({"#.#", "#w#", "#o#", "###"}, {"#.#", "#o#", "#w#", "###"}); }

TEST_CASE("water over oil over sand sorts itself by weight") {
  check_steps({"#.#", "#s#", "#w#", "#o#", "###"}, 10, Bias::left, {"#.#", "#o#", "#w#", "#s#", "###"});
}

TEST_CASE("what is under a wall sticks to the ceiling") { check_both({"#", "s", "."}, {"#", "s", "."}); }

TEST_CASE("what is under something denser does not fall away below it") {
  check_both({"s", "w", "."}, {"w", "s", "."});
}

TEST_CASE("sand rolls off a heap to the side of the bias") {
  check_step({".s.", ".s."}, Bias::right, {"...", ".ss"});
  check_step({".s.", ".s."}, Bias::left, {"...", "ss."});
}

TEST_CASE("nothing rolls out of the world") {
  check_step({"s..", "s.."}, Bias::left, {"s..", "s.."});
  check_step({"..s", "..s"}, Bias::right, {"..s", "..s"});
}

TEST_CASE("a wall beside a grain keeps it from rolling") { check_step({"s#.", "s.."}, Bias::right, {"s#.", "s.."}); }

TEST_CASE("a wall below and aside keeps a grain from rolling") {
  check_step({"s..", "s#."}, Bias::right, {"s..", "s#."});
}

TEST_CASE("sand waits while the water below it flows aside") {
  check_step({"s..", "w..", "#.."}, Bias::right, {"s..", "...", "#w."});
}

TEST_CASE("a wall neither falls nor rolls") {
  check_both({".#.", "...", "..."}, {".#.", "...", "..."});
  check_both({".#.", ".#."}, {".#.", ".#."});
}

TEST_CASE("equal densities never interact, whatever their rules say") {
  const Ruleset twins = ruleset_of(R"(
cell air  0 0 0   0.1
cell sand 9 9 9   0.9
cell water 0 0 9  0.9
rule sand air air sand
rule water air air water
rule sand water air air
)");
  check_both({"s", "w"}, {"s", "w"}, twins);
  check_both({"w", "s"}, {"w", "s"}, twins);
}

TEST_CASE("a reaction gives each partner its own result") {
  const Ruleset dissolving = ruleset_of(R"(
cell air   0 0 0 0.1
cell sand  9 9 9 0.9
cell water 0 0 9 0.5
cell oil   9 0 9 0.3
rule sand air air sand
rule water air air water
rule oil air air oil
rule sand water oil water
rule sand oil oil sand
rule water oil oil water
)");
  check_both({".", "s", "w"}, {".", "o", "w"}, dissolving);
}

TEST_CASE("of two rules for a pair the later one counts, whichever way round it is written") {
  const Ruleset overwritten = ruleset_of(R"(
cell air  0 0 0 0.1
cell sand 9 9 9 0.9
rule sand air air sand
rule air sand sand sand
)");
  check_both({"s", ".", "."}, {"s", "s", "."}, overwritten);
}

TEST_CASE("water on the floor with sand on top and nothing to its left becomes two sands") {
  check_step({"..s.", "..w."}, Bias::left, {"..s.", "..s."});  // a known fault of the original, kept
}

TEST_CASE("an undefined rule leaves a weightless nothing behind") {
  const Ruleset undefined = ruleset_of("cell air 0 0 0 0.3\ncell sand 9 9 9 0.9\n");
  const Registry registry = make_registry();
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    const SolverEntry& entry = *registry.solver("density", backend);
    const auto solver = make_solver(entry, undefined, world_from({"s", ".", "."}, kLegend));
    CHECK(solver->state_planes() == PlaneSet{Plane::cells, Plane::density});
    solver->step(steps(0, 1));
    const World world = world_of(*solver);
    CHECK(rows_of(world, kLegend) == Rows{".", ".", "."});
    const auto density = world.bytes(Plane::density);
    CHECK((density[0] == 0 && density[1] == 0 && density[2] == 76));
  }
}

TEST_CASE("an undefined rule destroys a wall") {
  const Ruleset undefined = ruleset_of("cell air 0 0 0 0\ncell sand 9 9 9 0.9\ncell water 0 0 0 1\n");
  check_both({"w", ".", "."}, {".", ".", "."}, undefined);
}

TEST_CASE("a mirrored world with mirrored bias gives the mirrored result") {
  const World start = random_world(61, 47, 5, 11);
  World mirrored = start;
  const auto mirror = [](World& world) {
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; 2 * x < world.width(); ++x) std::swap(world.cell(x, y), world.cell(world.width() - 1 - x, y));
    }
  };
  mirror(mirrored);
  const Registry registry = make_registry();
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    const SolverEntry& entry = *registry.solver("density", backend);
    const auto left = make_solver(entry, reacting_ruleset(), start);
    const auto right = make_solver(entry, reacting_ruleset(), mirrored);
    left->step(steps(0, 100, Bias::left));
    right->step(steps(0, 100, Bias::right));
    World result = world_of(*right);
    mirror(result);
    CHECK(result == world_of(*left));
  }
}

}  // namespace repose::test::density_rules_test
