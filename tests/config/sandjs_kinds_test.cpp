// Our words for the kinds of elements, for looks, for the palette and for the automaton.
#include "support.hpp"

namespace repose {
namespace {

const std::string kWorld =
    "cell air 12 12 16 0.5\n"
    "cell sand 222 190 60 0.85\n"
    "cell water 40 110 210 0.8\n"
    "cell wall 90 90 90 1\n"
    "rule air sand sand air\n"
    "rule air water water air\n"
    "automaton conserving\n";

struct Read {
  Ruleset rules;
  std::vector<std::string> messages;
};

Read read_words(const std::string& text) {
  const ConfigResult result = read_config(text, "f");
  REQUIRE(result.ruleset);
  Read read{*result.ruleset, {}};
  for (const Diagnostic& d : result.diagnostics) read.messages.push_back(format(d));
  return read;
}

using Messages = std::vector<std::string>;

Element element_of(const std::string& lines, std::string_view name) {
  const Read read = read_words(kWorld + lines);
  CHECK(read.messages == Messages{});
  return read.rules.elements[read.rules.find(name).value()];
}

}  // namespace

TEST_CASE("viscosity, wander, resistance and shimmer are numbers from 0 to 1") {
  CHECK(element_of("viscosity water 0.25\n", "water").viscosity == 0.25);
  CHECK(element_of("wander water 0.5 # drifts\n", "water").wander == 0.5);
  CHECK(element_of("resistance wall 0.75\n", "wall").resistance == 0.75);
  CHECK(element_of("shimmer water 0.5\n", "water").shimmer == 0.5f);
  const Element untouched = element_of("", "water");
  CHECK((untouched.viscosity == 1 && untouched.wander == 0 && untouched.resistance == 0 && untouched.shimmer == 0));
  CHECK(element_of("wander water 0.5\nwander water 0.125\n", "water").wander == 0.125);
}

TEST_CASE("a mistake in one of these lines is a warning, and the line is ignored or the number is forced") {
  const Read forced = read_words(kWorld + "resistance wall 3\n");
  CHECK(forced.messages == Messages{"f:8:17: warning: number out of range: PROBABILITY must be a number from 0 to 1, "
                                    "but is '3'; 1 is used"});
  CHECK(forced.rules.elements[3].resistance == 1);
}

TEST_CASE("in a file without liquid and powder lines, what falls and is called sand is a powder") {
  const Read read = read_words(kWorld);
  CHECK((read.rules.elements[1].powder && read.rules.elements[1].powder_guessed));
  CHECK(read.rules.elements[1].liquid);  // by its density, for the other automata
  CHECK_FALSE(read.rules.elements[2].powder);
  CHECK_FALSE((read.rules.marks_powders || read.rules.marks_liquids));
}

TEST_CASE("powders are guessed by a word of their name, in English") {
  const auto is_powder = [](const std::string& name) {
    const std::string text =
        "cell air 1 1 1 0.5\ncell " + name + " 2 2 2 0.8\nrule air " + name + " " + name + " air\n";
    return read_words(text + "automaton conserving\n").rules.elements[1].powder;
  };
  for (const char* name :
       {"sand", "SAND", "wet_sand", "goldDust", "ash2", "gun-powder", "GunPowder", "seeds", "snow3b"})
    CHECK(is_powder(name));
  for (const char* name : {"sandstone", "salt_water", "saltwater", "dusty", "sable", "oil", "thousand", "2", "_"})
    CHECK_FALSE(is_powder(name));
}

TEST_CASE("an element with the name of a powder that does not fall is none") {
  const std::string text = "cell air 1 1 1 0.5\ncell sand 2 2 2 0.8\ncell snow 3 3 3 0.2\nautomaton conserving\n";
  const Read read = read_words(text + "rule air sand air sand\nrule air snow snow air\n");
  CHECK_FALSE((read.rules.elements[1].powder || read.rules.elements[2].powder));
}

TEST_CASE("a file that marks liquids or powders has no powders by name") {
  CHECK_FALSE(element_of("liquid water\n", "sand").powder);
  CHECK_FALSE(element_of("powder wall\n", "sand").powder);
}

TEST_CASE("with powder lines only, the density decides about the other elements") {
  const Read read = read_words(kWorld + "powder sand\n");
  CHECK(read.rules.marks_powders);
  CHECK((read.rules.elements[1].powder && !read.rules.elements[1].powder_guessed && !read.rules.elements[1].liquid));
  CHECK(read.rules.elements[2].liquid);
}

TEST_CASE("of liquid and powder the later line counts") {
  CHECK(element_of("liquid sand\npowder sand\n", "sand").powder);
  const Element last_liquid = element_of("powder sand\nliquid sand\n", "sand");
  CHECK((last_liquid.liquid && !last_liquid.powder));
}

TEST_CASE("groups collect elements over several lines; the others are in Misc, which comes first") {
  const Read read = read_words(kWorld + "group wet water\ngroup dry sand # and no more\ngroup wet sand water\n");
  CHECK(read.messages == Messages{});
  REQUIRE(read.rules.groups.size() == 3);
  CHECK(read.rules.groups[0].name == "Misc");
  CHECK(read.rules.groups[0].members == std::vector<std::uint8_t>{0, 3});
  CHECK(read.rules.groups[1].name == "wet");
  CHECK(read.rules.groups[1].members == std::vector<std::uint8_t>{2, 1});
  CHECK(read.rules.groups[2].members == std::vector<std::uint8_t>{1});
  CHECK(read_words(kWorld).rules.groups.empty());
}

TEST_CASE("a group of more elements than a usual line has words is read whole") {
  std::string cells, group = "group many";
  for (int i = 0; i < 200; ++i) {
    cells += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
    group += " e" + std::to_string(i);
  }
  const Read read = read_words(cells + group + "\n");
  REQUIRE(read.rules.groups.size() == 1);
  CHECK(read.rules.groups[0].members.size() == 200);
}

TEST_CASE("a group without a name or elements is a warning, and an unknown member is left out") {
  const Read read = read_words(kWorld + "group wet watr sand\n");
  CHECK(read.messages ==
        Messages{"f:8:11: warning: unknown element or group 'watr'; it is left out (did you mean 'water'?)"});
  CHECK(read.rules.groups.at(1).members == std::vector<std::uint8_t>{1});
}

TEST_CASE("groups do not make a file one of wxSand") {
  CHECK(detect_dialect("cell a 1 1 1 0.5\ngroup x a\ngroup y a\n") == Dialect::sandjs);
  CHECK(detect_dialect("group x a\nelement a 1 1 1 0 0 0 0 1\n") == Dialect::wxsand);
}

TEST_CASE("a parameter is for the automaton that the file names, above or below") {
  const Read read = read_words("parameter flow 5\n" + kWorld + "parameter flow 2\n");
  CHECK(read.messages == Messages{});
  REQUIRE(read.rules.parameters.size() == 1);
  CHECK(read.rules.parameters[0] == std::pair<std::string, double>{"flow", 2});
}

TEST_CASE("a parameter with named choices takes a name or its number") {
  const auto value_of = [](const std::string& word) {
    const Read read = read_words(kWorld + "parameter side_borders " + word + "\n");
    CHECK(read.messages == Messages{});
    return read.rules.parameters.at(0).second;
  };
  CHECK(value_of("wrap") == 2);
  CHECK(value_of("4") == 4);
  const Read wrong = read_words(kWorld + "parameter side_borders wrp\n");
  CHECK(wrong.rules.parameters.empty());
  CHECK(wrong.messages == Messages{"f:8:24: warning: side_borders must be one of wall, open, wrap, open_left, "
                                   "open_right, but is 'wrp'; the line is ignored (did you mean 'wrap'?)"});
}

TEST_CASE("an unknown parameter, a wrong value and a missing automaton are warnings") {
  CHECK(read_words(kWorld + "parameter flow fast\n").messages.size() == 1);
  const Read forced = read_words(kWorld + "parameter flow 99\n");
  CHECK(forced.messages.size() == 1);
  CHECK(forced.rules.parameters.at(0).second == 8);
  const Read homeless = read_words("cell air 1 1 1 0.5\nparameter flow 5\n");
  CHECK(homeless.messages == Messages{"f:2:1: warning: 'parameter' needs to know the automaton; the line is ignored "
                                      "(add a line: automaton conserving)"});
  CHECK(homeless.rules.parameters.empty());
}

TEST_CASE("a parameter that takes few values takes the nearest of them") {
  const std::vector<ConfigTarget> targets = {{"blocky", false, {{"size", 0, 64, true, {8, 16, 32}}}}};
  const ConfigResult result = read_config("cell a 1 1 1 0.5\nautomaton blocky\nparameter size 20\n", "f", targets);
  CHECK(result.ruleset->parameters.at(0).second == 16);
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].message == "number out of range: size must be one of 8, 16, 32, but is '20'; 16 is used");
}

}  // namespace repose
