// Changes cells, rules and names in the text of a config.
#include "repose/config_edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "config/config_patch.hpp"
#include "config/number.hpp"
#include "repose/config.hpp"

namespace repose::config_edit {
namespace {

using std::string_view;

constexpr std::size_t kRuleWords = 5;  // rule A B C D
constexpr std::size_t kCellWords = 6;  // cell NAME RED GREEN BLUE DENSITY

const Directive* directive_of(string_view word) {
  const auto& all = directives();
  const auto found = std::ranges::find(all, word, &Directive::word);
  return found == all.end() ? nullptr : &*found;
}

// A name that can be written anywhere: one word that does not look like a comment.
bool is_plain_name(string_view name) {
  return !name.empty() && !name.starts_with('#') && name.find_first_of(" \t\v\f\r\n") == name.npos;
}

// A line uses this word for a group or for all; with an element of this name it would mean the element.
bool means_several(string_view text, const Ruleset& ruleset, string_view name) {
  const bool is_group = std::ranges::find(ruleset.groups, name, &Group::name) != ruleset.groups.end();
  const auto uses_it = [&](const Line&, const std::vector<Word>& words) {
    const bool is_pair = words[0].text == "when" || words[0].text == "swap";
    const Directive* const directive = directive_of(words[0].text);
    if (directive == nullptr || !directive->groups || !(is_pair || is_group)) return false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].text == name && (is_pair || directive->names_element(static_cast<int>(i)))) return true;
    }
    return false;
  };
  return last_line(text, uses_it).has_value();
}

// ---- cell lines ----

// The words of a cell line up to its comment; empty when they cannot be changed safely.
std::vector<Word> values_of_cell(const std::vector<Word>& words) {
  if (words[0].text != "cell" || words.size() < 2) return {};
  std::vector<Word> values(words.begin(), words.begin() + 2);
  for (std::size_t i = 2; i < std::min(words.size(), kCellWords) && !words[i].text.starts_with('#'); ++i) {
    if (!config::parse_number(words[i].text)) return {};
    values.push_back(words[i]);
  }
  return values;
}

// Writes `news` over the values from word `first` on. Missing values are added; missing values before `first` become 0.
void set_values(Patch& patch, const std::vector<Word>& values, std::size_t first,
                const std::vector<std::string>& news) {
  std::string added;
  for (std::size_t i = 2; i < first + news.size(); ++i) {
    const std::string value = i >= first ? news[i - first] : "0";
    if (i >= values.size()) added += ' ' + value;
    if (i >= first && i < values.size()) patch.replace(values[i].text, value);
  }
  const string_view last = values.back().text;
  if (!added.empty()) patch.replace(patch.offset_of(last) + last.size(), 0, added);
}

template <class Values>
std::string edit_cell(string_view text, int line_number, Values make_values) {
  Patch patch(text);
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (line.number != line_number) return;
    const std::vector<Word> values = values_of_cell(words);
    if (!values.empty()) make_values(patch, values);
  });
  return patch.take();
}

// ---- rules ----

const Reaction* deciding(const Ruleset& ruleset, std::uint8_t a, std::uint8_t b) {
  const auto same_pair = [&](const Reaction& r) {
    return !r.anywhere && ((r.a == a && r.b == b) || (r.a == b && r.b == a));
  };
  const auto found = std::find_if(ruleset.reactions.rbegin(), ruleset.reactions.rend(), same_pair);
  return found == ruleset.reactions.rend() ? nullptr : &*found;
}

std::string rewrite_rule(string_view text, const Ruleset& ruleset, int line_number, std::uint8_t c, std::uint8_t d) {
  const std::string &c_name = ruleset.elements[c].name, &d_name = ruleset.elements[d].name;
  if (meaning(ruleset, c_name, line_number) != c || meaning(ruleset, d_name, line_number) != d) {
    return std::string(text);
  }
  Patch patch(text);
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (line.number != line_number || words.size() < kRuleWords) return;
    patch.replace(words[3].text, c_name);
    patch.replace(words[4].text, d_name);
  });
  return patch.take();
}

// False for a `swap` line, whose reactions are rules too.
bool is_rule(string_view text, int line_number) {
  const auto is_it = [&](const Line& line, const std::vector<Word>& words) {
    return line.number == line_number && words[0].text == "rule";
  };
  return last_line(text, is_it).has_value();
}

std::string blanks_before(const Line& line) {
  return std::string(line.text.substr(0, std::min(line.text.find_first_not_of(" \t\v\f"), line.text.size())));
}

// `after`: the number of a line below which the rules must stand; 0: none.
std::string add_rules(string_view text, const Ruleset& ruleset, const std::vector<Reaction>& rules, int after = 0) {
  int lowest_cell = 0;
  for (const Reaction& r : rules) {
    for (const std::uint8_t e : {r.a, r.b, r.c, r.d}) {
      if (!can_be_named(ruleset, e)) return std::string(text);
      lowest_cell = std::max(lowest_cell, ruleset.elements[e].line);
    }
  }
  const std::optional<Line> last_rule = last_line_of(text, "rule");
  const std::optional<Line> behind = last_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (words[0].text == "rule" || line.number == after) return true;
    return last_rule ? line.number <= lowest_cell : words[0].text == "cell";
  });
  const std::string indent = last_rule ? blanks_before(*last_rule) : "";
  std::string lines = last_rule ? "" : "\n";
  for (const Reaction& r : rules) {
    const auto& e = ruleset.elements;
    lines += fmt::format("{}rule {} {} {} {}\n", indent, e[r.a].name, e[r.b].name, e[r.c].name, e[r.d].name);
  }
  Patch patch(text);
  patch.insert_behind(behind, lines);
  return patch.take();
}

}  // namespace

bool Directive::names_element(int place) const {
  return (names_from > 0 && place >= names_from) || std::ranges::find(names, place) != names.end();
}

const std::vector<Directive>& directives() {
  static const std::vector<Directive> all = {
      {"cell", {1}},
      {"rule", {1, 2, 3, 4}},
      {"liquid", {1}, 0, true},
      {"glow", {1}, 0, true},
      {"hidden", {1}, 0, true},
      {"airborne", {1}, 0, true},
      {"describe", {1}},
      {"friction", {1}},
      {"dissolve", {1, 2}},
      {"static", {1}},
      {"automaton", {}},
      {"faucet", {1, 2}},
      {"drain", {1}},
      {"react", {1}, 0, true},
      {"decay", {1, 2}},
      {"powder", {1}, 0, true},
      {"viscosity", {1}, 0, true},
      {"wander", {1}, 0, true},
      {"resistance", {1}, 0, true},
      {"shimmer", {1}, 0, true},
      {"burst", {1, 3}},
      {"clone", {1}},
      {"when", {1, 3, 5, 6}, 0, true},
      {"swap", {1, 2}, 0, true},
      {"group", {}, 2, true},
      {"set", {}, 2, true},
      {"parameter", {}},
  };
  return all;
}

std::string set_cell_color(string_view text, int line, Color color) {
  return edit_cell(text, line, [&](Patch& patch, const std::vector<Word>& values) {
    set_values(patch, values, 2, {std::to_string(color.r), std::to_string(color.g), std::to_string(color.b)});
  });
}

std::string set_cell_density(string_view text, int line, double density) {
  return edit_cell(text, line, [&](Patch& patch, const std::vector<Word>& values) {
    const string_view old = values.size() == kCellWords ? values.back().text : string_view{};
    set_values(patch, values, 5, {decimal(rounded(density), old)});
  });
}

std::string set_rule(string_view text, const Ruleset& ruleset, std::uint8_t a, std::uint8_t b, std::uint8_t c,
                     std::uint8_t d) {
  const std::size_t count = ruleset.elements.size();
  if (a >= count || b >= count || c >= count || d >= count) return std::string(text);
  const Reaction* rule = deciding(ruleset, a, b);
  if (rule == nullptr) return add_rules(text, ruleset, {{a, b, c, d}});
  if (!is_rule(text, rule->line)) return add_rules(text, ruleset, {{a, b, c, d}}, rule->line);
  const bool turned = rule->a != a;
  return rewrite_rule(text, ruleset, rule->line, turned ? d : c, turned ? c : d);
}

std::string leave_undefined_alone(string_view text, const Ruleset& ruleset, std::uint8_t element) {
  std::vector<Reaction> rules;
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    const auto other = static_cast<std::uint8_t>(i);
    const bool can_meet = ruleset.elements[i].density_byte != ruleset.elements[element].density_byte;
    if (!can_meet || !can_be_named(ruleset, other) || deciding(ruleset, element, other) != nullptr) continue;
    rules.push_back({element, other, element, other});
  }
  return rules.empty() ? std::string(text) : add_rules(text, ruleset, rules);
}

std::string add_line(string_view text, string_view line) {
  Patch patch(text);
  patch.insert_behind({}, fmt::format("{}\n", line));
  return patch.take();
}

std::string add_element(string_view text, string_view name, Color color, double density) {
  if (!is_plain_name(name) || detect_dialect(text) != Dialect::sandjs) return std::string(text);
  const std::string line =
      fmt::format("cell {} {} {} {} {}\n", name, color.r, color.g, color.b, decimal(rounded(density), ""));
  Patch patch(text);
  patch.insert_behind(last_line_of(text, "cell"), line);
  return patch.take();
}

std::string rename_element(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view name) {
  if (!is_plain_name(name) || element >= ruleset.elements.size() || ruleset.find(name)) return std::string(text);
  if (means_several(text, ruleset, name)) return std::string(text);
  const Element& old = ruleset.elements[element];
  Patch patch(text);
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    const Directive* const directive = directive_of(words[0].text);
    if (directive == nullptr) return;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (!directive->names_element(static_cast<int>(i))) continue;
      if (words[i].text.starts_with('#') && !ruleset.find(words[i].text)) break;
      if (words[i].text != old.name) continue;
      const bool means_it =
          words[0].text == "cell" ? line.number == old.line : meaning(ruleset, old.name, line.number) == element;
      if (means_it) patch.replace(words[i].text, name);
    }
  });
  return patch.take();
}

}  // namespace repose::config_edit
