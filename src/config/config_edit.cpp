// Changes the text of a config: cells, rules, names, and the lines of our own words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/text.hpp"
#include "repose/config.hpp"
#include "repose/config_edit.hpp"
#include "repose/config_words.hpp"

namespace repose::config_edit {

using std::string_view;

namespace {

using config::Word;

constexpr std::size_t kLineWordsMax = 2 + kElementsMax;  // group NAME ELEMENT...

struct TextLine : config::Line {
  std::vector<Word> words;

  bool is(string_view directive) const { return words[0].text == directive; }
};

// All lines that are neither blank nor comments.
std::vector<TextLine> lines_of(string_view text) {
  std::vector<TextLine> found;
  config::LineReader lines(text);
  for (TextLine line; lines.next(line);) {
    config::split_words(line.text, line.words, kLineWordsMax);
    if (!line.words.empty() && !line.words[0].text.starts_with('#')) found.push_back(line);
  }
  return found;
}

// Collects replacements in a text, in the order of their offsets.
class Patch {
 public:
  explicit Patch(string_view text) : text_(text) {}

  std::size_t offset_of(string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

  void replace(std::size_t offset, std::size_t length, string_view with) {
    result_ += text_.substr(done_, offset - done_);
    result_ += with;
    done_ = offset + length;
  }
  void replace(string_view part, string_view with) { replace(offset_of(part), part.size(), with); }

  // Removes a line with its line end.
  void remove_line(const config::Line& line) {
    const std::size_t begin = offset_of(line.text), end = begin + line.text.size();
    replace(begin, line.text.size() + end_at(end).size(), "");
  }

  // Inserts whole lines after `line`, or at the end of the text if there is no such line or it has no line end.
  void insert_behind(const std::optional<TextLine>& line, string_view lines_with_lf) {
    const std::size_t first_end = text_.find_first_of("\r\n");
    const std::string ending = first_end == text_.npos ? "\n" : std::string(end_at(first_end));
    std::string lines;
    for (const char c : lines_with_lf) lines += c == '\n' ? ending : std::string(1, c);
    std::size_t at = text_.size();
    if (line) {
      at = offset_of(line->text) + line->text.size();
      at += end_at(at).size();
    }
    const bool unfinished = at > 0 && text_[at - 1] != '\n' && text_[at - 1] != '\r';
    if (unfinished) lines = ending + lines.substr(0, lines.size() - ending.size());
    replace(at, 0, lines);
  }

  std::string take() {
    result_ += text_.substr(done_);
    return std::move(result_);
  }

 private:
  string_view end_at(std::size_t offset) const {
    const string_view rest = text_.substr(offset);
    return rest.substr(0, rest.starts_with("\r\n") ? 2 : rest.empty() ? 0 : 1);
  }
  string_view text_;
  std::string result_;
  std::size_t done_ = 0;
};

// The text after visit(patch, line) has changed it.
template <class Visit>
std::string patched(string_view text, Visit visit) {
  Patch patch(text);
  for (const TextLine& line : lines_of(text)) visit(patch, line);
  return patch.take();
}

template <class Matches>
std::string without_lines(string_view text, Matches matches) {
  return patched(text, [&](Patch& patch, const TextLine& line) {
    if (matches(line)) patch.remove_line(line);
  });
}

std::string with_lines_behind(string_view text, const std::optional<TextLine>& line, string_view lines) {
  Patch patch(text);
  patch.insert_behind(line, lines);
  return patch.take();
}

template <class Matches>
std::optional<TextLine> last_line(string_view text, Matches matches) {
  std::optional<TextLine> found;
  for (const TextLine& line : lines_of(text)) {
    if (matches(line)) found = line;
  }
  return found;
}

std::optional<TextLine> last_line_of(string_view text, string_view directive) {
  return last_line(text, [&](const TextLine& line) { return line.is(directive); });
}

// The element that a name means on a line: the last definition above it, else the first below.
std::optional<std::uint8_t> meaning(const Ruleset& ruleset, string_view name, int line) {
  std::optional<std::uint8_t> found;
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    const Element& element = ruleset.elements[i];
    if (element.name == name && (!found || element.line < line)) found = static_cast<std::uint8_t>(i);
  }
  return found;
}

// True if a new line can name this element.
bool can_be_named(const Ruleset& ruleset, std::uint8_t element) {
  if (ruleset.dialect != Dialect::sandjs || ruleset.elements[element].pours) return false;
  return element < ruleset.elements.size() && ruleset.find(ruleset.elements[element].name) == element;
}

// A number in short decimal form, with at least as many decimals as the word that it replaces.
std::string decimal(double value, string_view old_word) {
  constexpr int kDecimalsMax = 4;
  const std::size_t point = old_word.find('.');
  const auto had = point == old_word.npos ? 0 : static_cast<int>(old_word.size() - point - 1);
  for (int decimals = std::clamp(had, 0, kDecimalsMax); decimals < kDecimalsMax; ++decimals) {
    const std::string shown = fmt::format("{:.{}f}", value, decimals);
    if (std::abs(config::parse_number(shown)->value - value) < 1e-9) return shown;
  }
  return fmt::format("{:.{}f}", value, kDecimalsMax);
}

// Within 0..1, to four decimals.
double rounded(double value) { return std::round(std::clamp(value, 0.0, 1.0) * 1e4) / 1e4; }

// True when the line is `directive NAME ...` and the name means this element there.
auto says(string_view directive, const Ruleset& ruleset, std::uint8_t element) {
  return [=, &ruleset](const TextLine& line) {
    return line.is(directive) && line.words.size() > 1 && meaning(ruleset, line.words[1].text, line.number) == element;
  };
}

// Removes all lines that say so.
std::string remove_lines(string_view text, string_view directive, const Ruleset& ruleset, std::uint8_t element) {
  return without_lines(text, says(directive, ruleset, element));
}

// Adds lines after the last line of that directive, else at the end of the text.
std::string add_lines(string_view text, string_view directive, string_view lines) {
  return with_lines_behind(text, last_line_of(text, directive), lines);
}

constexpr std::size_t kRuleWords = 5;  // rule A B C D
constexpr std::size_t kCellWords = 6;  // cell NAME RED GREEN BLUE DENSITY

// A name that can be written anywhere: one word that is not a comment.
bool is_plain_name(string_view name) {
  return !name.empty() && !name.starts_with('#') && name.find_first_of(" \t\v\f\r\n") == name.npos;
}

// A line uses this word for a group or for all; with an element of this name it would mean the element.
bool means_several(string_view text, const Ruleset& ruleset, string_view name) {
  const bool is_group = std::ranges::find(ruleset.groups, name, &Group::name) != ruleset.groups.end();
  const auto uses_it = [&](const TextLine& line) {
    const std::vector<Word>& words = line.words;
    const ConfigWord* const row = config_word(words[0].text);
    const bool is_pair = row != nullptr && row->has(ConfigOperand::Kind::side);
    if (row == nullptr || !row->may_name_groups() || !(is_pair || is_group)) return false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].text == name && (is_pair || row->names_element(i))) return true;
    }
    return false;
  };
  return last_line(text, uses_it).has_value();
}

// ---- cell lines ----

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

// Calls make_values() with the words of a cell line up to its comment, unless they cannot be changed safely.
template <class Values>
std::string edit_cell(string_view text, int line_number, Values make_values) {
  return patched(text, [&](Patch& patch, const TextLine& line) {
    const std::vector<Word>& words = line.words;
    if (line.number != line_number || !line.is("cell") || words.size() < 2) return;
    std::vector<Word> values(words.begin(), words.begin() + 2);
    for (std::size_t i = 2; i < std::min(words.size(), kCellWords) && !words[i].text.starts_with('#'); ++i) {
      if (!config::parse_number(words[i].text)) return;
      values.push_back(words[i]);
    }
    make_values(patch, values);
  });
}

// ---- rules ----

const Reaction* deciding(const Ruleset& ruleset, std::uint8_t a, std::uint8_t b) {
  const auto same_pair = [&](const Reaction& r) {
    return !r.anywhere && ((r.a == a && r.b == b) || (r.a == b && r.b == a));
  };
  const auto found = std::find_if(ruleset.reactions.rbegin(), ruleset.reactions.rend(), same_pair);
  return found == ruleset.reactions.rend() ? nullptr : &*found;
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
  const std::optional<TextLine> last_rule = last_line_of(text, "rule");
  const std::optional<TextLine> behind = last_line(text, [&](const TextLine& line) {
    if (line.is("rule") || line.number == after) return true;
    return last_rule ? line.number <= lowest_cell : line.is("cell");
  });
  string_view indent;  // as the last rule
  if (last_rule) indent = last_rule->text.substr(0, last_rule->text.find("rule"));
  std::string lines = last_rule ? "" : "\n";
  for (const Reaction& r : rules) {
    const auto& e = ruleset.elements;
    lines += fmt::format("{}rule {} {} {} {}\n", indent, e[r.a].name, e[r.b].name, e[r.c].name, e[r.d].name);
  }
  return with_lines_behind(text, behind, lines);
}

// ---- the lines of our own words ----

// The number of words before the comment. A word with # is a comment unless it names an element.
std::size_t words_before_comment(const std::vector<Word>& words, const Ruleset& ruleset) {
  std::size_t count = 1;
  while (count < words.size() && (!words[count].text.starts_with('#') || ruleset.find(words[count].text))) ++count;
  return count;
}

std::size_t end_of(const Patch& patch, string_view word) { return patch.offset_of(word) + word.size(); }

// Replaces the words from `first` up to `end` (not included) of a line; adds them if there are none.
std::string replace_words(string_view text, const std::vector<Word>& words, std::size_t first, std::size_t end,
                          string_view by) {
  Patch patch(text);
  const std::size_t last = end_of(patch, words[end - 1].text);
  if (first >= end) {
    patch.replace(last, 0, fmt::format(" {}", by));
  } else {
    const std::size_t begin = patch.offset_of(words[first].text);
    patch.replace(begin, last - begin, by);
  }
  return patch.take();
}

// A line `WORD NAME` for each of these elements that can be named.
template <class Wanted>
std::string lines_for(const Ruleset& ruleset, string_view word, Wanted wanted) {
  std::string lines;
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    const auto index = static_cast<std::uint8_t>(i);
    if (wanted(index) && can_be_named(ruleset, index)) lines += fmt::format("{} {}\n", word, ruleset.elements[i].name);
  }
  return lines;
}

// The rules of a text in which lines were removed.
Ruleset read_again(const std::string& text) { return read_config(text, "", {}).ruleset.value_or(Ruleset{}); }

std::string text_of(const WhenText& when) {
  std::string text = fmt::format("when {} {} {} becomes {} {}", when.a, when.place, when.b, when.c, when.d);
  if (when.probability < 1) text.append(" ").append(decimal(rounded(when.probability), ""));
  return text;
}

std::optional<WhenText> when_of(const TextLine& line) {
  constexpr std::size_t kWords = 7;
  const std::vector<Word>& words = line.words;
  const ConfigOperand& place = config_word("when")->operands[1];  // touches, or a word that may stand in its place
  if (words.size() < kWords || !line.is("when") || words[4].text != "becomes") return std::nullopt;
  const string_view at = words[2].text;
  if (at != place.name && std::ranges::find(place.instead, at) == place.instead.end()) return std::nullopt;
  const auto word = [&](std::size_t i) { return std::string(words[i].text); };
  WhenText when = {line.number, word(1), word(3), word(5), word(6), 1.0, word(2)};
  const auto number = words.size() > kWords ? config::parse_number(words[kWords].text) : std::nullopt;
  if (number && number->whole_word) when.probability = std::clamp(number->value, 0.0, 1.0);
  return when;
}

// Removes the lines of the element that begin with `other`. If a line about a group of it still says so, the line
// `WORD NAME` goes to the end of the text, where it counts.
std::string with_last_word(const std::string& text, string_view word, string_view other, std::uint8_t element) {
  std::string changed = remove_lines(text, other, read_again(text), element);
  const Ruleset rules = read_again(changed);
  const std::optional<int> of_group = line_about_its_group(changed, rules, element, other);
  const std::optional<TextLine> own = last_line(changed, says(word, rules, element));
  if (!of_group || !own || own->number > *of_group) return changed;
  changed = remove_lines(changed, word, rules, element);
  return add_line(changed, fmt::format("{} {}", word, rules.elements[element].name));
}

}  // namespace

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
  const bool is_swap =
      !last_line(text, [&](const TextLine& line) { return line.number == rule->line && line.is("rule"); });
  if (is_swap) return add_rules(text, ruleset, {{a, b, c, d}}, rule->line);
  if (rule->a != a) std::swap(c, d);
  const std::string &c_name = ruleset.elements[c].name, &d_name = ruleset.elements[d].name;
  if (meaning(ruleset, c_name, rule->line) != c || meaning(ruleset, d_name, rule->line) != d) return std::string(text);
  return patched(text, [&](Patch& patch, const TextLine& line) {
    if (line.number != rule->line || line.words.size() < kRuleWords) return;
    patch.replace(line.words[3].text, c_name);
    patch.replace(line.words[4].text, d_name);
  });
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

std::string add_line(string_view text, string_view line) { return add_lines(text, "", fmt::format("{}\n", line)); }

std::string add_element(string_view text, string_view name, Color color, double density) {
  if (!is_plain_name(name) || detect_dialect(text) != Dialect::sandjs) return std::string(text);
  const std::string line =
      fmt::format("cell {} {} {} {} {}\n", name, color.r, color.g, color.b, decimal(rounded(density), ""));
  return add_lines(text, "cell", line);
}

std::string rename_element(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view name) {
  if (!is_plain_name(name) || element >= ruleset.elements.size() || ruleset.find(name)) return std::string(text);
  if (means_several(text, ruleset, name)) return std::string(text);
  const Element& old = ruleset.elements[element];
  return patched(text, [&](Patch& patch, const TextLine& line) {
    const std::vector<Word>& words = line.words;
    const ConfigWord* const row = config_word(words[0].text);
    if (row == nullptr) return;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (!row->names_element(i)) continue;
      if (words[i].text.starts_with('#') && !ruleset.find(words[i].text)) break;
      if (words[i].text != old.name) continue;
      const bool means_it =
          line.is("cell") ? line.number == old.line : meaning(ruleset, old.name, line.number) == element;
      if (means_it) patch.replace(words[i].text, name);
    }
  });
}

std::optional<int> line_about_its_group(string_view text, const Ruleset& ruleset, std::uint8_t element,
                                        string_view word) {
  const std::optional<TextLine> line = last_line(text, [&](const TextLine& l) {
    if (!l.is(word) || l.words.size() < 2 || meaning(ruleset, l.words[1].text, l.number)) return false;
    const auto group = std::ranges::find(ruleset.groups, l.words[1].text, &Group::name);
    return group != ruleset.groups.end() && std::ranges::find(group->members, element) != group->members.end();
  });
  return line ? std::optional(line->number) : std::nullopt;
}

std::string set_flag(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view word, bool set) {
  if (!set) return remove_lines(text, word, ruleset, element);
  if (!can_be_named(ruleset, element) || last_line(text, says(word, ruleset, element))) return std::string(text);
  return add_lines(text, word, fmt::format("{} {}\n", word, ruleset.elements[element].name));
}

std::string set_values(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view word,
                       string_view values) {
  if (values.empty()) return remove_lines(text, word, ruleset, element);
  const std::optional<TextLine> line = last_line(text, says(word, ruleset, element));
  if (!line) {
    if (!can_be_named(ruleset, element)) return std::string(text);
    return add_lines(text, word, fmt::format("{} {} {}\n", word, ruleset.elements[element].name, values));
  }
  const std::vector<Word>& words = line->words;
  std::vector<Word> news;
  config::split_words(values, news);
  const std::size_t complete = words_before_comment(words, ruleset);
  std::size_t end = std::min(complete, 2 + news.size());
  if (end < complete && config::parse_number(words[end].text)) ++end;  // a probability that is now left out
  return replace_words(text, words, 2, end, values);
}

std::string set_share(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view word, double value,
                      double usual) {
  const double share = rounded(value);
  const std::optional<int> of_group = line_about_its_group(text, ruleset, element, word);
  if (share == usual && !of_group) return remove_lines(text, word, ruleset, element);
  const std::optional<TextLine> line = last_line(text, [its = says(word, ruleset, element)](const TextLine& l) {
    return its(l) && l.words.size() > 2 && config::parse_number(l.words[2].text);
  });
  const std::string old_word = line ? std::string(line->words[2].text) : "";
  if (line && of_group && line->number < *of_group) {  // the line about the group counts: write one below it
    const std::string others = remove_lines(text, word, ruleset, element);
    return set_values(others, read_again(others), element, word, decimal(share, old_word));
  }
  return set_values(text, ruleset, element, word, decimal(share, old_word));
}

std::string set_liquid(string_view text, const Ruleset& ruleset, std::uint8_t element, bool liquid) {
  const bool marks_some = ruleset.marks_liquids, marks_powders = ruleset.marks_powders;
  if (marks_some && !liquid) return remove_lines(text, "liquid", ruleset, element);
  const Element& wish = ruleset.elements[element];
  if (wish.liquid == liquid && !(liquid && wish.powder)) return std::string(text);
  const bool others_are_guessed = !marks_some;
  const std::string liquids = lines_for(ruleset, "liquid", [&](std::uint8_t i) {
    const Element& e = ruleset.elements[i];
    return i == element ? liquid : others_are_guessed && e.liquid && !e.powder;
  });
  const std::string powders = lines_for(ruleset, "powder", [&](std::uint8_t i) {
    return i != element && !marks_some && !marks_powders && ruleset.elements[i].powder_guessed;
  });
  if (liquids.empty() || !can_be_named(ruleset, element)) return std::string(text);
  std::string changed = add_lines(text, "liquid", liquids);
  if (!powders.empty()) changed = add_lines(changed, "powder", powders);
  return marks_powders && liquid ? with_last_word(changed, "liquid", "powder", element) : changed;
}

std::string set_powder(string_view text, const Ruleset& ruleset, std::uint8_t element, bool powder) {
  const bool marks_some = ruleset.marks_powders, marks_liquids = ruleset.marks_liquids;
  if (marks_some && !powder) return remove_lines(text, "powder", ruleset, element);
  const bool is_marked = ruleset.elements[element].powder && !ruleset.elements[element].powder_guessed;
  if (!powder || is_marked || !can_be_named(ruleset, element)) return std::string(text);
  const std::string powders = lines_for(ruleset, "powder", [&](std::uint8_t i) {
    return i == element || (!marks_some && !marks_liquids && ruleset.elements[i].powder_guessed);
  });
  const std::string changed = add_lines(text, "powder", powders);
  return marks_liquids ? with_last_word(changed, "powder", "liquid", element) : changed;
}

std::string set_member(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view group, bool member) {
  if (!is_plain_name(group) || (member && !can_be_named(ruleset, element))) return std::string(text);
  const auto is_its = [&](const TextLine& line) {
    return (line.is("group") || line.is("set")) && line.words.size() > 1 && line.words[1].text == group;
  };
  const std::string& name = ruleset.elements[element].name;
  if (member) {
    const std::optional<TextLine> line = last_line(text, is_its);
    if (!line) return add_lines(text, "group", fmt::format("group {} {}\n", group, name));
    const std::size_t end = words_before_comment(line->words, ruleset);
    return replace_words(text, line->words, end, end, name);
  }
  return patched(text, [&](Patch& patch, const TextLine& line) {
    if (!is_its(line)) return;
    const std::vector<Word>& words = line.words;
    std::string others;
    const std::size_t end = words_before_comment(words, ruleset);
    for (std::size_t i = 2; i < end; ++i) {
      if (meaning(ruleset, words[i].text, line.number) != element) others.append(" ").append(words[i].text);
    }
    if (others.empty()) return patch.remove_line(line);
    const std::size_t begin = end_of(patch, words[1].text), last = end_of(patch, words[end - 1].text);
    patch.replace(begin, last - begin, others);
  });
}

std::vector<WhenText> when_lines(string_view text) {
  std::vector<WhenText> lines;
  for (const TextLine& line : lines_of(text)) {
    if (auto when = when_of(line)) lines.push_back(std::move(*when));
  }
  return lines;
}

std::string set_when(string_view text, const WhenText& when) {
  for (const std::string* const word : {&when.a, &when.b, &when.c, &when.d}) {
    if (!is_plain_name(*word)) return std::string(text);
  }
  if (when.line == 0) return add_lines(text, "when", text_of(when) + "\n");
  return patched(text, [&](Patch& patch, const TextLine& line) {
    if (line.number != when.line || !when_of(line)) return;
    constexpr std::size_t kProbability = 7;
    const std::vector<Word>& words = line.words;
    const bool has_number = words.size() > kProbability && config::parse_number(words[kProbability].text);
    const std::size_t begin = patch.offset_of(words[0].text),
                      end = end_of(patch, words[has_number ? kProbability : kProbability - 1].text);
    patch.replace(begin, end - begin, text_of(when));
  });
}

std::string remove_line(string_view text, string_view word, int line_number) {
  return without_lines(text, [&](const TextLine& line) { return line.number == line_number && line.is(word); });
}

std::string set_parameter(string_view text, string_view parameter, std::optional<double> value) {
  const auto is_its = [&](const TextLine& line) {
    return line.is("parameter") && line.words.size() > 1 && line.words[1].text == parameter;
  };
  if (!value) return without_lines(text, is_its);
  const std::string shown = fmt::format("{:g}", *value);
  if (const std::optional<TextLine> line = last_line(text, is_its))
    return replace_words(text, line->words, 2, std::min<std::size_t>(3, words_before_comment(line->words, {})), shown);
  const std::optional<TextLine> behind =
      last_line(text, [](const TextLine& line) { return line.is("parameter") || line.is("automaton"); });
  return with_lines_behind(text, behind, fmt::format("parameter {} {}\n", parameter, shown));
}

}  // namespace repose::config_edit
