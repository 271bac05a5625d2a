// What a config means: one test for each part of the grammar.
#include "support.hpp"

namespace repose {
namespace {

const std::string kCells =
    "cell air 12 12 16 0.5\n"
    "cell sand 222 190 60 0.95\n"
    "cell water 40 110 210 0.9\n";
const std::string kRules =
    "rule air sand sand air\n"
    "rule air water water air\n"
    "rule sand water water sand\n";

// Reads a text without mistakes.
Ruleset read_sound(const std::string& text) {
  const ConfigResult result = read_config(text, "folder/test.cfg");
  for (const Diagnostic& d : result.diagnostics) FAIL_CHECK(format(d));
  REQUIRE(result.ruleset);
  return *result.ruleset;
}

Ruleset read_anyway(const std::string& text) {
  const ConfigResult result = read_config(text, "test.cfg");
  REQUIRE(result.ruleset);
  return *result.ruleset;
}

bool same_matter(const Ruleset& x, const Ruleset& y) {
  const auto same_element = [](const Element& a, const Element& b) {
    return a.name == b.name && a.color == b.color && a.density_byte == b.density_byte && a.liquid == b.liquid;
  };
  const auto same_reaction = [](const Reaction& p, const Reaction& q) {
    return p.a == q.a && p.b == q.b && p.c == q.c && p.d == q.d;
  };
  return std::equal(x.elements.begin(), x.elements.end(), y.elements.begin(), y.elements.end(), same_element) &&
         std::equal(x.reactions.begin(), x.reactions.end(), y.reactions.begin(), y.reactions.end(), same_reaction);
}

}  // namespace

TEST_CASE("A cell line makes an element, a rule line a reaction") {
  const Ruleset rules = read_sound(kCells + kRules);
  REQUIRE(rules.elements.size() == 3);
  const Element& sand = rules.elements[1];
  CHECK(sand.name == "sand");
  CHECK(sand.color == Color{222, 190, 60});
  CHECK(sand.density == 0.95);
  CHECK(sand.density_byte == 242);
  CHECK(sand.line == 2);
  REQUIRE(rules.reactions.size() == 3);
  const Reaction& last = rules.reactions[2];
  CHECK((last.a == 1 && last.b == 2 && last.c == 2 && last.d == 1 && last.line == 6));
  CHECK(last.is_swap());
}

TEST_CASE("A ruleset has the title and the path of its file") {
  const Ruleset rules = read_sound(kCells + kRules);
  CHECK(rules.title == "test.cfg");
  CHECK(rules.source == "folder/test.cfg");
  CHECK(rules.text == kCells + kRules);
  CHECK(rules.dialect == Dialect::sandjs);
}

TEST_CASE("Blanks, tabs, line ends, a byte order mark and comments change nothing") {
  const Ruleset plain = read_sound(kCells + kRules);
  std::string text = kCells + kRules;
  const auto with = [&](char c, const std::string& by) {
    std::string changed;
    for (char each : text) each == c ? changed += by : changed += each;
    return changed;
  };
  CHECK(same_matter(plain, read_sound(with(' ', "\t"))));
  CHECK(same_matter(plain, read_sound(with(' ', "  \t "))));
  CHECK(same_matter(plain, read_sound(with('\n', "\r\n"))));
  CHECK(same_matter(plain, read_sound(with('\n', "\r"))));
  CHECK(same_matter(plain, read_sound(with('\n', "  \n   "))));
  CHECK(same_matter(plain, read_sound(with('\n', " # and why\n# more\n   #\n\n"))));
  CHECK(same_matter(plain, read_sound("\xEF\xBB\xBF" + text)));
  text.pop_back();
  CHECK(same_matter(plain, read_sound(text)));
}

TEST_CASE("A # in the place of a name is a name, as in sand.js, and a comment elsewhere") {
  const Ruleset rules = read_sound("cell air 0 0 0 0.5\ncell # 9 9 9 0.9\nrule air # # air # air\n#cell x\n");
  REQUIRE(rules.elements.size() == 2);
  CHECK(rules.elements[1].name == "#");
  REQUIRE(rules.reactions.size() == 1);
  CHECK(rules.reactions[0].is_swap());
}

TEST_CASE("Names are any run of bytes without blanks, and case counts") {
  const Ruleset rules = read_sound(
      "cell Fire 1 1 1 0.5\ncell fire 2 2 2 0.5\ncell caf\xC3\xA9 3 3 3 0.5\n"
      "cell cell 4 4 4 0.5\ncell ??? 5 5 5 0.5\n");
  REQUIRE(rules.elements.size() == 5);
  CHECK(rules.find("fire") == 1);
  CHECK(rules.find("caf\xC3\xA9") == 2);
  CHECK(rules.find("cell") == 3);
}

TEST_CASE("Values out of range are forced into it") {
  const Ruleset rules = read_anyway("cell a -5 256 1e9 7\ncell b 0 0 0 -0.1\n");
  CHECK(rules.elements[0].color == Color{0, 255, 255});
  CHECK(rules.elements[0].density == 1.0);
  CHECK(rules.elements[1].density == 0.0);
}

TEST_CASE("An element with a missing or bad number keeps its index and counts it as 0") {
  const Ruleset rules = read_anyway("cell a 1 2 3 0.5\ncell b 7\ncell c 7 x 9 0.5\ncell d 1 2 3 0.25\nrule a d d a\n");
  REQUIRE(rules.elements.size() == 4);
  CHECK(rules.elements[1].color == Color{7, 0, 0});
  CHECK(rules.elements[1].density_byte == 0);
  CHECK(rules.elements[2].color == Color{7, 0, 9});
  CHECK(rules.elements[2].density == 0.5);
  CHECK(rules.reactions.at(0).b == 3);
}

TEST_CASE("With a name twice, each rule means the newest element above it") {
  const Ruleset rules = read_anyway(
      "cell air 0 0 0 0.5\ncell grit 1 1 1 0.9\nrule air grit grit air\ncell grit 2 2 2 0.8\nrule air grit grit air\n");
  REQUIRE(rules.elements.size() == 3);
  CHECK(rules.find("grit") == 2);
  REQUIRE(rules.reactions.size() == 2);
  CHECK(rules.reactions[0].b == 1);
  CHECK(rules.reactions[1].b == 2);
}

TEST_CASE("A rule may be above the cells that it names") {
  const Ruleset rules = read_anyway("rule air sand sand air\n" + kCells);
  REQUIRE(rules.reactions.size() == 1);
  CHECK(rules.reactions[0].b == 1);
}

TEST_CASE("A rule with an unknown element is left out and the others stay") {
  const Ruleset rules = read_anyway(kCells + "rule air mud mud air\nrule air sand sand air\n");
  REQUIRE(rules.reactions.size() == 1);
  CHECK(rules.reactions[0].line == 5);
}

TEST_CASE("A sixth word of a rule is its probability, 1 without it") {
  const std::string cells = "cell air 0 0 0 0.5\ncell fire 9 0 0 0.1\n";
  CHECK(read_sound(cells + "rule air fire air air 0.25 # dies down\n").reactions.at(0).probability == 0.25);
  CHECK(read_sound(cells + "rule air fire air air\n").reactions.at(0).probability == 1);
  CHECK(read_anyway(cells + "rule air fire air air often\n").reactions.at(0).probability == 1);
  CHECK(read_anyway(cells + "rule air fire air air -3\n").reactions.at(0).probability == 0);
}

TEST_CASE("Undefined pairs are searched for only between different densities") {
  read_sound("cell a 0 0 0 0.5\ncell b 1 1 1 0.5\ncell c 2 2 2 0.501\nrule a c a c\nrule c b c b\n");
  const ConfigResult result = read_config("cell a 0 0 0 0.5\ncell wall 1 1 1 1\n", "test.cfg");
  REQUIRE(result.diagnostics.size() == 1);  // walls count too
  CHECK(result.diagnostics[0].severity == Severity::warning);
}

TEST_CASE("A liquid is denser than the background, lighter than powder, and moves through the background") {
  const Ruleset rules =
      read_anyway(kCells + "cell smoke 9 9 9 0.3\ncell plant 0 99 0 0.8\ncell mist 1 1 1 0.5\n" + kRules +
                  "rule air smoke smoke air\nrule air plant air plant\nrule air mist mist air\n");
  const auto is_liquid = [&](std::string_view name) { return rules.elements[rules.find(name).value()].liquid; };
  CHECK(is_liquid("water"));
  CHECK_FALSE(is_liquid("air"));
  CHECK_FALSE(is_liquid("sand"));
  CHECK_FALSE(is_liquid("smoke"));
  CHECK_FALSE(is_liquid("plant"));
  CHECK_FALSE(is_liquid("mist"));
}

TEST_CASE("Only the last rule of a pair decides whether an element is liquid") {
  CHECK_FALSE(read_anyway(kCells + kRules + "rule air water air water\n").elements[2].liquid);
}

TEST_CASE("In a file that marks liquids, only the marked ones are liquid") {
  const Ruleset rules = read_sound(kCells + kRules + "liquid sand\n");
  CHECK(rules.elements[1].liquid);
  CHECK_FALSE(rules.elements[2].liquid);
}

TEST_CASE("glow, hidden, airborne and describe set the looks of an element") {
  const Ruleset rules = read_sound(kCells + kRules +
                                   "glow sand 0.25\nhidden air\nairborne sand\n"
                                   "describe water Wet, and # 1  on hot days. \ndescribe sand\tDry.\r\n");
  CHECK(rules.elements[1].glow == 0.25f);
  CHECK(rules.elements[0].hidden);
  CHECK_FALSE(rules.elements[1].hidden);
  CHECK(rules.elements[1].airborne);
  CHECK_FALSE(rules.elements[0].airborne);
  CHECK(rules.elements[2].description == "Wet, and # 1  on hot days.");
  CHECK(rules.elements[1].description == "Dry.");
}

TEST_CASE("friction, dissolve and static make a FastSAB substance") {
  const Ruleset rules = read_sound(kCells + kRules +
                                   "friction sand 2\nfriction sand 3\nstatic air\nautomaton fastsab\n"
                                   "dissolve water sand 500\ndissolve sand sand 7\ndissolve water sand 90\n");
  CHECK(rules.elements[1].friction == std::uint8_t{3});
  CHECK_FALSE(rules.elements[2].friction.has_value());
  CHECK(rules.elements[0].is_static);
  CHECK_FALSE(rules.elements[1].is_static);
  CHECK(rules.automaton == "fastsab");
  REQUIRE(rules.dissolvings.size() == 2);
  const Dissolving& first = rules.dissolvings[0];
  CHECK((first.dissolver == 2 && first.victim == 1 && first.n == 90 && first.line == 13));
}

TEST_CASE("A dissolve of 0 means never, and cancels an earlier one") {
  const Ruleset rules = read_sound(kCells + kRules + "dissolve water sand 5\ndissolve water sand 0\n");
  CHECK(rules.dissolvings.empty());
}

TEST_CASE("faucet and drain make tiles that pour and remove") {
  const Ruleset rules = read_sound(kCells + kRules + "faucet air water\ndrain sand\nautomaton tiles\n");
  CHECK(rules.elements[0].emits == std::uint8_t{2});
  CHECK(rules.elements[1].drain);
  CHECK_FALSE(rules.elements[2].emits.has_value());
}

TEST_CASE("A config for an automaton that does not use rules needs none") {
  for (const char* automaton : {"conserving", "fastsab", "tiles"}) {
    CHECK(read_sound(kCells + "automaton " + automaton + "\n").automaton == automaton);
  }
}

TEST_CASE("react marks elements, and of several decays of an element the last one counts") {
  const Ruleset rules =
      read_sound(kCells + kRules + "react water\ndecay water air 0.5\ndecay sand air 1\ndecay water sand 0.01\n");
  CHECK(rules.elements[2].reacts_anywhere);
  CHECK_FALSE(rules.elements[1].reacts_anywhere);
  REQUIRE(rules.decays.size() == 2);
  const Decay& decay = rules.decays[1];
  CHECK((decay.element == 2 && decay.probability == 0.01 && !decay.threshold && decay.line == 10));
  REQUIRE(decay.products.size() == 1);
  CHECK((decay.products[0].slots == kProductSlots && decay.products[0].a == 1));
}

TEST_CASE("Lines that sand.js ignores never give an error") {
  const std::string prose =
      "Cell oil 1 2 3 0.5\nrules: none\nliquid\nliquid gold\nhidden treasure here\nglow air brightly\ndecay\n"
      "describe\n// x\n";
  const ConfigResult result = read_config(kCells + kRules + prose, "test.cfg");
  CHECK_FALSE(has_errors(result.diagnostics));
  CHECK(result.diagnostics.size() == 9);
}

}  // namespace repose
