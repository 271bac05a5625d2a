// What an automaton says about the elements and pairs of a config: read by pages about configs.
#include <algorithm>

#include "automata/automaton_support.hpp"
#include "repose/registry.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::rule_facts_test {

namespace {

const std::string kElements =
    "cell air 0 0 0 0.3\ncell sand 9 9 9 0.7\ncell water 1 1 1 0.5\ncell tar 2 2 2 0.6\ncell steam 3 3 3 0.1\n"
    "cell stone 4 4 4 0.8\ncell wall 5 5 5 1\nset moving sand water tar steam\nswap moving air\nswap moving moving\n"
    "powder sand\nliquid water\nliquid tar\nviscosity tar 0.1\nautomaton conserving\n";

RuleFacts facts_of(const std::string& lines) {
  return find_automaton("conserving")->rule_facts(ruleset_of(kElements + lines)).value();
}

// Null when the two do nothing. Precondition: a < b.
const PairFact* pair_of(const RuleFacts& facts, std::uint8_t a, std::uint8_t b) {
  const auto found = std::ranges::find_if(facts.pairs, [&](const PairFact& p) { return p.a == a && p.b == b; });
  return found == facts.pairs.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("the kind of an element follows from its density, its swaps and the words about it") {
  using enum MatterKind;
  CHECK(facts_of("").kinds == std::vector<MatterKind>{gas, powder, liquid, thick_liquid, gas, solid, wall});
}

TEST_CASE("facts about pairs are ordered, and leave out pairs that do nothing") {
  const RuleFacts facts = facts_of("rule stone water stone steam 0\n");
  CHECK(std::ranges::is_sorted(facts.pairs, {}, [](const PairFact& p) { return 256 * p.a + p.b; }));
  CHECK(pair_of(facts, 1, 2)->swaps);
  CHECK(pair_of(facts, 2, 5) == nullptr);
  CHECK(pair_of(facts, 1, 6) == nullptr);
}

TEST_CASE("a reaction says what both become, how likely it is, and whether the denser one must be above") {
  const RuleFacts facts = facts_of("when stone touches water becomes sand steam 0.25\nrule sand tar tar tar 0.5\n");
  const PairFact& anywhere = *pair_of(facts, 2, 5);
  CHECK((!anywhere.swaps && anywhere.a_into == 4 && anywhere.b_into == 1));
  CHECK((anywhere.probability == 0.25 && !anywhere.needs_weight));
  const PairFact& from_above = *pair_of(facts, 1, 3);
  CHECK((from_above.a_into == 3 && from_above.b_into == 3 && from_above.probability == 0.5));
  CHECK(from_above.needs_weight);
}

TEST_CASE("there are no facts about rules that the automaton cannot run") {
  CHECK_FALSE(find_automaton("conserving")->rule_facts(ruleset_of("element A 0 0 0 0 1 0 0 1\n")).has_value());
  CHECK(find_automaton("density")->rule_facts == nullptr);
}

}  // namespace repose::test::rule_facts_test
