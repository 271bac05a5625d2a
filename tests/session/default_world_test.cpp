// The default config, on which the app opens, and the change to automata for which it was not written.
#include <algorithm>
#include <iterator>

#include "repose/registry.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

// A world for conserving in which most pairs have no rule, as in the default config.
constexpr const char* kSparse = R"(automaton conserving
cell air 0 0 0 0.3
cell sand 226 190 120 0.65
cell water 52 112 190 0.5
cell jelly 90 10 90 0.45
rule sand air air sand
rule water air air water
rule jelly air air jelly
when water touches jelly becomes jelly jelly 0.5
parameter flow 4
)";

struct SparseWorld {
  Registry registry = make_registry();
  Session session{registry, share_rules(read_config(kSparse, "sparse.cfg").ruleset.value()), {.threads = 2}};

  SparseWorld() { done(command::LoadScene{"mixed", 40, 30, {}}); }

  std::string done(const Command& command) {
    const CommandResult result = session.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
    return result.message;
  }

  std::string choose(const char* automaton) { return done(command::SwitchSolver{automaton, Backend::cpu, true}); }

  std::ptrdiff_t count(std::string_view name) const {
    const World world = session.download();
    return std::ranges::count(world.cells(), *session.ruleset().find(name));
  }
};

}  // namespace

TEST_CASE("the default config is for conserving and has the elements that scenes and scripts rely on") {
  const LoadedRules rules = default_rules();
  CHECK_FALSE(has_errors(*rules.diagnostics));
  CHECK(rules.ruleset->title == "default.cfg");
  CHECK(rules.ruleset->automaton == "conserving");
  CHECK(rules.ruleset->elements.front().name == "air");
  for (const char* name : {"sand", "water", "acid", "oil", "wall", "stone", "wood", "plant", "fire", "smoke", "lava",
                           "ice", "glass", "gunpowder"}) {
    INFO(name);
    CHECK(rules.ruleset->find(name));
  }
}

TEST_CASE_METHOD(SparseWorld, "a new session runs its rules in the automaton that they name, with their parameters") {
  CHECK(session.automaton() == "conserving");
  CHECK(session.solver().parameter("flow") == 4);
  const Session elsewhere(registry, density_world(), {});
  CHECK(elsewhere.automaton() == "density");
}

TEST_CASE_METHOD(SparseWorld,
                 "density brings rules of its own for a world of conserving, and gives the old ones back") {
  const std::uint64_t hash = session.hash();
  const std::ptrdiff_t sand = count("sand"), water = count("water");
  const std::string there = choose("density");
  CHECK(there.find("density now runs density-world.cfg on cpu, because sparse.cfg is written for conserving; ") == 0);
  CHECK(there.find("cells of elements it lacks became background: jelly") != std::string::npos);
  CHECK(session.automaton() == "density");
  CHECK(count("sand") == sand);
  CHECK(count("water") == water);
  CHECK(choose("conserving") == "conserving runs sparse.cfg again.");
  CHECK(session.hash() == hash);
  CHECK(session.solver().parameter("flow") == 4);
}

TEST_CASE_METHOD(SparseWorld, "what happened in density is carried back by name") {
  choose("density");
  done(command::Clear{});
  done(command::Paint{RectEdit{{2, 3}, {5, 4}, *session.ruleset().find("sand"), {}}});
  choose("conserving");
  CHECK(session.ruleset().title == "sparse.cfg");
  CHECK(count("sand") == 8);
}

TEST_CASE_METHOD(SparseWorld, "Reset returns to the whole first world after a visit to density") {
  const World start = session.download();
  done(command::Step{3});
  choose("density");
  done(command::Step{3});
  choose("conserving");
  done(command::Reset{});
  CHECK(std::ranges::equal(session.download().cells(), start.cells()));
  choose("density");
  done(command::LoadScene{"mixed", 20, 10, {}});
  choose("conserving");
  done(command::Reset{});
  CHECK(session.width() == 20);  // density has got another first world meanwhile
}

TEST_CASE_METHOD(SparseWorld, "the rules come back in the automaton that they name, whatever ran before density") {
  choose("tiles");
  CHECK(session.ruleset().title == "sparse.cfg");
  CHECK(choose("density").find("sparse.cfg is written for conserving") != std::string::npos);
  choose("conserving");
  CHECK(session.ruleset().title == "sparse.cfg");
}

TEST_CASE_METHOD(SparseWorld, "elements brings rules of its own, density its own after it; the first ones come back") {
  const std::uint64_t hash = session.hash();
  choose("elements");
  CHECK(session.ruleset().title == "elements-world.txt");
  choose("density");
  CHECK(session.ruleset().title == "density-world.cfg");
  choose("conserving");
  CHECK(session.ruleset().title == "sparse.cfg");
  CHECK(session.hash() == hash);  // nothing had happened in between
}

TEST_CASE_METHOD(SparseWorld, "another backend of density, and a switch without its config, leave the rules alone") {
  done(command::SwitchSolver{"density", Backend::cpu});
  CHECK(session.ruleset().title == "sparse.cfg");
  done(command::SwitchSolver{"density", Backend::scalar, true});
  CHECK(session.ruleset().title == "sparse.cfg");
}

TEST_CASE_METHOD(SparseWorld, "density keeps rules that name density, elements, an unknown automaton or none") {
  for (const std::string line : {"automaton density\n", "automaton elements\n", "automaton alchemy\n", ""}) {
    INFO(line);
    done(command::LoadConfigText{line + kSmallRules, "small.cfg", command::KeepWorld::clear});
    choose("conserving");
    choose("density");
    CHECK(session.ruleset().title == "small.cfg");
  }
}

TEST_CASE_METHOD(SparseWorld, "a scene of the rules that density has brought keeps them in conserving") {
  choose("density");
  done(command::LoadScene{"falls", 64, 40, 1});
  choose("conserving");
  CHECK(session.ruleset().title == "density-world.cfg");
}

TEST_CASE_METHOD(SparseWorld, "the world that density has changed can be undone") {
  session.keep_history(HistoryLimits{});
  const std::uint64_t hash = session.hash();
  choose("density");
  done(command::Step{5});
  done(command::Undo{});
  CHECK(session.automaton() == "conserving");
  CHECK(session.ruleset().title == "sparse.cfg");
  CHECK(session.hash() == hash);
  done(command::Redo{});
  CHECK(session.ruleset().title == "density-world.cfg");
  choose("conserving");
  CHECK(session.ruleset().title == "sparse.cfg");
}

TEST_CASE_METHOD(SparseWorld, "heights between the two lose neither rules nor world") {
  const std::uint64_t hash = session.hash();
  choose("sandpile");
  choose("density");
  CHECK(session.ruleset().title == "density-world.cfg");
  choose("conserving");
  CHECK(session.ruleset().title == "sparse.cfg");
  CHECK(session.hash() == hash);
}

TEST_CASE("the valley carried over to elements stays a valley: its stone stands, its lake stays water") {
  const Registry registry = make_registry();
  Session session{registry, default_rules(), {.threads = 2}};
  REQUIRE(session.execute(command::LoadScene{"valley", 200, 140, 1}).ok);
  const auto cells_of = [&](const char* name) {
    const World world = session.download();
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < world.cells().size(); ++i) {
      if (world.cells()[i] == *session.ruleset().find(name)) places.push_back(i);
    }
    return places;
  };
  const auto stone = cells_of("stone"), water = cells_of("water");
  REQUIRE((stone.size() > 1000 && water.size() > 200));
  REQUIRE(session.execute(command::SwitchSolver{"elements", Backend::cpu, true}).ok);
  REQUIRE(session.ruleset().title == "elements-world.txt");
  REQUIRE(session.execute(command::Step{150}).ok);  // five seconds
  const auto stone_after = cells_of("stone"), water_after = cells_of("water");
  std::vector<std::size_t> stands;
  std::ranges::set_intersection(stone, stone_after, std::back_inserter(stands));
  CHECK(stands.size() > stone.size() * 95 / 100);
  CHECK(water_after.size() > water.size() * 7 / 10);
}

}  // namespace repose::test
