// The readers of read_config, one per dialect, and what they share.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/report.hpp"
#include "config/text.hpp"
#include "core/language.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// Write elements and reactions into `ruleset` and problems into `report`. The grammar: docs/configs.md. `targets`: the
// automata that the config may name.
void read_sandjs(std::string_view text, std::span<const ConfigTarget> targets, Ruleset& ruleset, Report& report);
void read_wxsand(std::string_view text, Ruleset& ruleset, Report& report);

// Every word with which a line can begin. Those of sand.js: repose/config_words.hpp.
const std::vector<std::string_view>& wxsand_directives();

inline constexpr std::size_t kGroupsMax = 255;  // tabs of the palette; more would not be usable on screen

// If there are groups: adds the group "Misc" with the elements that are in none, as the first one.
void add_misc_group(Ruleset& ruleset);

inline constexpr const char* kLineIgnored = text_id("the line is ignored");  // the consequence of most mistakes

inline bool begins_comment(std::string_view word) { return word.starts_with('#'); }

// A number in a config: its name in messages and its valid range. Other values are forced into the range, to its
// nearest end.
struct NumberRange {
  static constexpr double kUnlimited = 1e6;  // as a limit: practically none; keeps products finite

  std::string_view name;
  double minimum = 0.0, maximum = 1.0;
  bool whole = false;
  bool wraps = false;      // other values count modulo 256, as a byte of the original stores them
  bool saturates = false;  // values over the maximum are common and get no warning

  double force(double value) const;
  // "a number from 0 to 1"
  std::string text() const;
};

// The line that is read, its words and numbers, and the warnings that both dialects have. Word 0 is the directive. A
// place may be the number of words: the place of a missing word, at the end of the line.
class DirectiveReader {
 protected:
  using Saying = Report::Saying;

  DirectiveReader(Dialect dialect, Report& report) : dialect_(dialect), report_(report) {}

  // `offset`: bytes of the file's line before this one, if a line of a web page holds several lines.
  void set_line(const Line& line, std::size_t words_max, int offset = 0);

  int column(std::size_t place) const;
  template <class Say>
  void report(Severity severity, std::size_t place, Say say) {
    report_.at(severity, line_, column(place), say);
  }
  template <class Say>
  void warn(std::size_t place, Say say) {
    report(Severity::warning, place, say);
  }

  // `what` needs `parts`, and the line ends after the first `given` of them, with word `last`.
  void report_missing(Severity severity, std::string_view what, std::span<const std::string_view> parts,
                      std::size_t given, std::size_t last, std::string_view consequence);
  // The same for the whole line.
  void report_missing(Severity severity, std::span<const std::string_view> parts, std::size_t given,
                      std::string_view consequence) {
    report_missing(severity, fmt::format("'{}'", words_[0].text), parts, given, given, consequence);
  }
  // Warns about a word after the first `used` words, unless it is a comment.
  void check_no_more(std::size_t used);
  // The number at the start of a word, forced into its range. Empty, with a diagnostic, if there is none. After the
  // first such word the other words of the line are read without diagnostics: a word is probably missing or extra.
  std::optional<double> number(std::size_t word, const NumberRange& range, Severity severity = Severity::warning);

  // Whether an earlier word of the line, without the directive, is the same: then it was reported there.
  bool repeats_earlier_word(std::size_t word) const;
  void report_unknown_element(Severity severity, std::size_t word, std::string_view consequence,
                              const std::vector<std::string>& known);
  void report_duplicate_name(const Element& older, std::string_view consequence);
  void report_too_many_elements(const Line& line, std::size_t most, std::size_t count);
  void report_too_many(std::string message, std::size_t most);

  const Dialect dialect_;
  Report& report_;
  Line line_;
  std::vector<Word> words_;
  bool incomplete_ = false;  // a word was missing
  bool shifted_ = false;     // a word was no number

 private:
  int offset_ = 0;
};

}  // namespace repose::config
