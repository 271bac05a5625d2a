// Reads the lines of challenges and codices: words, numbers and elements of a config, with diagnostics.
#pragma once

#include <algorithm>
#include <bitset>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/report.hpp"
#include "config/text.hpp"
#include "core/language.hpp"
#include "repose/registry.hpp"
#include "repose/ruleset.hpp"
#include "session/challenge.hpp"
#include "session/world_ops.hpp"

namespace repose {

// Stages of an element that people see as one, such as fire and fire2, count together.
inline void add_alike(const Ruleset& rules, std::uint8_t element, std::bitset<kElementsMax>& set) {
  const std::string shown = shown_name(rules.elements[element]);
  for (std::size_t i = 1; i < rules.elements.size(); ++i)
    if (i == element || shown_name(rules.elements[i]) == shown) set.set(i);
  if (element == 0) set.set(0);
}

inline double steps_per_second_of(const Ruleset& rules) {
  const AutomatonDefinition* automaton = find_automaton(rules.automaton);
  return automaton != nullptr ? automaton->steps_per_second : AutomatonDefinition{}.steps_per_second;
}

// The first word of a text that is not in a comment; empty if there is none. It says what the text is.
inline std::string_view first_word_of(std::string_view text) {
  config::LineReader lines(text);
  for (config::Line line; lines.next(line);) {
    const std::string_view word = config::first_word(line.text);
    if (!word.empty() && !word.starts_with('#')) return word;
  }
  return {};
}

// The diagnostics of a file that cannot be read at all.
inline Diagnostics unreadable_file(std::string file, std::string why) {
  config::Report report(std::move(file));
  report.file(Severity::error, {std::move(why), {}, {}, {}});
  return report.take();
}

// The words of a line, read one after the other. The first fault of a line is reported, the rest of it ignored.
class WordReader {
 public:
  static constexpr std::size_t kWordsMax = 64;        // of a line
  static constexpr std::uint64_t kSecondsMax = 1200;  // of a time

  WordReader(const Ruleset& rules, config::Report& report) : rules_(rules), report_(report) {}

  void begin(const config::Line& line) {
    line_ = line;
    config::split_words(line.text, words_, kWordsMax);
    if (const auto comment =
            std::ranges::find_if(words_, [](const config::Word& w) { return w.text.starts_with('#'); });
        comment != words_.end())
      words_.erase(comment, words_.end());
    next_ = 0;
    sound_ = true;
  }
  bool sound() const { return sound_; }
  bool at_end() const { return next_ == words_.size(); }
  std::string_view peek() const { return at_end() ? std::string_view() : words_[next_].text; }
  bool take(std::string_view word) { return peek() == word && !word.empty() ? (++next_, true) : false; }
  std::string_view word(std::string_view what) {
    if (at_end()) return fail(trf("{} is missing", what), std::string(what)), std::string_view();
    return words_[next_++].text;
  }
  std::string rest() const {
    return at_end() ? std::string() : config::printable(config::rest_of_line(line_.text, words_[next_].column), 1000);
  }
  std::size_t rest_bytes() const {
    return at_end() ? 0 : config::rest_of_line(line_.text, words_[next_].column).size();
  }
  void take_rest() { next_ = words_.size(); }
  // The rest of the line, which must not be empty; `what` it is.
  std::string sentence(std::string_view what) {
    std::string all = rest();
    if (all.empty()) word(what);
    take_rest();
    return all;
  }

  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high) {
    const std::string_view text = word(what);
    if (!sound_) return low;
    const auto read = config::parse_number(text);
    const bool fits = read && read->whole_word && read->value >= static_cast<double>(low) &&
                      read->value <= static_cast<double>(high) && read->value == std::floor(read->value);
    if (fits) return static_cast<std::uint64_t>(read->value);
    fail(trf("{} must be a whole number from {} to {}, but is {}", what, low, high, config::in_quotes(text)));
    return low;
  }
  // All of its 64 bits, which number() would round.
  std::uint64_t seed() {
    const std::string_view text = word(tr("the seed"));
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (sound_ && (fault != std::errc() || end != text.data() + text.size()))
      fail(trf("the seed must be a whole number from 0 to 2^64 - 1, but is {}", config::in_quotes(text)));
    return value;
  }
  // A time, as steps: "40 s".
  std::uint64_t steps() {
    const std::string_view text = word(tr("a time, such as 40 s"));
    const auto read = sound_ ? config::parse_number(text) : std::nullopt;
    const bool fits = read && read->whole_word && read->value > 0 && read->value <= double{kSecondsMax};
    if (sound_ && !fits)
      fail(trf("a time must be a number of seconds up to {}, but is {}", kSecondsMax, config::in_quotes(text)));
    take("s");
    return fits ? static_cast<std::uint64_t>(std::llround(read->value * steps_per_second_of(rules_))) : 1;
  }
  std::uint8_t element(bool may_be_background = true) {
    const std::string_view name = word(tr("an element"));
    const auto found = sound_ ? rules_.find(name) : std::nullopt;
    if (found && *found == 0 && !may_be_background) {
      fail(tr("this is the background; to allow erasing, write erase"));
    } else if (sound_ && !found) {
      unknown(trf("unknown element {}", config::in_quotes(name)), name, element_names(rules_));
    }
    return found.value_or(0);
  }
  // "water+saltwater", a group of the config, or "anything".
  std::bitset<kElementsMax> elements() {
    std::bitset<kElementsMax> set;
    std::string_view names = word(tr("an element"));
    while (sound_ && !names.empty()) {
      const std::size_t plus = names.find('+');
      const std::string_view name = names.substr(0, plus);
      names = plus == names.npos ? std::string_view() : names.substr(plus + 1);
      const auto group = std::ranges::find(rules_.groups, name, &Group::name);
      if (name == "anything") {
        for (std::size_t i = 1; i < rules_.elements.size(); ++i) set.set(i);
      } else if (const auto found = rules_.find(name)) {
        add_alike(rules_, *found, set);
      } else if (group != rules_.groups.end()) {
        for (const std::uint8_t member : group->members) add_alike(rules_, member, set);
      } else {
        std::vector<std::string> known = element_names(rules_);
        for (const Group& other : rules_.groups) known.push_back(other.name);
        known.emplace_back("anything");
        unknown(trf("unknown element {}", config::in_quotes(name)), name, known);
      }
    }
    return set;
  }
  CellPoint point() {
    const auto coordinate = [&](std::string_view what) {
      return static_cast<int>(number(what, 0, std::uint64_t{kChallengeSideMax}));
    };
    const int x = coordinate(tr("a column"));
    return {x, coordinate(tr("a row of cells"))};
  }
  // Both corners inclusive.
  CellBox box() {
    const CellPoint a = point(), b = point();
    if (sound_ && (b.x < a.x || b.y < a.y))
      fail(tr("a rectangle is X0 Y0 X1 Y1: its upper left cell, its lower right one"));
    return {a.x, a.y, b.x - a.x + 1, b.y - a.y + 1};
  }
  // `message`: that the word `name` is not one of those `known`.
  void unknown(std::string message, std::string_view name, const std::vector<std::string>& known) {
    fail(std::move(message), {}, config::did_you_mean(name, known));
  }
  // About the last word that was read.
  void fail(std::string message, std::string expected = {}, std::string hint = {}) {
    if (!std::exchange(sound_, false)) return;
    const bool missing = !expected.empty();
    const int column = missing          ? static_cast<int>(line_.text.size()) + 1
                       : next_ == 0     ? 1
                       : words_.empty() ? 1
                                        : words_[next_ - 1].column;
    report_.at(Severity::error, line_, column, [&] {
      return config::Report::Saying{std::move(message), std::move(expected), {}, std::move(hint)};
    });
  }
  void end() {
    if (!sound_ || at_end()) return;
    ++next_;
    fail(trf("{} is too much here", config::in_quotes(words_[next_ - 1].text)));
  }

 private:
  const Ruleset& rules_;
  config::Report& report_;
  config::Line line_;
  std::vector<config::Word> words_;
  std::size_t next_ = 0;
  bool sound_ = true;
};

}  // namespace repose
