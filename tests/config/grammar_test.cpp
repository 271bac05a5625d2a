// What a config means: the facts that its lines add to a ruleset. The cases are in tests/data: config-lines.txt (lines
// with mistakes), config-grammar.txt, wxsand/grammar.txt and config-notes.txt. Here is what needs more than lines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "repose/config_edit.hpp"
#include "support.hpp"

namespace repose::grammar_test {
namespace {

using Lines = std::vector<std::string>;

std::string color_text(Color color) { return fmt::format("{} {} {}", color.r, color.g, color.b); }

// What a ruleset says, a line each. Members with their usual value are left out. For reactions of sand.js only the one
// that counts is named.
class Facts {
 public:
  explicit Facts(const Ruleset& rules) : rules_(rules) {
    for (std::size_t i = 0; i < rules.elements.size(); ++i) add_element(static_cast<std::uint8_t>(i));
    add_reactions();
    for (const Decay& d : rules.decays)
      add("{} decays with {}: {}{}, line {}", name(d.element), d.probability, products(d.products, false),
          threshold(d.threshold), d.line);
    for (const Interaction& i : rules.interactions) {
      const std::string speed = i.x_speed + i.y_speed > 0 ? fmt::format(", speed {} {}", i.x_speed, i.y_speed) : "";
      add("{} beside {} with {}: {}{}{}, line {}", name(i.a), name(i.b), i.probability, products(i.products, true),
          threshold(i.threshold), speed, i.line);
    }
    for (const Disc& d : rules.discs)
      add("{} beside {}: a disc of {} of {}, line {}", name(d.a), name(d.b), name(d.filling), d.diameter, d.line);
    for (const Item& item : rules.items) add_item(item);
    for (const Group& group : rules.groups)
      add("{} {}:{}", group.hidden ? "set" : "group", group.name, names(group.members));
    if (!rules.sources.empty()) add("sources:{}", names(rules.sources));
    for (const Dissolving& d : rules.dissolvings)
      add("{} dissolves {} once in {}, line {}", name(d.dissolver), name(d.victim), d.n, d.line);
    for (const Burst& b : rules.bursts)
      add("{} bursts into {}, radius {}, with {}, line {}", name(b.element), name(b.into), b.radius, b.probability,
          b.line);
    for (const auto& [parameter, value] : rules.parameters) add("parameter {} {}", parameter, value);
    if (!rules.automaton.empty()) add("automaton {}", rules.automaton);
    if (rules.marks_liquids) add("marks liquids");
    if (rules.marks_powders) add("marks powders");
    if (rules.rule_count() > 0) add("rules: {}", rules.rule_count());
  }

  Lines lines;

 private:
  template <class... Values>
  void add(fmt::format_string<const Values&...> text, const Values&... values) {
    lines.push_back(fmt::format(text, values...));
  }
  const std::string& name(std::uint8_t element) const { return rules_.elements.at(element).name; }
  std::string names(const std::vector<std::uint8_t>& elements) const {
    std::string text;
    for (const std::uint8_t element : elements) text += " " + name(element);
    return text;
  }
  std::string products(const std::vector<Product>& products, bool pairs) const {
    std::string text;
    for (const Product& p : products) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", p.slots, name(p.a));
      if (pairs) text += " + " + name(p.b);
    }
    return text;
  }
  static std::string threshold(const std::optional<int>& threshold) {
    return threshold ? fmt::format(", above {}", *threshold) : "";
  }

  void add_element(std::uint8_t index) {
    const Element& e = rules_.elements[index];
    const auto say = [&](const std::string& words) { lines.push_back(e.name + ": " + words); };
    const auto say_if = [&](bool holds, const std::string& words) {
      if (holds) say(words);
    };
    const bool is_wxsand = rules_.dialect == Dialect::wxsand;
    say(fmt::format("number {}, {}, density {}{}, line {}", index, color_text(e.color), e.density,
                    is_wxsand ? fmt::format(", gravity {}, slip {}, conductivity {}", e.gravity, e.slip, e.conductivity)
                              : fmt::format(" ({})", e.density_byte),
                    e.line));
    say_if(is_wxsand && is_wall(e), "wall");
    say_if(moves_through_background(rules_, index), "moves");
    say_if(e.liquid, "liquid");
    say_if(e.powder, e.powder_guessed ? "powder by its name" : "powder");
    say_if(e.glow > 0, is_wxsand ? "glows" : fmt::format("glow {}", e.glow));
    say_if(e.hidden, "hidden");
    say_if(e.airborne, "airborne");
    if (e.pressed) say("pressed becomes " + name(*e.pressed));
    say_if(!e.description.empty(), "\"" + e.description + "\"");
    if (e.hot_color) say("hot " + color_text(*e.hot_color));
    if (e.friction) say(fmt::format("friction {}", *e.friction));
    say_if(e.is_static, "static");
    if (e.emits) say("emits " + name(*e.emits));
    say_if(e.drain, "drain");
    say_if(e.reacts_anywhere, "reacts anywhere");
    say_if(e.viscosity != 1, fmt::format("viscosity {}", e.viscosity));
    say_if(e.dispersion != kDispersion, fmt::format("dispersion {}", e.dispersion));
    say_if(e.thin, "thin");
    say_if(e.support, e.rubble ? "support, becomes " + name(*e.rubble) : "support");
    say_if(e.floats, "floats");
    say_if(e.air != AirSource{}, fmt::format("air {} {} {}", e.air.pressure, e.air.right, e.air.down));
    say_if(e.strength != 0, fmt::format("strength {}", e.strength) + (e.debris ? " " + name(*e.debris) : ""));
    say_if(e.drift.has_value(), fmt::format("drift {}", e.drift.value_or(0)));
    say_if(e.wander != 0, fmt::format("wander {}", e.wander));
    say_if(e.resistance != 0, fmt::format("resistance {}", e.resistance));
    say_if(e.shimmer != 0, fmt::format("shimmer {}", e.shimmer));
    say_if(e.clone, "clone");
    if (e.pours) say("pours " + name(*e.pours));
    say_if(!e.title.empty(), "title \"" + e.title + "\"");
  }

  void add_reactions() {
    std::map<std::pair<std::uint8_t, std::uint8_t>, Reaction> last;
    for (const Reaction& r : rules_.reactions) last[std::minmax(r.a, r.b)] = r;
    for (const auto& [pair, r] : last) {
      const bool in_order = pair.first == r.a;
      add("{} + {} -> {} + {}{}{}, line {}", name(pair.first), name(pair.second), name(in_order ? r.c : r.d),
          name(in_order ? r.d : r.c), r.anywhere ? " anywhere" : "",
          r.probability != 1 ? fmt::format(" with {}", r.probability) : "", r.line);
    }
    for (const DirectedReaction& r : rules_.directed)
      add("{} {} {} -> {} + {}{}, line {}", name(r.a), r.over ? "over" : "left of", name(r.b), name(r.c), name(r.d),
          r.probability != 1 ? fmt::format(" with {}", r.probability) : "", r.line);
  }

  void add_item(const Item& item) {
    std::string picture;
    for (std::size_t i = 0; i < item.cells.size(); ++i) {
      if (i % static_cast<std::size_t>(item.width) == 0) picture += " |";
      picture += item.cells[i] == kItemKeeps ? ' ' : name(item.cells[i]).front();
    }
    add("{} stamps {} x {}{}|", name(item.element), item.width, item.height, picture);
  }

  const Ruleset& rules_;
};

Lines facts_of(const std::string& text) {
  const ConfigResult result = read_config(text, "f");
  return result.ruleset ? Facts(*result.ruleset).lines : Lines{};
}

// The facts that lines add to a config, and after "not" those that hold no longer.
Lines changed_facts(const std::string& base, const std::string& text) {
  const Lines before = facts_of(base), after = facts_of(text);
  const auto lacks = [](const Lines& lines, const std::string& line) {
    return std::ranges::find(lines, line) == lines.end();
  };
  Lines changed;
  for (const std::string& fact : after) {
    if (lacks(before, fact)) changed.push_back(fact);
  }
  for (const std::string& fact : before) {
    if (lacks(after, fact) && !fact.starts_with("rules: ")) changed.push_back("not " + fact);
  }
  return changed;
}

Lines messages_about(const std::string& text) {
  Lines messages;
  for (const Diagnostic& d : read_config(text, "f").diagnostics) messages.push_back(format(d));
  return messages;
}

Lines notes_on(const std::string& text) {
  Lines notes;
  for (const Diagnostic& d : lint_rules(read_config(text, "f").ruleset.value())) notes.push_back(format(d));
  return notes;
}

// Runs the cases of a file, whose form is told in config-grammar.txt. Facts and notes are compared if a line begins
// with their sign; messages unless there are notes.
void check_cases(const std::string& file) {
  std::istringstream list(test::read_text(std::string(REPOSE_TEST_DATA "/") + file));
  std::string base, added, shows;
  Lines messages;
  std::optional<Lines> facts, notes;
  bool in_result = false;
  int count = 0;
  const auto finish = [&] {
    if (!in_result) return;
    ++count;
    INFO(shows << "\n" << added);
    if (notes) CHECK(notes_on(base + added) == *notes);
    if (!notes) CHECK(messages_about(base + added) == messages);
    if (facts) CHECK(changed_facts(base, base + added) == *facts);
    added.clear();
    messages.clear();
    facts.reset();
    notes.reset();
    in_result = false;
  };
  for (std::string line; std::getline(list, line);) {
    const bool is_message = line.starts_with("f:"), is_fact = line.starts_with("<"), is_note = line.starts_with("~");
    if (!is_message && !is_fact && !is_note) finish();
    if (is_message) messages.push_back(line);
    for (auto* const lines : {is_fact ? &facts : nullptr, is_note ? &notes : nullptr}) {
      if (lines != nullptr && !*lines) lines->emplace();
      if (lines != nullptr && line.size() > 2) (*lines)->push_back(line.substr(2));
    }
    in_result = is_message || is_fact || is_note;
    if (line.empty()) base.clear();
    if (line.starts_with("# ")) shows = line.substr(2);
    if (line.starts_with("= ")) base += line.substr(2) + "\n";
    if (line.starts_with("> ")) added += line.substr(2) + "\n";
  }
  finish();
  CHECK(count > 20);
}

const std::string kCells =
    "cell air 12 12 16 0.5\ncell sand 222 190 60 0.95\ncell water 40 110 210 0.9\n"
    "rule air sand sand air\nrule air water water air\nrule sand water water sand\n";
const std::string kElements =
    "#subversion 2\n\nelement Empty 0 0 0 0 1 0 0 1\nelement Fire 255 60 20 -1 1 0.25 1.1 1\n";

std::string replaced(const std::string& text, char c, const std::string& by) {
  std::string changed;
  for (const char each : text) each == c ? changed += by : changed += each;
  return changed;
}

}  // namespace

TEST_CASE("Every mistake in a line of our words has its message") { check_cases("config-lines.txt"); }

TEST_CASE("The lines of a sand.js config mean what the cases say") { check_cases("config-grammar.txt"); }

TEST_CASE("The lines of a wxSand config mean what the cases say") { check_cases("wxsand/grammar.txt"); }

TEST_CASE("Rules without effect, and rules that make or destroy matter, have notes") {
  check_cases("config-notes.txt");
}

TEST_CASE("A ruleset has the title and the path of its file") {
  const Ruleset rules = read_config(kCells, "folder/test.cfg").ruleset.value();
  CHECK(rules.title == "test.cfg");
  CHECK(rules.source == "folder/test.cfg");
  CHECK(rules.text == kCells);
  CHECK(rules.dialect == Dialect::sandjs);
}

TEST_CASE("Blanks, tabs, line ends, a byte order mark and comments change nothing") {
  const std::string header = "# wxSand, File subversion 2\n";
  for (const auto& [first, text] :
       {std::pair{std::string(), kCells}, {header, kElements + "self 0.5 Fire 1 Empty\n"}}) {
    const Lines plain = facts_of(first + text);
    for (const auto& [c, by] : {std::pair{' ', " \t "}, {'\n', "\r\n"}, {'\n', "\r"}, {'\n', "  \n"}}) {
      CHECK(facts_of(first + replaced(text, c, by)) == plain);
      CHECK(messages_about(first + replaced(text, c, by)).empty());
    }
    CHECK(facts_of("\xEF\xBB\xBF" + first + text) == plain);
    CHECK(facts_of(first + text.substr(0, text.size() - 1)) == plain);
  }
  CHECK(facts_of(replaced(kCells, '\n', "  # and why\n")) == facts_of(kCells));
}

TEST_CASE("A rule with an unknown element is left out and the others stay") {
  const Ruleset rules = read_config(kCells + "rule air mud mud air\nrule air sand sand air\n", "").ruleset.value();
  REQUIRE(rules.reactions.size() == 4);
  CHECK(rules.reactions.back().line == 8);
}

TEST_CASE("Thousands of lines about all elements are read without delay") {
  std::string cells;
  for (int i = 0; i < 250; ++i) cells += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
  for (const auto& [before, after, all] :
       {std::tuple{"swap all e", "\n", "swap all all\n"},
        {"when all touches e", " becomes all e0\n", "when all touches all becomes all all\n"}}) {
    std::string text = cells;
    for (int i = 0; i < 50'000; ++i) text += before + std::to_string(i % 250) + after;
    for (int i = 0; i < 50'000; ++i) text += all;
    CHECK(read_config(text, "f").ruleset->reactions.size() == 249 + 249 * 248 / 2);
  }
}

TEST_CASE("Long lines are read whole") {
  for (const auto& [cell, numbers] : {std::pair{"cell e", " 1 1 1 0.5\n"}, {"element e", " 0 0 0 0 0 0 0 1\n"}}) {
    std::string text, group = "group Many";
    for (int i = 0; i < 200; ++i) {
      text += cell + std::to_string(i) + numbers;
      group += " e" + std::to_string(i);
    }
    CHECK(read_config(text + group + "\n", "").ruleset->groups.back().members.size() == 200);
  }
}

TEST_CASE("Clones that need more than 256 elements are an error that says how many are needed") {
  std::string text = kCells + "cell wall 9 9 9 1\ncell acid 9 9 9 0.7\nautomaton conserving\n";
  for (int i = 0; i < 249; ++i) text += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
  CHECK(read_config(text + "clone wall\n", "f").ruleset->elements.size() == 256);
  const ConfigResult result = read_config(text + "clone wall\nclone acid\n", "f");
  CHECK(result.ruleset->elements.size() == 254);
  REQUIRE(has_errors(result.diagnostics));
  CHECK(format(result.diagnostics[0]) ==
        "f:259: error: too many elements: a config has at most 256; with one more for every liquid and powder that "
        "'wall' and other clones can pour, this one needs 258; clones are left out (hide elements that no clone shall "
        "pour)");
}

TEST_CASE("A parameter that takes few values takes the nearest of them") {
  const std::vector<ConfigTarget> targets = {{"blocky", false, {{"size", 0, 64, true, {8, 16, 32}}}}};
  const ConfigResult result = read_config("cell a 1 1 1 0.5\nautomaton blocky\nparameter size 20\n", "f", targets);
  CHECK(result.ruleset->parameters.at(0).second == 16);
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].message == "number out of range: size must be one of 8, 16, 32, but is '20'; 16 is used");
}

TEST_CASE("The text of a web page is read without its tags") {
  const ConfigResult result = read_config(
      "<html><body><p># File subversion 2<br>element Empty 0 0 0 0 1 0 0 1<br>element <b>Fire</b> 9 9 9 -1 1 0 0 "
      "1</p>\n"
      "self&nbsp;0.1 Fire 1 Empty<BR>nonsense<br>\n</body></html>\n",
      "page.txt");
  REQUIRE(result.ruleset);
  CHECK(result.ruleset->dialect == Dialect::wxsand);
  CHECK(result.ruleset->elements.size() == 2);
  CHECK(result.ruleset->decays.size() == 1);
  REQUIRE(result.diagnostics.size() == 2);
  CHECK((result.diagnostics[0].line == 2 && result.diagnostics[0].column == 31));
}

TEST_CASE("The sand.js forms do not change a wxSand text") {
  const Ruleset rules = read_config(kElements, "").ruleset.value();
  CHECK(config_edit::set_rule(kElements, rules, 0, 1, 1, 0) == kElements);
  CHECK(config_edit::leave_undefined_alone(kElements, rules, 1) == kElements);
  CHECK(config_edit::set_flag(kElements, rules, 1, "hidden", true) == kElements);
  CHECK(config_edit::set_share(kElements, rules, 1, "glow", 0.5, 0) == kElements);
  CHECK(config_edit::set_liquid(kElements, rules, 1, true) == kElements);
  CHECK(config_edit::add_element(kElements, "mud", {1, 2, 3}, 0.5) == kElements);
  CHECK(config_edit::rename_element(kElements, rules, 1, "flame") == kElements);
}

}  // namespace repose::grammar_test
