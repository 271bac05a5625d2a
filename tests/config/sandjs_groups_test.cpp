// Words that are about several elements at once: swap, set, groups of groups, and words about one element or a group.
#include <algorithm>
#include <optional>

#include "repose/rule_lint.hpp"
#include "support.hpp"

namespace repose::groups_test {
namespace {

using Messages = std::vector<std::string>;

enum : std::uint8_t { kAir, kSand, kSalt, kWater, kOil, kGas, kWall };

const std::string kMatter =
    "cell air 12 12 16 0.3\n"
    "cell sand 222 190 60 0.7\n"
    "cell salt 240 240 240 0.6\n"
    "cell water 40 110 210 0.5\n"
    "cell oil 90 70 20 0.4\n"
    "cell gas 90 90 99 0.1\n"
    "cell wall 90 90 90 1\n"
    "automaton conserving\n"
    "group grains sand salt\n"
    "group wet water oil\n";  // ten lines

ConfigResult read_matter(const std::string& lines) {
  ConfigResult result = read_config(kMatter + lines, "f");
  REQUIRE(result.ruleset);
  return result;
}

Messages messages_about(const std::string& lines) {
  Messages messages;
  for (const Diagnostic& d : read_matter(lines).diagnostics) messages.push_back(format(d));
  return messages;
}

// The rules of a text without mistakes.
Ruleset rules_of(const std::string& lines) {
  const ConfigResult result = read_matter(lines);
  for (const Diagnostic& d : result.diagnostics) FAIL_CHECK(format(d));
  return *result.ruleset;
}

// The last reaction of a pair, which is the one that counts.
const Reaction* reaction(const Ruleset& rules, std::uint8_t a, std::uint8_t b) {
  const auto about = [&](const Reaction& r) { return (r.a == a && r.b == b) || (r.a == b && r.b == a); };
  const auto last = std::ranges::find_if(rules.reactions.rbegin(), rules.reactions.rend(), about);
  return last == rules.reactions.rend() ? nullptr : &*last;
}

bool swaps(const Ruleset& rules, std::uint8_t a, std::uint8_t b) {
  const Reaction* const found = reaction(rules, a, b);
  return found != nullptr && found->is_swap() && !found->anywhere && found->probability == 1;
}

const Group& group(const Ruleset& rules, std::string_view name) {
  const auto found = std::ranges::find(rules.groups, name, &Group::name);
  REQUIRE(found != rules.groups.end());
  return *found;
}

using Members = std::vector<std::uint8_t>;

}  // namespace

// ---- swap ----

TEST_CASE("swap of two elements is the rule that swaps them") {
  const Ruleset rules = rules_of("swap sand water # sinks\n");
  REQUIRE(rules.reactions.size() == 1);
  const Reaction& r = rules.reactions[0];
  CHECK((r.a == kSand && r.b == kWater && r.c == kWater && r.d == kSand));
  CHECK((!r.anywhere && r.probability == 1 && r.line == 11));
}

TEST_CASE("swap of groups is a rule for every pair of different elements, and counts as one rule") {
  const Ruleset rules = rules_of("swap grains wet\nswap wet wet\n");
  for (const std::uint8_t grain : {kSand, kSalt}) CHECK((swaps(rules, grain, kWater) && swaps(rules, grain, kOil)));
  CHECK(swaps(rules, kWater, kOil));
  CHECK(reaction(rules, kSand, kSalt) == nullptr);
  CHECK(rules.reactions.size() == 5);
  CHECK(rules.rule_count() == 2);
}

TEST_CASE("in a swap all means every element but the background, and the background must be named") {
  const Ruleset rules = rules_of("swap gas all\n");
  for (const std::uint8_t other : {kSand, kSalt, kWater, kOil, kWall}) CHECK(swaps(rules, kGas, other));
  CHECK(reaction(rules, kGas, kAir) == nullptr);
  CHECK(swaps(rules_of("swap grains air\n"), kSand, kAir));
}

TEST_CASE("elements go before groups, and groups before all, among swap and when lines together") {
  const std::string one = "when sand touches water becomes wall wall\n", groups = "swap grains wet\n",
                    all = "when all touches all becomes air air\n";
  for (const std::string& lines : {one + groups + all, all + groups + one, groups + all + one}) {
    const Ruleset rules = rules_of(lines);
    CHECK(reaction(rules, kSand, kWater)->c == kWall);
    CHECK(swaps(rules, kSalt, kWater));
    CHECK(reaction(rules, kGas, kWall)->c == kAir);
  }
  CHECK(reaction(rules_of("swap grains wet\nrule sand water sand water\n"), kSand, kWater)->c == kSand);
  CHECK(reaction(rules_of("rule sand water sand water\nswap grains wet\n"), kSand, kWater)->c == kSand);
}

TEST_CASE("of equally precise lines the later one counts, swap or when") {
  const std::string swap = "swap sand wet\n", when = "when water touches grains becomes wall wall\n";
  CHECK(reaction(rules_of(swap + when), kSand, kWater)->c == kWall);
  CHECK(swaps(rules_of(when + swap), kSand, kWater));
}

TEST_CASE("of a swap and a when line with the same two sides the later one counts") {
  const std::string when = "when grains touches wet becomes wall wall\n", swap = "swap wet grains\n";
  CHECK(swaps(*read_matter(when + swap).ruleset, kSand, kOil));
  CHECK(reaction(*read_matter(swap + when).ruleset, kSand, kOil)->c == kWall);
}

TEST_CASE("what swaps with the background moves, so that liquids and powders are guessed and clones pour them") {
  const Ruleset rules = rules_of("set loose grains wet\nswap air loose\n");
  CHECK((rules.elements[kSand].powder && rules.elements[kSand].powder_guessed));
  CHECK((rules.elements[kSalt].powder && rules.elements[kWater].liquid && rules.elements[kOil].liquid));
  CHECK_FALSE((rules.elements[kGas].liquid || rules.elements[kWall].liquid));
  const Ruleset with_tap = rules_of("swap air grains\nswap air water\nclone wall\n");
  CHECK(with_tap.elements.size() == 7 + 3);  // sand, salt and water, not the oil, which stays where it is
  CHECK(lint_rules(with_tap).empty());
}

TEST_CASE("a swap is a rule for the automata that need one for every pair") {
  const std::string cells = "cell air 1 1 1 0.5\ncell sand 2 2 2 0.9\ncell water 3 3 3 0.8\n";
  CHECK(read_config(cells + "group g sand water\nswap air g\nswap g g\n", "f").diagnostics.empty());
  CHECK(read_config(cells + "swap air all\n", "f").diagnostics.size() == 1);  // sand and water
}

TEST_CASE("thousands of swap lines are read without delay") {
  std::string text;
  for (int i = 0; i < 250; ++i) text += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
  for (int i = 0; i < 50'000; ++i) text += "swap all e" + std::to_string(i % 250) + "\n";
  for (int i = 0; i < 50'000; ++i) text += "swap all all\n";
  CHECK(read_config(text, "f").ruleset->reactions.size() == 249 + 249 * 248 / 2);
}

// ---- group and set ----

TEST_CASE("a set is a group without a tab") {
  const Ruleset rules = rules_of("set light oil gas\nset light air\n");
  CHECK(group(rules, "light").hidden);
  CHECK(group(rules, "light").members == Members{kOil, kGas, kAir});
  CHECK_FALSE(group(rules, "wet").hidden);
  CHECK(group(rules, "Misc").members == Members{kAir, kGas, kWall});  // a set takes nothing out of Misc
  const Ruleset only_sets = *read_config("cell a 1 1 1 0.5\ncell b 1 1 1 0.6\nset s a b\n", "f").ruleset;
  CHECK(only_sets.groups.size() == 1);  // no Misc without tabs
}

TEST_CASE("members may be groups and sets that are defined above; each element is a member once") {
  const Ruleset rules = rules_of("set loose grains wet sand\ngroup most loose gas loose\n");
  CHECK(group(rules, "loose").members == Members{kSand, kSalt, kWater, kOil});
  CHECK(group(rules, "most").members == Members{kSand, kSalt, kWater, kOil, kGas});
  const Ruleset later = rules_of("set loose grains\ngroup grains gas\n");
  CHECK(group(later, "loose").members == Members{kSand, kSalt});  // what the group had then
}

TEST_CASE("the first line of a name decides whether it is a tab") {
  CHECK(group(rules_of("set s sand\ngroup s salt\n"), "s").hidden);
  CHECK_FALSE(group(rules_of("set grains gas\n"), "grains").hidden);
}

TEST_CASE("an element goes before a group of the same name") {
  const Ruleset rules = rules_of("group sand water oil\nset both sand gas\nglow sand 1\nswap sand gas\n");
  CHECK(group(rules, "both").members == Members{kSand, kGas});
  CHECK((rules.elements[kSand].glow == 1 && rules.elements[kWater].glow == 0));
  CHECK(rules.reactions.size() == 1);
}

// ---- words about one element or a group ----

TEST_CASE("nine words take the name of a group and then are about each member") {
  const Ruleset rules = rules_of(
      "liquid wet\npowder grains\nglow wet 0.5\nhidden wet\nairborne wet\nviscosity wet 0.25\nwander wet "
      "0.5\nresistance wet 0.75\n"
      "shimmer wet 0.125\nreact wet\n");
  for (const std::uint8_t i : {kWater, kOil}) {
    const Element& e = rules.elements[i];
    CHECK((e.liquid && !e.powder && e.hidden && e.airborne && e.reacts_anywhere && e.glow == 0.5f));
    CHECK((e.viscosity == 0.25 && e.wander == 0.5 && e.resistance == 0.75 && e.shimmer == 0.125f));
  }
  for (const std::uint8_t i : {kSand, kSalt}) {
    const Element& e = rules.elements[i];
    CHECK((e.powder && !e.powder_guessed && !e.liquid && !e.hidden && !e.airborne && e.wander == 0));
  }
  CHECK((rules.marks_liquids && rules.marks_powders));
}

TEST_CASE("a later line counts, about the element or about its group") {
  const Ruleset one_last = rules_of("wander wet 0.5\nwander oil 0.1\n");
  CHECK((one_last.elements[kWater].wander == 0.5 && one_last.elements[kOil].wander == 0.1));
  CHECK(rules_of("wander oil 0.1\nwander wet 0.5\n").elements[kOil].wander == 0.5);
  const Ruleset kinds = rules_of("powder grains\nliquid salt\n");
  CHECK((kinds.elements[kSand].powder && kinds.elements[kSalt].liquid && !kinds.elements[kSalt].powder));
}

TEST_CASE("a group that is defined below such a word is unknown there") {
  CHECK(messages_about("swap late air\nset late gas\n").empty());  // swap and when are read after all other lines
}

TEST_CASE("a mistake in the value of a group is one warning, and words about one element refuse groups") {
  for (const char* line : {"describe wet Flows.\n", "decay wet air 0.1\n", "burst wet 2 air\n", "clone wet\n",
                           "friction wet 2\n", "static wet\n"}) {
    INFO(line);
    const Messages messages = messages_about(line);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].find("unknown element 'wet'") != std::string::npos);
  }
}

}  // namespace repose::groups_test
