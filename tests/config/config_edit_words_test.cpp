// Changing the lines of our own words in the text of a config.
#include <string>

#include "repose/config_edit.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::config_edit;

namespace {

const std::string kTown =
    "cell air    12  12  16  0.5\n"
    "cell sand  222 190  60  0.85\n"
    "cell water  40 110 210  0.8\n"
    "cell snow  240 240 250  0.7\n"
    "rule air sand sand air\n"
    "rule air water water air\n"
    "rule air snow snow air\n"
    "automaton conserving\n";

Ruleset rules_of(const std::string& text) {
  ConfigResult result = read_config(text, "test.cfg");
  REQUIRE(result.ruleset.has_value());
  return *result.ruleset;
}

constexpr std::uint8_t kSand = 1, kWater = 2, kSnow = 3;

}  // namespace

TEST_CASE("a word without a value is written once and removed") {
  for (const char* word : {"clone", "react"}) {
    const std::string set = set_flag(kTown, rules_of(kTown), kSand, word, true);
    CHECK(set == kTown + word + " sand\n");
    CHECK(set_flag(set, rules_of(set), kSand, word, true) == set);
    CHECK(set_flag(set, rules_of(set), kSand, word, false) == kTown);
  }
}

TEST_CASE("a word with a number is added, changed in place and removed at its usual value") {
  for (const char* word : {"wander", "resistance", "shimmer"}) {
    const std::string added = set_share(kTown, rules_of(kTown), kWater, word, 0.25, 0);
    CHECK(added == kTown + word + " water 0.25\n");
    const std::string with_comment = kTown + word + " water 0.25 # 1\n";
    CHECK(set_share(with_comment, rules_of(with_comment), kWater, word, 0.5, 0) == kTown + word + " water 0.50 # 1\n");
    CHECK(set_share(added, rules_of(added), kWater, word, 0, 0) == kTown);
  }
  const std::string slow = set_share(kTown, rules_of(kTown), kWater, "viscosity", 0, 1);
  CHECK(slow == kTown + "viscosity water 0\n");
  CHECK(set_share(slow, rules_of(slow), kWater, "viscosity", 1, 1) == kTown);
}

TEST_CASE("a burst is added, changed with and without its chance, and removed") {
  const std::string added = set_values(kTown, rules_of(kTown), kSand, "burst", "3 air 0.5");
  CHECK(added == kTown + "burst sand 3 air 0.5\n");
  const std::string certain = set_values(added, rules_of(added), kSand, "burst", "4 water");
  CHECK(certain == kTown + "burst sand 4 water\n");
  const std::string with_comment = kTown + "burst sand 3 air 0.5 # bang\n";
  CHECK(set_values(with_comment, rules_of(with_comment), kSand, "burst", "5 air 0.1") ==
        kTown + "burst sand 5 air 0.1 # bang\n");
  CHECK(set_values(added, rules_of(added), kSand, "burst", "") == kTown);
}

TEST_CASE("the first powder line also marks the powders that were guessed") {
  const std::string text = set_powder(kTown, rules_of(kTown), kWater, true);
  CHECK(text == kTown + "powder sand\npowder water\npowder snow\n");
  CHECK(set_powder(text, rules_of(text), kWater, false) == kTown + "powder sand\npowder snow\n");
  CHECK(set_powder(kTown, rules_of(kTown), kSand, false) == kTown);  // its name says so
}

TEST_CASE("the first liquid line keeps guessed powders and liquids") {
  const std::string text = set_liquid(kTown, rules_of(kTown), kSand, true);
  CHECK(text == kTown + "liquid sand\nliquid water\npowder snow\n");
  const Ruleset rules = rules_of(text);
  CHECK((rules.elements[kSand].liquid && !rules.elements[kSand].powder));
  CHECK((rules.elements[kSnow].powder && !rules.elements[kSnow].powder_guessed));
}

TEST_CASE("a powder that becomes a liquid loses its powder line, and the other way round") {
  const std::string powders = kTown + "powder sand\npowder snow\n";
  const std::string liquid = set_liquid(powders, rules_of(powders), kSand, true);
  CHECK(rules_of(liquid).elements[kSand].liquid);
  CHECK(liquid.find("powder sand") == std::string::npos);
  const std::string powder = set_powder(liquid, rules_of(liquid), kSand, true);
  CHECK(rules_of(powder).elements[kSand].powder);
  CHECK(powder.find("liquid sand") == std::string::npos);
}

TEST_CASE("members are added to the last line of their group and removed from all") {
  const std::string text = kTown + "group wet water # flows\n";
  const std::string more = set_member(text, rules_of(text), kSnow, "wet", true);
  CHECK(more == kTown + "group wet water snow # flows\n");
  CHECK(set_member(more, rules_of(more), kWater, "wet", false) == kTown + "group wet snow # flows\n");
  CHECK(set_member(text, rules_of(text), kWater, "wet", false) == kTown);
  CHECK(set_member(text, rules_of(text), kSand, "dry", true) == text + "group dry sand\n");
  CHECK(set_member(text, rules_of(text), kSand, "two words", true) == text);
}

TEST_CASE("when lines are listed, added, changed and removed") {
  const std::string added = set_when(kTown, {0, "sand", "all", "air", "all", 0.5});
  CHECK(added == kTown + "when sand touches all becomes air all 0.5\n");
  std::vector<WhenText> lines = when_lines(added + "when sand touches\n");
  REQUIRE(lines.size() == 1);
  CHECK((lines[0].line == 9 && lines[0].b == "all" && lines[0].probability == 0.5));
  lines[0].a = "snow";
  lines[0].probability = 1;
  CHECK(set_when(added, lines[0]) == kTown + "when snow touches all becomes air all\n");
  CHECK(remove_line(added, "when", 9) == kTown);
  CHECK(remove_line(added, "when", 8) == added);
}

TEST_CASE("parameters are added below the automaton, changed and removed") {
  const std::string added = set_parameter(kTown, "flow", 4);
  CHECK(added == kTown + "parameter flow 4\n");
  CHECK(set_parameter(added, "flow", 2.5) == kTown + "parameter flow 2.5\n");
  CHECK(set_parameter(added, "edge", 1) == added + "parameter edge 1\n");
  CHECK(set_parameter(added, "flow", std::nullopt) == kTown);
}

// ---- lines about groups ----

TEST_CASE("what a line about a group says can be replaced for one element") {
  const std::string text = kTown + "group wet water snow\nwander wet 0.5\n";
  const std::string other = set_share(text, rules_of(text), kSnow, "wander", 0.25, 0);
  CHECK(other == text + "wander snow 0.25\n");
  const std::string none = set_share(text, rules_of(text), kSnow, "wander", 0, 0);
  CHECK(none == text + "wander snow 0\n");  // without a line the group would decide
  CHECK((rules_of(none).elements[kSnow].wander == 0 && rules_of(none).elements[kWater].wander == 0.5));
  CHECK(set_share(other, rules_of(other), kSnow, "wander", 0.75, 0) == text + "wander snow 0.75\n");
}

TEST_CASE("a line about an element that stands above the line about its group is written below it") {
  const std::string start = kTown + "group wet water snow\n";
  const std::string text = start + "wander snow 0.25\nwander wet 0.5\n";
  CHECK(set_share(text, rules_of(text), kSnow, "wander", 0.75, 0) == start + "wander wet 0.5\nwander snow 0.75\n");
}

TEST_CASE("a mark that comes from a line about a group stays, and that line can be found") {
  const std::string text = kTown + "set wet water snow\nhidden wet\nreact wet\npowder snow\n";
  const Ruleset rules = rules_of(text);
  CHECK(set_flag(text, rules, kSnow, "hidden", false) == text);
  CHECK(set_flag(text, rules, kSnow, "react", false) == text);
  CHECK(line_about_its_group(text, rules, kSnow, "hidden") == 10);
  CHECK(line_about_its_group(text, rules, kSnow, "powder") == std::nullopt);
  CHECK(line_about_its_group(text, rules, kSand, "hidden") == std::nullopt);
  CHECK(set_flag(text, rules, kSand, "hidden", true) ==
        kTown + "set wet water snow\nhidden wet\nhidden sand\nreact wet\npowder snow\n");
}

TEST_CASE("a liquid of a group becomes a powder, and the other way round, wherever the lines stand") {
  const std::string wet = kTown + "group wet water snow\n";
  for (const std::string& text : {wet + "liquid wet\n", wet + "powder sand\nliquid wet\n"}) {
    const std::string changed = set_powder(text, rules_of(text), kSnow, true);
    const Ruleset rules = rules_of(changed);
    CHECK((rules.elements[kSnow].powder && !rules.elements[kSnow].liquid && rules.elements[kWater].liquid));
  }
  for (const std::string& text : {wet + "powder wet\n", wet + "liquid sand\npowder wet\n"}) {
    const std::string changed = set_liquid(text, rules_of(text), kWater, true);
    const Ruleset rules = rules_of(changed);
    CHECK((rules.elements[kWater].liquid && !rules.elements[kWater].powder && rules.elements[kSnow].powder));
  }
  const std::string text = wet + "liquid wet\n";
  CHECK(set_liquid(text, rules_of(text), kSnow, false) == text);
}

TEST_CASE("members of sets are added and removed; a member through another group stays") {
  const std::string text = kTown + "set wet water\nset loose wet sand\n";
  const std::string more = set_member(text, rules_of(text), kSnow, "wet", true);
  CHECK(more == kTown + "set wet water snow\nset loose wet sand\n");
  CHECK(set_member(more, rules_of(more), kSnow, "loose", false) == more);
  CHECK(set_member(more, rules_of(more), kSand, "loose", false) == kTown + "set wet water snow\nset loose wet\n");
}
