// Changing the text of a config; tests/data/config-edits.txt has the cases.
#include <algorithm>
#include <sstream>
#include <string>

#include "repose/config_edit.hpp"
#include "repose/config_words.hpp"
#include "support.hpp"

namespace repose::config_edit_test {
namespace {

using namespace config_edit;
using Lines = std::vector<std::string>;

Ruleset rules_of(const std::string& text) { return read_config(text, "test.cfg").ruleset.value(); }

std::string with_crlf(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

Lines split(const std::string& text, char at) {
  Lines parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  if (text.ends_with(at)) parts.emplace_back();
  return parts;
}

// The text after an edit such as "set_share|water|wander|0.25|0". Elements are named or numbered.
std::string edited(const std::string& text, const std::string& edit) {
  const Lines words = split(edit, '|');
  const std::string& name = words.at(0);
  const auto number = [&](std::size_t i) { return std::stod(words.at(i)); };
  const auto line = [&](std::size_t i) { return std::stoi(words.at(i)); };
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(line(i)); };
  const auto color = [&](std::size_t i) { return Color{byte(i), byte(i + 1), byte(i + 2)}; };
  if (name == "set_cell_color") return set_cell_color(text, line(1), color(2));
  if (name == "set_cell_density") return set_cell_density(text, line(1), number(2));
  if (name == "add_line") return add_line(text, words.at(1));
  if (name == "add_element") return add_element(text, words.at(1), color(2), number(5));
  if (name == "remove_line") return remove_line(text, words.at(1), line(2));
  if (name == "set_when")
    return set_when(text, {line(1), words.at(2), words.at(3), words.at(4), words.at(5), number(6)});
  if (name == "set_parameter")
    return set_parameter(text, words.at(1), words.size() > 2 ? std::optional(number(2)) : std::nullopt);
  const Ruleset rules = rules_of(text);
  const auto element = [&](std::size_t i) { return rules.find(words.at(i)) ? *rules.find(words.at(i)) : byte(i); };
  const std::uint8_t first = element(1);
  if (name == "set_rule") return set_rule(text, rules, first, element(2), element(3), element(4));
  if (name == "leave_undefined_alone") return leave_undefined_alone(text, rules, first);
  if (name == "rename_element") return rename_element(text, rules, first, words.at(2));
  if (name == "set_flag") return set_flag(text, rules, first, words.at(2), line(3) != 0);
  if (name == "set_values") return set_values(text, rules, first, words.at(2), words.at(3));
  if (name == "set_share") return set_share(text, rules, first, words.at(2), number(3), number(4));
  if (name == "set_liquid") return set_liquid(text, rules, first, line(2) != 0);
  if (name == "set_powder") return set_powder(text, rules, first, line(2) != 0);
  if (name == "set_member") return set_member(text, rules, first, words.at(2), line(3) != 0);
  FAIL("there is no edit " << name);
  return text;
}

// The lines that go and come, between the lines that both texts begin and end with.
Lines difference(const std::string& before, const std::string& after) {
  const Lines a = split(before, '\n'), b = split(after, '\n');
  std::size_t begin = 0, end = 0;
  while (begin < a.size() && begin < b.size() && a[begin] == b[begin]) ++begin;
  while (begin + end < a.size() && begin + end < b.size() && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
  Lines lines;
  for (std::size_t i = begin; i + end < a.size(); ++i) lines.push_back(std::to_string(i + 1) + "- " + a[i]);
  for (std::size_t i = begin; i + end < b.size(); ++i) lines.push_back(std::to_string(i + 1) + "+ " + b[i]);
  return lines;
}

}  // namespace

TEST_CASE("an edit changes the lines that the cases say, whatever the line ends") {
  std::istringstream list(test::read_text(REPOSE_TEST_DATA "/config-edits.txt"));
  std::string base, added, shows, edit, before, after;
  Lines expected;
  int count = 0;
  const auto finish = [&] {
    if (edit.empty()) return;
    ++count;
    INFO(shows << "\n" << added << edit);
    CHECK(difference(before, after) == expected);
    CHECK(edited(with_crlf(before), edit) == with_crlf(after));
    edit.clear();
    expected.clear();
  };
  for (std::string line; std::getline(list, line);) {
    const bool is_edit = line.starts_with("!"), goes_on = line.starts_with("!!");
    if (line.empty() || std::string_view("#=>!").find(line[0]) != std::string_view::npos) {
      const bool had_edit = !edit.empty();
      finish();
      if (had_edit && line.starts_with(">")) added.clear();
    }
    if (line.empty()) base.clear();
    if (line.starts_with("# ")) shows = line.substr(2), added.clear();
    if (line.starts_with("= ")) base += line.substr(2) + "\n";
    if (line.starts_with("> ")) added += line.substr(2) + "\n";
    if (!line.empty() && std::isdigit(static_cast<unsigned char>(line[0])) != 0) expected.push_back(line);
    if (!is_edit) continue;
    edit = line.substr(goes_on ? 3 : 2);
    before = goes_on ? after : base + added;
    after = edited(before, edit);
  }
  finish();
  CHECK(count > 100);
}

TEST_CASE("a text without a last line end gets an edit with or without one, as it ends") {
  const std::string text = "cell a 1 1 1 0.1\ncell b 2 2 2 0.2";
  CHECK(set_rule(text, rules_of(text), 0, 1, 1, 0) == text + "\n\nrule a b b a");
  CHECK(add_line("cell air 0 0 0 0", "react air") == "cell air 0 0 0 0\nreact air");
  CHECK(add_line("", "react air") == "react air\n");
  CHECK(add_element("", "oil", {1, 2, 3}, 1) == "cell oil 1 2 3 1\n");
}

TEST_CASE("when lines are listed, and the line about a group that marks an element is found") {
  const std::string cells =
      "cell air 1 1 1 0.1\ncell sand 2 2 2 0.9\ncell snow 3 3 3 0.7\nset wet snow\nhidden wet\npowder snow\n";
  const std::vector<WhenText> lines =
      when_lines(cells + "when sand touches all becomes air all 0.5\nwhen sand touches\n");
  REQUIRE(lines.size() == 1);
  CHECK((lines[0].line == 7 && lines[0].b == "all" && lines[0].probability == 0.5));
  const Ruleset rules = rules_of(cells);
  CHECK(line_about_its_group(cells, rules, 2, "hidden") == 5);
  CHECK(line_about_its_group(cells, rules, 2, "powder") == std::nullopt);
  CHECK(line_about_its_group(cells, rules, 1, "hidden") == std::nullopt);
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
  CHECK(set_rule(cr, rules_of(cr), 0, 1, 0, 0).ends_with("rule a b a a\r"));
  CHECK(add_element(cr, "c", {1, 2, 3}, 0.5).find("0.2\rcell c 1 2 3 0.5\rrule") != std::string::npos);
}

}  // namespace repose::config_edit_test
