#include "repose/registry.hpp"

#include <set>

#include "support.hpp"

using namespace repose;

TEST_CASE("every automaton has a scalar, a cpu and a gpu entry, and says why one cannot run") {
  const Registry registry = make_registry();
  REQUIRE_FALSE(registry.automata().empty());
  for (const AutomatonDefinition& automaton : registry.automata()) {
    INFO(automaton.name);
    CHECK_FALSE(automaton.summary.empty());
    CHECK(automaton.steps_per_second > 0);
    for (Backend backend : kBackends) {
      const SolverEntry* entry = registry.solver(automaton.name, backend);
      REQUIRE(entry != nullptr);
      CHECK(entry->available() == (entry->create != nullptr));
    }
    CHECK(registry.solver(automaton.name, Backend::scalar)->available());
    CHECK(registry.solver(automaton.name, Backend::cpu)->available());
  }
}

TEST_CASE("no solver is listed twice, and a later entry replaces an earlier one") {
  Registry registry = make_registry();
  std::set<std::pair<std::string_view, Backend>> seen;
  for (const SolverEntry& entry : registry.solvers()) CHECK(seen.insert({entry.automaton, entry.backend}).second);

  const std::size_t count = registry.solvers().size();
  registry.add({"density", Backend::gpu, "for a test", nullptr});
  CHECK(registry.solvers().size() == count);
  CHECK(registry.solver("density", Backend::gpu)->unavailable == "for a test");
}

TEST_CASE("what is not in the registry is not found") {
  const Registry registry = make_registry();
  CHECK(registry.automaton("densty") == nullptr);
  CHECK(registry.solver("densty", Backend::cpu) == nullptr);
}

TEST_CASE("if nothing rises, what is lighter than the background is named") {
  const Registry registry = make_registry();
  const Ruleset rules =
      read_config("cell air 0 0 0 0.5\ncell smoke 9 9 9 0.2\ncell sand 9 9 0 0.9\nautomaton tiles\n", "")
          .ruleset.value();
  for (const char* name : {"fastsab", "tiles"}) {
    const auto remark = registry.automaton(name)->remark;
    REQUIRE(remark != nullptr);
    CHECK(remark(rules) == "Nothing rises here: what is lighter than the background stays where it is (smoke).");
  }
  CHECK(registry.automaton("density")->remark(rules).empty());
}

TEST_CASE("the words that only conserving uses are named by the other automata") {
  const Registry registry = make_registry();
  const std::string text = "cell air 0 0 0 0.5\ncell water 9 9 9 0.9\ncell tap 9 9 0 1\nrule air water water air\n";
  const Ruleset rules =
      read_config(text + "when tap touches water becomes tap air\nburst tap 3 air\n", "").ruleset.value();
  for (const char* name : {"density", "elements", "fastsab", "tiles", "water"}) {
    INFO(name);
    CHECK(registry.automaton(name)->remark(rules) == "Only conserving uses these words of the config: when, burst.");
  }
  CHECK(registry.automaton("density")->remark(read_config(text + "clone tap\n", "").ruleset.value()) ==
        "Only conserving uses these words of the config: clone.");
}
