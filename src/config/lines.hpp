// Splits config text into lines and words, each with its line number or column.
#pragma once

#include <string_view>
#include <vector>

namespace repose::config {

struct Word {
  std::string_view text;
  int column = 0;  // from 1, in bytes
};

struct Line {
  std::string_view text;  // without its line end
  int number = 0;         // from 1
};

// Returns the lines of a text one after the other; next() is false after the last one. LF, CR LF and a single CR end a
// line; a UTF-8 byte order mark is skipped.
class LineReader {
 public:
  explicit LineReader(std::string_view text);
  bool next(Line& line);

 private:
  std::string_view rest_;
  int number_ = 0;
};

// Writes the words of a line to `words`: runs of bytes other than space, tab, vertical tab and form feed. At most
// `words_max` words; the others are left out (no directive has so many). Reusing `words` saves allocations.
inline constexpr std::size_t kWordsMax = 16;          // sand.js
inline constexpr std::size_t kWxsandWordsMax = 1024;  // a group of every element, an outcome for each of 100 parts
void split_words(std::string_view line, std::vector<Word>& words, std::size_t words_max = kWordsMax);
std::string_view first_word(std::string_view line);

// `line` from `column` (from 1) to its end, without blanks at the end.
std::string_view rest_of_line(std::string_view line, int column);

}  // namespace repose::config
