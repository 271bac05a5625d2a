// The default config, on which the app opens, and the change to automata for which it was not written.
#include <algorithm>
#include <iterator>
#include <sstream>

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

struct SparseWorld : TestSession {
  SparseWorld() : TestSession(share_rules(read_config(kSparse, "sparse.cfg").ruleset.value())) {
    done(command::LoadScene{"mixed", 40, 30, {}});
  }
  std::string choose(const char* automaton) {
    return done(command::SwitchSolver{automaton, Backend::cpu, true}).message;
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

TEST_CASE("no element of the default config shows two words glued together") {
  // All that is one word in English. Add a new name here only if it is.
  const std::string words =
      " air sand dirt gravel clay salt snow ice ash glass metal rust stone brick wall water saltwater oil acid lava "
      "honey "
      "slime mercury nitrogen mud steam smoke methane oxygen toxic fire spark ember coal gunpowder sawdust wax fuse "
      "firework bomb thermite wood plant seed sapling grass flower vine moss fungus algae mite worm fish cloner drain "
      "cloud torch fan battery wire switch lamp flame weak fizz charred glowing leaf burning end molten shoot treetop "
      "young "
      "limb branch twig bud new tip sprout stem bloom blade tendril kelp mossy charge resting on turning off charged "
      "dim "
      "lit flash pop blast cinder rocket star gold ruby azure glitter blue rubble shards right down left vent "
      "flag pennant ant anthill bird laden fed brood fin salt body wing dust fresh ";
  const LoadedRules rules = default_rules();
  for (const Element& element : rules.ruleset->elements) {
    std::istringstream name(shown_name(element));
    for (std::string word; name >> word;) {
      while (!word.empty() && (word.front() == '(' || word.back() == ')'))
        word.front() == '(' ? word.erase(0, 1) : word.erase(word.size() - 1);
      CAPTURE(element.name, word);
      CHECK(words.find(" " + word + " ") != words.npos);
    }
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
  const std::int64_t sand = count("sand"), water = count("water");
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

TEST_CASE_METHOD(SparseWorld,
                 "automata bring rules of their own where they cannot run these, and the first ones come back") {
  const std::uint64_t hash = session.hash();
  const std::pair<const char*, const char*> visits[] = {{"elements", "elements-world.txt"},
                                                        {"density", "density-world.cfg"},
                                                        {"conserving", "sparse.cfg"},
                                                        {"sandpile", "sandpile.cfg"},
                                                        {"density", "density-world.cfg"},
                                                        {"conserving", "sparse.cfg"},
                                                        {"tiles", "sparse.cfg"},
                                                        {"density", "density-world.cfg"},
                                                        {"conserving", "sparse.cfg"}};
  for (const auto& [automaton, title] : visits) {
    choose(automaton);
    INFO(automaton);
    CHECK(session.ruleset().title == title);
    if (session.automaton() == "conserving") CHECK(session.hash() == hash);
  }
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

TEST_CASE("the valley carried over to elements stays a valley: its stone stands, its lake stays water") {
  TestSession t(default_rules());
  t.done(command::LoadScene{"valley", 200, 140, 1});
  const auto cells_of = [&](const char* name) {
    const World world = t.session.download();
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < world.cells().size(); ++i) {
      if (world.cells()[i] == *t.session.ruleset().find(name)) places.push_back(i);
    }
    return places;
  };
  const auto stone = cells_of("stone"), water = cells_of("water");
  REQUIRE((stone.size() > 1000 && water.size() > 200));
  t.done(command::SwitchSolver{"elements", Backend::cpu, true});
  REQUIRE(t.session.ruleset().title == "elements-world.txt");
  t.done(command::Step{150});  // five seconds
  const auto stone_after = cells_of("stone"), water_after = cells_of("water");
  std::vector<std::size_t> stands;
  std::ranges::set_intersection(stone, stone_after, std::back_inserter(stands));
  CHECK(stands.size() > stone.size() * 95 / 100);
  CHECK(water_after.size() > water.size() * 7 / 10);
}

}  // namespace repose::test
