// What docs/automata.md says about pushing, in the automata that can be pushed.
#include "automata/automaton_support.hpp"
#include "core/edited_cells.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::push_solvers_test {

namespace {

PushEdit blow_right(std::uint32_t pass = 0) {
  PushEdit edit;
  edit.everywhere = true;
  edit.dx = 1;
  edit.pass = pass;
  return edit;
}

std::unique_ptr<Solver> start(const char* automaton, Backend backend, const Ruleset& rules, const World& world) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver(automaton, backend), rules, world);
}

constexpr std::string_view kElements =
    "//subversion 4.4\nelement Empty 0 0 0 0 1 0 0 1\nelement stone 1 1 1 0 0 1 0 1\nelement gas 2 2 2 -1 0 0 0 1\n"
    "element water 3 3 3 .7 1 .5 0 1\nelement sand 4 4 4 .9 .1 .9 0 1\n";

}  // namespace

TEST_CASE(
    "pushing: in wxSand what has gravity is loose: a gas if it rises, a liquid if it slips easily, else a powder") {
  const LooseTable table = loose_table(ruleset_of(kElements));
  CHECK(table[0] == Looseness::background);
  CHECK(table[1] == Looseness::fixed);
  CHECK(table[2] == Looseness::gas);
  CHECK(table[3] == Looseness::liquid);
  CHECK(table[4] == Looseness::powder);
}

TEST_CASE("pushing: in elements nothing is pushed into or out of the border, in the other automata to the edge") {
  World world(6, 3);
  world.cell(4, 1) = 2;
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("elements", backend, ruleset_of(kElements), world);
    for (std::uint32_t pass = 0; pass < 4; ++pass) solver->apply(blow_right(pass));
    CHECK(world_of(*solver).cell(4, 1) == 2);
    for (const char* automaton : {"density", "conserving"}) {
      const auto other = start(automaton, backend,
                               ruleset_of("cell air 0 0 0 .3\ncell a 1 1 1 .9\ncell smoke 2 2 2 .1\n"
                                          "rule air smoke smoke air\n"),
                               world);
      for (std::uint32_t pass = 0; pass < 4; ++pass) other->apply(blow_right(pass));
      CHECK(world_of(*other).cell(5, 1) == 2);
    }
  }
}

TEST_CASE("pushing: all planes of the two cells swap: density, energy and velocity") {
  World world(6, 3);
  world.add(Plane::energy);
  world.add(Plane::velocity);
  world.cell(2, 1) = 2;
  world.bytes(Plane::energy)[world.index(2, 1)] = 77;
  world.bytes(Plane::velocity)[2 * world.index(2, 1) + 1] = 9;
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start("elements", backend, ruleset_of(kElements), world);
    solver->apply(blow_right());
    const World now = world_of(*solver);
    CHECK(now.cell(3, 1) == 2);
    CHECK((now.bytes(Plane::energy)[now.index(3, 1)] == 77 && now.bytes(Plane::energy)[now.index(2, 1)] == 0));
    CHECK(now.bytes(Plane::velocity)[2 * now.index(3, 1) + 1] == 9);
    CHECK(now.bytes(Plane::velocity)[2 * now.index(2, 1) + 1] == 0);
    // In density a cell that has vanished keeps density 0 when smoke is pushed through it.
    const Ruleset vanishing = ruleset_of(
        "cell air 0 0 0 0.3\ncell sand 1 1 1 0.9\ncell smoke 2 2 2 0.1\n"
        "rule air smoke smoke air\n");
    World gap(6, 1);
    gap.add(Plane::density);
    for (std::size_t i = 0; i < 6; ++i) gap.bytes(Plane::density)[i] = 76;
    gap.cell(2, 0) = 2;
    gap.bytes(Plane::density)[2] = 26;
    gap.bytes(Plane::density)[3] = 0;
    const auto density = start("density", backend, vanishing, gap);
    density->apply(blow_right());
    const World pushed = world_of(*density);
    CHECK(pushed.cell(3, 0) == 2);
    CHECK((pushed.bytes(Plane::density)[2] == 0 && pushed.bytes(Plane::density)[3] == 26));
  }
}

TEST_CASE("pushing: sleeping chunks wake as after painting") {
  for (const char* automaton : {"density", "conserving"}) {
    const Ruleset& rules = swapping_ruleset();
    World world(320, 200);
    for (int y = 150; y < 200; ++y) {
      for (int x = 0; x < 320; ++x) world.cell(x, y) = sand;
    }
    const auto solver = start(automaton, Backend::cpu, rules, world);
    solver->step(steps(0, 60));
    REQUIRE(solver->stats().active_cells == 0);
    PushEdit shake;
    shake.from = shake.to = {160, 150};
    shake.size = 9;
    for (shake.pass = 0; shake.pass < 4; ++shake.pass) solver->apply(shake);
    CHECK(solver->stats().active_cells == 0);  // sand changes places with sand: nothing has changed
    shake.dy = -1;
    for (shake.pass = 4; shake.pass < 12; ++shake.pass) solver->apply(shake);
    CHECK(solver->stats().active_cells > 0);
    CHECK(solver->stats().active_cells < solver->stats().cell_count / 2);
  }
}

TEST_CASE("pushing: the draw of a pair is a function of the seed of the edit, the number of the pass and the place") {
  const auto pushed = [](std::uint32_t seed, std::uint32_t pass, std::uint64_t elsewhere) {
    World world = random_world(80, 60, 3, elsewhere);
    for (int y = 20; y < 40; ++y) {
      for (int x = 20; x < 60; ++x) world.cell(x, y) = x % 2 == 0 ? sand : air;
    }
    const auto solver = start("density", Backend::scalar, swapping_ruleset(), world);
    PushEdit edit = blow_right(2 * pass);
    edit.seed = seed;
    solver->apply(edit);
    const World now = world_of(*solver);
    std::vector<std::uint8_t> middle;
    for (int y = 20; y < 40; ++y) {
      for (int x = 20; x < 60; ++x) middle.push_back(now.cell(x, y));
    }
    return middle;
  };
  CHECK(pushed(1, 0, 5) == pushed(1, 0, 6));  // whatever is elsewhere
  CHECK(pushed(1, 0, 5) != pushed(2, 0, 5));
  CHECK(pushed(1, 0, 5) != pushed(1, 1, 5));
}

}  // namespace repose::test::push_solvers_test
