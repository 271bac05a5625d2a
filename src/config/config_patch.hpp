// Changes in the text of a config: replaced, removed and inserted lines, and which element a name in it means.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/lines.hpp"
#include "repose/ruleset.hpp"

namespace repose::config_edit {

using config::Line;
using config::LineReader;
using config::Word;

inline constexpr std::size_t kLineWordsMax = 2 + kElementsMax;  // group NAME ELEMENT...

// Collects replacements in a text, in the order of their offsets.
class Patch {
 public:
  explicit Patch(std::string_view text) : text_(text) {}

  std::size_t offset_of(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

  void replace(std::size_t offset, std::size_t length, std::string_view with) {
    result_ += text_.substr(done_, offset - done_);
    result_ += with;
    done_ = offset + length;
  }
  void replace(std::string_view part, std::string_view with) { replace(offset_of(part), part.size(), with); }

  // Removes a line with its line end.
  void remove_line(const Line& line) {
    const std::size_t begin = offset_of(line.text), end = begin + line.text.size();
    replace(begin, line.text.size() + end_at(end).size(), "");
  }

  // Inserts whole lines after `line`, or at the end of the text if there is no such line or it has no line end.
  void insert_behind(const std::optional<Line>& line, std::string_view lines_with_lf) {
    const std::string ending = line_ending();
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
  std::string_view end_at(std::size_t offset) const {
    const std::string_view rest = text_.substr(offset);
    return rest.substr(0, rest.starts_with("\r\n") ? 2 : rest.empty() ? 0 : 1);
  }
  // The line end of the text's first line.
  std::string line_ending() const {
    const std::size_t at = text_.find_first_of("\r\n");
    return at == text_.npos ? "\n" : std::string(end_at(at));
  }

  std::string_view text_;
  std::string result_;
  std::size_t done_ = 0;
};

// Calls visit(line, words) for every line that is neither blank nor a comment.
template <class Visit>
void each_line(std::string_view text, Visit visit) {
  LineReader lines(text);
  std::vector<Word> words;
  for (Line line; lines.next(line);) {
    config::split_words(line.text, words, kLineWordsMax);
    if (!words.empty() && !words[0].text.starts_with('#')) visit(line, words);
  }
}

template <class Matches>
std::optional<Line> last_line(std::string_view text, Matches matches) {
  std::optional<Line> found;
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (matches(line, words)) found = line;
  });
  return found;
}

std::optional<Line> last_line_of(std::string_view text, std::string_view directive);

// The element that a name means on a line: the last definition above it, else the first below.
std::optional<std::uint8_t> meaning(const Ruleset& ruleset, std::string_view name, int line);
// True if a new line can name this element.
bool can_be_named(const Ruleset& ruleset, std::uint8_t element);
// True when the line is `directive NAME ...` and the name means this element there.
bool says(const Line& line, const std::vector<Word>& words, std::string_view directive, const Ruleset& ruleset,
          std::uint8_t element);

// Removes all lines that say so.
std::string remove_lines(std::string_view text, std::string_view directive, const Ruleset& ruleset,
                         std::uint8_t element);
// Adds lines after the last line of that directive, else at the end of the text.
std::string add_lines(std::string_view text, std::string_view directive, std::string_view lines);

// A number in short decimal form, with at least as many decimals as the word that it replaces.
std::string decimal(double value, std::string_view old_word);
// Within 0..1, to four decimals.
double rounded(double value);

}  // namespace repose::config_edit
