// Changes the lines of our own words in the text of a config.
#include <fmt/format.h>

#include "config/config_patch.hpp"
#include "config/number.hpp"
#include "repose/config.hpp"
#include "repose/config_edit.hpp"

namespace repose::config_edit {

using std::string_view;

namespace {

// The number of words before the comment. A word with # is a comment unless it names an element.
std::size_t words_before_comment(const std::vector<Word>& words, const Ruleset& ruleset) {
  std::size_t count = 1;
  while (count < words.size() && (!words[count].text.starts_with('#') || ruleset.find(words[count].text))) ++count;
  return count;
}

std::size_t end_of(const Patch& patch, string_view word) { return patch.offset_of(word) + word.size(); }

std::vector<Word> words_of(const Line& line) {
  std::vector<Word> words;
  config::split_words(line.text, words, kLineWordsMax);
  return words;
}

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

std::string number_text(double value) { return fmt::format("{:g}", value); }

std::string text_of(const WhenText& when) {
  std::string text = fmt::format("when {} touches {} becomes {} {}", when.a, when.b, when.c, when.d);
  if (when.probability < 1) text.append(" ").append(decimal(rounded(when.probability), ""));
  return text;
}

std::optional<WhenText> when_of(const Line& line, const std::vector<Word>& words) {
  constexpr std::size_t kWords = 7;
  if (words.size() < kWords || words[0].text != "when" || words[2].text != "touches" || words[4].text != "becomes")
    return std::nullopt;
  const auto word = [&](std::size_t i) { return std::string(words[i].text); };
  WhenText when = {line.number, word(1), word(3), word(5), word(6), 1.0};
  const auto number = words.size() > kWords ? config::parse_number(words[kWords].text) : std::nullopt;
  if (number && number->whole_word) when.probability = std::clamp(number->value, 0.0, 1.0);
  return when;
}

bool is_one_word(string_view word) {
  return !word.empty() && !word.starts_with('#') && word.find_first_of(" \t\v\f\r\n") == word.npos;
}

// Removes the lines of the element that begin with `other`. If a line about a group of it still says so, the line
// `WORD NAME` goes to the end of the text, where it counts.
std::string with_last_word(const std::string& text, string_view word, string_view other, std::uint8_t element) {
  std::string changed = remove_lines(text, other, read_again(text), element);
  const Ruleset rules = read_again(changed);
  const std::optional<int> of_group = line_about_its_group(changed, rules, element, other);
  const auto is_its = [&](const Line& line, const std::vector<Word>& words) {
    return says(line, words, word, rules, element);
  };
  const std::optional<Line> own = last_line(changed, is_its);
  if (!of_group || !own || own->number > *of_group) return changed;
  changed = remove_lines(changed, word, rules, element);
  return add_line(changed, fmt::format("{} {}", word, rules.elements[element].name));
}

}  // namespace

std::optional<int> line_about_its_group(string_view text, const Ruleset& ruleset, std::uint8_t element,
                                        string_view word) {
  const auto says_so = [&](const Line& line, const std::vector<Word>& words) {
    if (words[0].text != word || words.size() < 2 || meaning(ruleset, words[1].text, line.number)) return false;
    const auto group = std::ranges::find(ruleset.groups, words[1].text, &Group::name);
    return group != ruleset.groups.end() && std::ranges::find(group->members, element) != group->members.end();
  };
  const std::optional<Line> line = last_line(text, says_so);
  return line ? std::optional(line->number) : std::nullopt;
}

std::string set_flag(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view word, bool set) {
  if (!set) return remove_lines(text, word, ruleset, element);
  const auto is_its = [&](const Line& line, const std::vector<Word>& words) {
    return says(line, words, word, ruleset, element);
  };
  if (!can_be_named(ruleset, element) || last_line(text, is_its)) return std::string(text);
  return add_lines(text, word, fmt::format("{} {}\n", word, ruleset.elements[element].name));
}

std::string set_hidden(string_view text, const Ruleset& ruleset, std::uint8_t element, bool hidden) {
  return set_flag(text, ruleset, element, "hidden", hidden);
}

std::string set_values(string_view text, const Ruleset& ruleset, std::uint8_t element, string_view word,
                       string_view values) {
  if (values.empty()) return remove_lines(text, word, ruleset, element);
  const auto is_its = [&](const Line& line, const std::vector<Word>& words) {
    return says(line, words, word, ruleset, element);
  };
  const std::optional<Line> line = last_line(text, is_its);
  if (!line) {
    if (!can_be_named(ruleset, element)) return std::string(text);
    return add_lines(text, word, fmt::format("{} {} {}\n", word, ruleset.elements[element].name, values));
  }
  const std::vector<Word> words = words_of(*line);
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
  const auto is_its = [&](const Line& line, const std::vector<Word>& words) {
    return says(line, words, word, ruleset, element) && words.size() > 2 && config::parse_number(words[2].text);
  };
  const std::optional<Line> line = last_line(text, is_its);
  const std::string old_word = line ? std::string(words_of(*line)[2].text) : "";
  if (line && of_group && line->number < *of_group) {  // the line about the group counts: write one below it
    const std::string others = remove_lines(text, word, ruleset, element);
    return set_values(others, read_again(others), element, word, decimal(share, old_word));
  }
  return set_values(text, ruleset, element, word, decimal(share, old_word));
}

std::string set_glow(string_view text, const Ruleset& ruleset, std::uint8_t element, double brightness) {
  return set_share(text, ruleset, element, "glow", brightness, 0.0);
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
  if (!is_one_word(group) || (member && !can_be_named(ruleset, element))) return std::string(text);
  const auto is_its = [&](const Line&, const std::vector<Word>& words) {
    return (words[0].text == "group" || words[0].text == "set") && words.size() > 1 && words[1].text == group;
  };
  const std::string& name = ruleset.elements[element].name;
  if (member) {
    const std::optional<Line> line = last_line(text, is_its);
    if (!line) return add_lines(text, "group", fmt::format("group {} {}\n", group, name));
    const std::vector<Word> words = words_of(*line);
    const std::size_t end = words_before_comment(words, ruleset);
    return replace_words(text, words, end, end, name);
  }
  Patch patch(text);
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (!is_its(line, words)) return;
    std::string others;
    const std::size_t end = words_before_comment(words, ruleset);
    for (std::size_t i = 2; i < end; ++i) {
      if (meaning(ruleset, words[i].text, line.number) != element) others.append(" ").append(words[i].text);
    }
    if (others.empty()) return patch.remove_line(line);
    const std::size_t begin = end_of(patch, words[1].text), last = end_of(patch, words[end - 1].text);
    patch.replace(begin, last - begin, others);
  });
  return patch.take();
}

std::vector<WhenText> when_lines(string_view text) {
  std::vector<WhenText> lines;
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (auto when = when_of(line, words)) lines.push_back(std::move(*when));
  });
  return lines;
}

std::string set_when(string_view text, const WhenText& when) {
  for (const std::string* const word : {&when.a, &when.b, &when.c, &when.d}) {
    if (!is_one_word(*word)) return std::string(text);
  }
  if (when.line == 0) return add_lines(text, "when", text_of(when) + "\n");
  Patch patch(text);
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (line.number != when.line || !when_of(line, words)) return;
    constexpr std::size_t kProbability = 7;
    const bool has_number = words.size() > kProbability && config::parse_number(words[kProbability].text);
    const std::size_t begin = patch.offset_of(words[0].text),
                      end = end_of(patch, words[has_number ? kProbability : kProbability - 1].text);
    patch.replace(begin, end - begin, text_of(when));
  });
  return patch.take();
}

std::string remove_line(string_view text, string_view word, int line_number) {
  Patch patch(text);
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (line.number == line_number && words[0].text == word) patch.remove_line(line);
  });
  return patch.take();
}

std::string set_parameter(string_view text, string_view parameter, std::optional<double> value) {
  const auto is_its = [&](const Line&, const std::vector<Word>& words) {
    return words[0].text == "parameter" && words.size() > 1 && words[1].text == parameter;
  };
  if (!value) {
    Patch patch(text);
    each_line(text, [&](const Line& line, const std::vector<Word>& words) {
      if (is_its(line, words)) patch.remove_line(line);
    });
    return patch.take();
  }
  const std::string shown = number_text(*value);
  const std::optional<Line> line = last_line(text, is_its);
  if (line) {
    const std::vector<Word> words = words_of(*line);
    return replace_words(text, words, 2, std::min<std::size_t>(3, words_before_comment(words, {})), shown);
  }
  const std::optional<Line> behind = last_line(text, [](const Line&, const std::vector<Word>& words) {
    return words[0].text == "parameter" || words[0].text == "automaton";
  });
  Patch patch(text);
  patch.insert_behind(behind, fmt::format("parameter {} {}\n", parameter, shown));
  return patch.take();
}

}  // namespace repose::config_edit
