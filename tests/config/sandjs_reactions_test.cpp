// Our words for what elements do: when, burst and clone.
#include <algorithm>
#include <optional>

#include "repose/rule_lint.hpp"
#include "support.hpp"

namespace repose {
namespace {

enum : std::uint8_t { kAir, kSand, kWater, kAcid, kWood, kWall };

const std::string kMatter =
    "cell air 12 12 16 0.5\n"
    "cell sand 222 190 60 0.95\n"
    "cell water 40 110 210 0.8\n"
    "cell acid 90 210 40 0.7\n"
    "cell wood 90 60 30 0.9\n"
    "cell wall 90 90 90 1\n"
    "rule air sand sand air\n"
    "rule air water water air\n"
    "automaton conserving\n";

ConfigResult read_matter(const std::string& lines) {
  ConfigResult result = read_config(kMatter + lines, "f");
  REQUIRE(result.ruleset);
  return result;
}

// What counts for the pair: what the two become, in this order.
std::optional<std::pair<int, int>> outcome(const Ruleset& rules, std::uint8_t a, std::uint8_t b) {
  const auto about = [&](const Reaction& r) { return (r.a == a && r.b == b) || (r.a == b && r.b == a); };
  const auto last = std::ranges::find_if(rules.reactions.rbegin(), rules.reactions.rend(), about);
  if (last == rules.reactions.rend()) return std::nullopt;
  return last->a == a ? std::pair<int, int>{last->c, last->d} : std::pair<int, int>{last->d, last->c};
}

using Outcome = std::optional<std::pair<int, int>>;

Outcome becomes(const std::string& lines, std::uint8_t a, std::uint8_t b) {
  const ConfigResult result = read_matter(lines);
  for (const Diagnostic& d : result.diagnostics) FAIL_CHECK(format(d));
  return outcome(*result.ruleset, a, b);
}

}  // namespace

TEST_CASE("when makes a reaction of two elements in all directions") {
  const Ruleset rules = *read_matter("when acid touches wood becomes air acid 0.25 # bites\n").ruleset;
  REQUIRE(rules.reactions.size() == 3);
  const Reaction& r = rules.reactions[2];
  CHECK((r.a == kAcid && r.b == kWood && r.c == kAir && r.d == kAcid && r.anywhere && r.probability == 0.25));
  CHECK(r.line == 10);
  CHECK_FALSE(rules.reactions[0].anywhere);
}

TEST_CASE("all means every other element but the background") {
  const std::string lines = "when acid touches all becomes air wood\n";
  for (const std::uint8_t other : {kSand, kWater, kWood, kWall})
    CHECK(becomes(lines, kAcid, other) == Outcome{{kAir, kWood}});
  CHECK(becomes(lines, kAcid, kAir) == std::nullopt);
  CHECK(becomes(lines, kAcid, kAcid) == std::nullopt);
  CHECK(becomes(lines, kSand, kWood) == std::nullopt);
}

TEST_CASE("a group stands for its members, also for the background if it is one") {
  const std::string lines = "group soft wood sand air\nwhen acid touches soft becomes acid acid\n";
  CHECK(becomes(lines, kAcid, kWood) == Outcome{{kAcid, kAcid}});
  CHECK(becomes(lines, kAcid, kAir) == Outcome{{kAcid, kAcid}});
  CHECK(becomes(lines, kAcid, kWater) == std::nullopt);
}

TEST_CASE("a group or all among the products means that the cell stays what it is") {
  CHECK(becomes("when acid touches all becomes water all\n", kAcid, kWood) == Outcome{{kWater, kWood}});
  CHECK(becomes("when all touches acid becomes all water\n", kAcid, kWood) == Outcome{{kWater, kWood}});
  CHECK(becomes("group g wood sand\nwhen acid touches g becomes g acid\n", kAcid, kSand) == Outcome{{kSand, kAcid}});
  CHECK(becomes("group g wood sand\nwhen g touches g becomes g air\n", kSand, kWood) == Outcome{{kSand, kAir}});
}

TEST_CASE("an element goes before a group, and a group before all, in any order of lines") {
  const std::string one = "when acid touches wood becomes water water\n", some = "group g wood sand\n",
                    several = "when acid touches g becomes wall wall\n",
                    all = "when acid touches all becomes air air\n";
  for (const std::string& lines :
       {some + one + several + all, some + all + several + one, all + one + some + several}) {
    CHECK(becomes(lines, kAcid, kWood) == Outcome{{kWater, kWater}});
    CHECK(becomes(lines, kAcid, kSand) == Outcome{{kWall, kWall}});
    CHECK(becomes(lines, kAcid, kWater) == Outcome{{kAir, kAir}});
  }
}

TEST_CASE("a line with an element goes before two groups, and a group and all before all and all") {
  const std::string groups = "group g wood sand\ngroup h acid water\n";
  CHECK(becomes(groups + "when wood touches all becomes air air\nwhen g touches h becomes wall wall\n", kWood, kAcid) ==
        Outcome{{kAir, kAir}});
  CHECK(becomes(groups + "when g touches h becomes wall wall\nwhen g touches all becomes air air\n", kSand, kWater) ==
        Outcome{{kWall, kWall}});
  CHECK(becomes(groups + "when g touches all becomes air air\nwhen all touches all becomes all all\n", kSand, kWater) ==
        Outcome{{kAir, kAir}});
}

TEST_CASE("of equally precise lines the later one counts") {
  const std::string lines = "when acid touches all becomes air air\nwhen wood touches all becomes wall wall\n";
  CHECK(becomes(lines, kAcid, kWood) == Outcome{{kWall, kWall}});
  CHECK(becomes(lines, kWood, kAcid) == Outcome{{kWall, kWall}});
}

TEST_CASE("a rule is as precise as a line of two elements") {
  CHECK(becomes("when water touches all becomes acid acid\n", kWater, kAir) == Outcome{{kAir, kWater}});
  CHECK(becomes("when water touches air becomes acid acid\n", kWater, kAir) == Outcome{{kAcid, kAcid}});
  const std::string later = "when wood touches acid becomes air air\nrule wood acid wood acid\n";
  CHECK(outcome(*read_matter(later).ruleset, kWood, kAcid) == Outcome{{kWood, kAcid}});
}

TEST_CASE("a line about many pairs counts as one rule and has one note") {
  const Ruleset rules = *read_matter("when acid touches all becomes air air\n").ruleset;
  CHECK(rules.reactions.size() == 6);
  CHECK(rules.rule_count() == 3);
  const Diagnostics notes = lint_rules(rules);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].message == "destroys matter: acid and sand become air and air");
}

TEST_CASE("thousands of lines about all elements are read without delay") {
  std::string text;
  for (int i = 0; i < 250; ++i) text += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
  for (int i = 0; i < 50'000; ++i) text += "when all touches e" + std::to_string(i % 250) + " becomes all e0\n";
  for (int i = 0; i < 50'000; ++i) text += "when all touches all becomes all all\n";
  const ConfigResult result = read_config(text, "f");
  REQUIRE(result.ruleset);
  CHECK(result.ruleset->reactions.size() == 249 + 249 * 248 / 2);
}

// ---- burst ----

TEST_CASE("burst sets radius, product and chance; the last line for an element counts") {
  const Ruleset rules = *read_matter("burst acid 3 air\nburst wood 24 sand 0.5 # rarely\nburst acid 7 water\n").ruleset;
  REQUIRE(rules.bursts.size() == 2);
  CHECK((rules.bursts[0].element == kWood && rules.bursts[0].radius == 24 && rules.bursts[0].into == kSand));
  CHECK((rules.bursts[0].probability == 0.5 && rules.bursts[0].line == 11));
  CHECK((rules.bursts[1].element == kAcid && rules.bursts[1].radius == 7 && rules.bursts[1].probability == 1));
}

TEST_CASE("an element that only a burst makes exists") {
  const Ruleset rules = *read_matter("hidden wood\nburst acid 3 wood\n").ruleset;
  CHECK(
      std::ranges::none_of(lint_rules(rules), [](const Diagnostic& d) { return d.message.starts_with("wood never"); }));
}

// ---- clone ----

TEST_CASE("a clone gets an element for everything that it can pour, behind the elements of the file") {
  const Ruleset rules = *read_matter("clone wall\nresistance wall 0.5\n").ruleset;
  REQUIRE(rules.elements.size() == 8);  // sand and water fall; acid and wood have no rule with air
  CHECK(rules.elements[kWall].clone);
  const Element& pours = rules.elements[7];
  CHECK(pours.name == "wall:water");
  CHECK(pours.title == "wall (water)");
  CHECK((pours.hidden && pours.pours == kWater && !pours.clone && pours.resistance == 0.5));
  CHECK(pours.color == Color{65, 100, 150});
  CHECK(pours.density_byte == kWallDensity);
  CHECK(outcome(rules, kWall, kWater) == Outcome{{7, kWater}});
  CHECK(outcome(rules, 7, kAir) == Outcome{{7, kWater}});
  CHECK(outcome(rules, 7, kSand) == std::nullopt);
  CHECK(outcome(rules, kWall, kWood) == std::nullopt);
  CHECK(rules.rule_count() == 3);
  CHECK(lint_rules(rules).empty());
}

TEST_CASE("for all other lines a pouring clone is the clone") {
  const Ruleset rules = *read_matter(
                             "clone wall\nwhen acid touches wall becomes acid air\nrule wood wall wall wood\n"
                             "rule wall sand wall air\ndecay wall air 0.1\nburst wall 2 air\n")
                             .ruleset;
  CHECK(outcome(rules, 7, kAcid) == Outcome{{kAir, kAcid}});
  CHECK(outcome(rules, 7, kSand) == Outcome{{7, kAir}});
  CHECK(outcome(rules, 7, kWood) == std::nullopt);  // it never moves
  CHECK(std::ranges::count(rules.decays, 7, &Decay::element) == 1);
  CHECK(std::ranges::count(rules.bursts, 7, &Burst::element) == 1);
}

TEST_CASE("a line of when that names the clone and another element decides about them") {
  const Ruleset rules = *read_matter("clone wall\nwhen wall touches water becomes wall water\n").ruleset;
  CHECK(outcome(rules, kWall, kWater) == Outcome{{kWall, kWater}});
  CHECK(outcome(rules, kWall, kSand) == Outcome{{6, kSand}});
}

TEST_CASE("clones do not pour hidden elements, gases or other clones") {
  const std::string gas = "cell smoke 9 9 9 0.1\nrule air smoke smoke air\n";
  CHECK(read_matter(gas + "clone wall\nclone sand\nhidden water\n").ruleset->elements.size() == 7);
}

TEST_CASE("two elements with one name, or a name that is taken, still give names that differ") {
  const Ruleset rules = *read_config(kMatter + "cell wall:water 1 1 1 0.9\nclone wall\n", "f").ruleset;
  CHECK(rules.elements.back().name == "wall:water:2");
}

TEST_CASE("clones that need more than 256 elements are an error that says how many are needed") {
  std::string text = kMatter;
  for (int i = 0; i < 248; ++i) text += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
  CHECK(read_config(text + "clone wall\n", "f").ruleset->elements.size() == 256);
  const ConfigResult result = read_config(text + "clone wall\nclone acid\n", "f");
  CHECK(result.ruleset->elements.size() == 254);
  REQUIRE(has_errors(result.diagnostics));
  CHECK(format(result.diagnostics[0]) ==
        "f:258: error: too many elements: a config has at most 256; with one more for every liquid and powder that "
        "'wall' and other clones can pour, this one needs 258; clones are left out (hide elements that no clone shall "
        "pour)");
}

TEST_CASE("density still asks for its rules, but not for those of pouring clones") {
  const ConfigResult result = read_config(
      "cell air 1 1 1 0.5\ncell water 2 2 2 0.8\ncell tap 3 3 3 1\nrule air water water air\n"
      "rule air tap air tap\nrule water tap water tap\nclone tap\n",
      "f");
  CHECK(result.diagnostics.empty());
  CHECK(result.ruleset->elements.size() == 4);
}

}  // namespace repose
