#include "repose/config_edit.hpp"
#include "repose/config_words.hpp"

#include <string>

#include "support.hpp"

using namespace repose;
using namespace repose::config_edit;

namespace {

constexpr const char* kText =
    "# my world\n"
    "cell air    12  12  16  0.5\n"
    "\tcell sand  222 190  60  0.95   # the usual\n"
    "cell water  40 110 210  0.9\n"
    "\n"
    "rule air   sand  sand  air\n"
    "  rule water air  air water 0.5 # the other way round\n"
    "glow sand 0.25\n"
    "describe water Water, sand's friend.\n";

Ruleset read(const std::string& text) {
  ConfigResult result = read_config(text, "test.cfg");
  REQUIRE(result.ruleset.has_value());
  return *result.ruleset;
}

// `text` with one part replaced: the expected result of an edit.
std::string with(std::string text, const std::string& part, const std::string& by) {
  const auto at = text.find(part);
  REQUIRE(at != text.npos);
  return text.replace(at, part.size(), by);
}

std::string with_crlf(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

enum : std::uint8_t { air, sand, water };

}  // namespace

TEST_CASE("a colour is changed in its line and nowhere else") {
  CHECK(set_cell_color(kText, 3, {1, 2, 3}) == with(kText, "222 190  60", "1 2  3"));
  CHECK(set_cell_color(with_crlf(kText), 3, {1, 2, 3}) == with_crlf(with(kText, "222 190  60", "1 2  3")));
}

TEST_CASE("a density keeps the number of decimals of the text") {
  CHECK(set_cell_density(kText, 3, 0.5) == with(kText, "0.95", "0.50"));
  CHECK(set_cell_density(kText, 3, 0.1234) == with(kText, "0.95", "0.1234"));
  CHECK(set_cell_density(kText, 2, 0.25) == with(kText, "16  0.5", "16  0.25"));
  CHECK(set_cell_density(kText, 2, 7) == with(kText, "16  0.5", "16  1.0"));
}

TEST_CASE("a line that is not a cell line is not changed") {
  for (const int line : {0, 1, 5, 6, 9, 10, 99}) {
    CHECK(set_cell_color(kText, line, {1, 2, 3}) == kText);
    CHECK(set_cell_density(kText, line, 0.5) == kText);
  }
}

TEST_CASE("values that a cell line lacks are added before its comment") {
  CHECK(set_cell_color("cell sand # new\n", 1, {1, 2, 3}) == "cell sand 1 2 3 # new\n");
  CHECK(set_cell_density("cell sand 1 # new\n", 1, 0.5) == "cell sand 1 0 0 0.5 # new\n");
}

TEST_CASE("a cell line with a word in the place of a number is not changed") {
  CHECK(set_cell_color("cell wet sand 1 2 3 0.5\n", 1, {1, 2, 3}) == "cell wet sand 1 2 3 0.5\n");
}

TEST_CASE("a rule is rewritten in place, in either order of its pair") {
  const Ruleset rules = read(kText);
  CHECK(set_rule(kText, rules, air, sand, water, air) == with(kText, "sand  sand  air", "sand  water  air"));
  CHECK(set_rule(kText, rules, sand, air, air, water) == with(kText, "sand  sand  air", "sand  water  air"));
  CHECK(set_rule(kText, rules, air, water, sand, air) == with(kText, "air  air water 0.5", "air  air sand 0.5"));
}

TEST_CASE("of several rules for a pair the last one is rewritten") {
  const std::string text = std::string(kText) + "rule sand air sand air\n";
  CHECK(set_rule(text, read(text), air, sand, air, water) == std::string(kText) + "rule sand air water air\n");
}

TEST_CASE("a new rule comes after the last one, with its indentation") {
  const std::string expected = with(kText, "round\n", "round\n  rule sand water water sand\n");
  CHECK(set_rule(kText, read(kText), sand, water, water, sand) == expected);
  const std::string crlf = with_crlf(kText);
  CHECK(set_rule(crlf, read(crlf), sand, water, water, sand) == with_crlf(expected));
}

TEST_CASE("a new rule comes below the cells that it names") {
  const std::string text = "cell a 1 1 1 0.1\ncell b 2 2 2 0.2\nrule a b b a\ncell c 3 3 3 0.3\nliquid c";
  CHECK(set_rule(text, read(text), 0, 2, 2, 0) == with(text, "0.3\n", "0.3\nrule a c c a\n"));
}

TEST_CASE("the first rule of a text comes after its cells, and a last line without line end gets one") {
  const std::string text = "cell a 1 1 1 0.1\ncell b 2 2 2 0.2";
  CHECK(set_rule(text, read(text), 0, 1, 1, 0) == text + "\n\nrule a b b a");
}

TEST_CASE("an element whose name a later one has cannot be named, so nothing is written") {
  const std::string text = "cell a 1 1 1 0.1\ncell b 2 2 2 0.2\ncell b 3 3 3 0.3\n";
  const Ruleset rules = read(text);
  CHECK(set_rule(text, rules, 0, 1, 1, 0) == text);
  CHECK(set_rule(text, rules, 0, 2, 2, 0) == text + "\nrule a b b a\n");
}

TEST_CASE("indices out of range change nothing") {
  CHECK(set_rule(kText, read(kText), 0, 77, 0, 0) == kText);
  CHECK(rename_element(kText, read(kText), 77, "x") == kText);
}

TEST_CASE("pairs without a rule get rules that keep both unchanged") {
  const std::string text = std::string(kText) + "cell wall 9 9 9 1\n";
  const std::string done = leave_undefined_alone(text, read(text), 3);
  CHECK(done == text + "  rule wall air wall air\n  rule wall sand wall sand\n  rule wall water wall water\n");
  CHECK(leave_undefined_alone(done, read(done), 3) == done);
  CHECK(read(leave_undefined_alone(done, read(done), sand)).reactions.size() == 6);
}

TEST_CASE("hidden is written once and removed completely") {
  const std::string hidden = set_flag(kText, read(kText), sand, "hidden", true);
  CHECK(hidden == std::string(kText) + "hidden sand\n");
  CHECK(set_flag(hidden, read(hidden), sand, "hidden", true) == hidden);
  CHECK(set_flag(hidden, read(hidden), sand, "hidden", false) == kText);
}

TEST_CASE("a glow is changed, added and removed") {
  const Ruleset rules = read(kText);
  CHECK(set_share(kText, rules, sand, "glow", 0.5, 0) == with(kText, "0.25", "0.50"));
  CHECK(set_share(kText, rules, water, "glow", 0.5, 0) ==
        with(kText, "glow sand 0.25\n", "glow sand 0.25\nglow water 0.5\n"));
  CHECK(set_share(kText, rules, sand, "glow", 0, 0) == with(kText, "glow sand 0.25\n", ""));
}

TEST_CASE("the first liquid line also marks the liquids that were guessed") {
  const Ruleset rules = read(kText);
  REQUIRE(rules.elements[water].liquid);
  const std::string marked = set_liquid(kText, rules, sand, true);
  CHECK(marked == std::string(kText) + "liquid sand\nliquid water\n");
  CHECK(read(marked).elements[water].liquid);
  CHECK(set_liquid(marked, read(marked), sand, false) == std::string(kText) + "liquid water\n");
}

TEST_CASE("a new element comes after the last cell line") {
  CHECK(add_element(kText, "oil", {1, 2, 3}, 0.7) == with(kText, "0.9\n", "0.9\ncell oil 1 2 3 0.7\n"));
  CHECK(add_element("", "oil", {1, 2, 3}, 1) == "cell oil 1 2 3 1\n");
  for (const char* name : {"", "two words", "#oil", "o\nil"}) CHECK(add_element(kText, name, {1, 2, 3}, 0.7) == kText);
}

TEST_CASE("renaming changes every use of a name and no other word") {
  std::string expected = with(kText, "cell sand", "cell grit");
  expected = with(expected, "rule air   sand  sand", "rule air   grit  grit");
  expected = with(expected, "glow sand", "glow grit");
  CHECK(rename_element(kText, read(kText), sand, "grit") == expected);
  for (const char* name : {"", "water", "wet sand", "#"}) {
    CHECK(rename_element(kText, read(kText), sand, name) == kText);
  }
}

TEST_CASE("renaming does not change comments, even in the place of a name") {
  const std::string text = "cell a 1 1 1 0.1\ncell b 2 2 2 0.2 # b\nrule a b # b\n";
  CHECK(rename_element(text, read(text), 1, "c") == "cell a 1 1 1 0.1\ncell c 2 2 2 0.2 # b\nrule a c # b\n");
}

TEST_CASE("of two elements with one name only the uses of one are renamed") {
  const std::string text = "cell a 1 1 1 0.1\ncell b 2 2 2 0.2\nglow b 1\ncell b 3 3 3 0.3\nglow b 1\n";
  CHECK(rename_element(text, read(text), 1, "c") ==
        "cell a 1 1 1 0.1\ncell c 2 2 2 0.2\nglow c 1\ncell b 3 3 3 0.3\nglow b 1\n");
  CHECK(rename_element(text, read(text), 2, "c") ==
        "cell a 1 1 1 0.1\ncell b 2 2 2 0.2\nglow b 1\ncell c 3 3 3 0.3\nglow c 1\n");
}

TEST_CASE("the manual has the row of every word, and no other") {
  const std::string manual = test::read_text(std::string(REPOSE_SOURCE_DIR) + "/docs/configs.md");
  for (const ConfigWord& row : config_words()) {
    INFO("docs/configs.md needs this row: " << row.manual_row());
    CHECK(manual.find("\n" + row.manual_row() + "\n") != manual.npos);
  }
  std::size_t rows = 0;
  for (const char* dialect : {"` | sand.js |", "` | ours |"}) {
    for (auto at = manual.find(dialect); at != manual.npos; at = manual.find(dialect, at + 1)) ++rows;
  }
  CHECK(rows == config_words().size());
}

TEST_CASE("the reader looks for names of elements at the places of the table") {
  for (const ConfigWord& row : config_words()) {
    if (row.word == "cell") continue;
    INFO(row.word);
    for (std::size_t place = 1; place <= row.operands.size(); ++place) {
      if (!row.names_element(place)) continue;
      std::string line(row.word);
      for (std::size_t i = 1; i <= 6; ++i) {
        const ConfigOperand* const operand = row.operand(i);
        const bool is_fixed = operand != nullptr && operand->kind == ConfigOperand::Kind::fixed;
        line += " " + std::string(i == place ? "nowhere" : is_fixed ? operand->name : "a");
      }
      const Diagnostics diagnostics = read_config("cell a 1 1 1 0.1\n" + line + "\n", "").diagnostics;
      REQUIRE_FALSE(diagnostics.empty());
      CHECK(diagnostics[0].message.starts_with("unknown element"));
      CHECK(diagnostics[0].message.find("'nowhere'") != std::string::npos);
    }
  }
}

TEST_CASE("renaming changes members of groups and both sides of when, but never takes the name of a group") {
  const std::string text = std::string(kText) + "group g water sand\nwhen sand touches g becomes g sand\n";
  std::string expected = rename_element(kText, read(kText), sand, "grit");
  expected += "group g water grit\nwhen grit touches g becomes g grit\n";
  CHECK(rename_element(text, read(text), sand, "grit") == expected);
  CHECK(rename_element(text, read(text), sand, "g") == text);
}

TEST_CASE("renaming changes swap lines, sets and words about one element, but never takes the name of a group") {
  const std::string text = std::string(kText) + "set g water sand\nset h g sand\nswap sand g\nwander sand 0.5\n";
  std::string expected = rename_element(kText, read(kText), sand, "grit");
  expected += "set g water grit\nset h g grit\nswap grit g\nwander grit 0.5\n";
  CHECK(rename_element(text, read(text), sand, "grit") == expected);
  CHECK(rename_element(text, read(text), sand, "g") == text);
  const std::string about_group = std::string(kText) + "set g water\nhidden g\n";
  CHECK(rename_element(about_group, read(about_group), sand, "g") == about_group);
}

TEST_CASE("a rule of a pair that a swap line is about is added, where it counts") {
  const std::string cells = "cell air 1 1 1 0.1\ncell dust 2 2 2 0.6\ncell water 3 3 3 0.4\n";
  const std::string of_group = cells + "rule air water water air\nset g dust\nswap g air # A B C D\n";
  CHECK(set_rule(of_group, read(of_group), 1, 0, 1, 0) == of_group + "rule dust air dust air\n");
  const std::string of_two = cells + "rule air water water air\nswap dust air\n# end\n";
  const std::string changed = set_rule(of_two, read(of_two), 1, 0, 1, 0);
  CHECK(changed == cells + "rule air water water air\nswap dust air\nrule dust air dust air\n# end\n");
  CHECK(set_rule(changed, read(changed), 1, 0, 0, 0) ==
        cells + "rule air water water air\nswap dust air\nrule dust air air air\n# end\n");
}

TEST_CASE("edits never name the elements that a clone pours") {
  const std::string text = std::string(kText) + "cell tap 9 9 9 1\nclone tap\n";
  const Ruleset rules = read(text);
  REQUIRE(rules.elements.size() > 4);
  CHECK(leave_undefined_alone(text, rules, 3).find("tap:") == std::string::npos);
  CHECK(set_flag(text, rules, 4, "hidden", false) == text);
  CHECK(set_rule(text, rules, 0, 4, 0, 4) == text);
}

TEST_CASE("an edit of any text gives a text that can be read, or the text itself") {
  const std::string odd[] = {"",
                             "\n",
                             "rule",
                             "cell",
                             "cell a",
                             "\xEF\xBB\xBF"
                             "cell a 1 1 1 0.1\rcell b 2 2 2 0.2\rrule a b b a\r",
                             "cell # 1 2 3 0.5"};
  for (const std::string& text : odd) {
    const Ruleset rules = read_config(text, "").ruleset.value_or(Ruleset{});
    set_cell_color(text, 1, {1, 2, 3});
    set_cell_density(text, 1, 0.5);
    CHECK(set_rule(text, rules, 0, 1, 0, 1).size() >= text.size());
    CHECK(read_config(add_element(text, "x", {1, 2, 3}, 0.5), "").ruleset.has_value());
  }
  const std::string cr = odd[5];
  CHECK(set_rule(cr, read(cr), 0, 1, 0, 0) == with(cr, "rule a b b a", "rule a b a a"));
  CHECK(add_element(cr, "c", {1, 2, 3}, 0.5) == with(cr, "0.2\r", "0.2\rcell c 1 2 3 0.5\r"));
}

TEST_CASE("a line is added at the end of the text, with its line end") {
  CHECK(add_line(kText, "react water") == std::string(kText) + "react water\n");
  CHECK(add_line(with_crlf(kText), "react water") == with_crlf(std::string(kText) + "react water\n"));
  CHECK(add_line("cell air 0 0 0 0", "react air") == "cell air 0 0 0 0\nreact air");
  CHECK(add_line("", "react air") == "react air\n");
}
