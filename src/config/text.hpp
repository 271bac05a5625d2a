// The text of configs: lines, words, numbers, and what is left of web pages.
#pragma once

#include <optional>
#include <string>
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
inline constexpr std::size_t kWordsMax = 16;  // sand.js
void split_words(std::string_view line, std::vector<Word>& words, std::size_t words_max = kWordsMax);
std::string_view first_word(std::string_view line);

// `line` from `column` (from 1) to its end, without blanks at the end.
std::string_view rest_of_line(std::string_view line, int column);

// Decimal, with a point under every locale.
struct Number {
  double value = 0.0;
  bool whole_word = true;  // false if other characters follow the number: "12px" reads as 12
};

// The longest prefix of `word` that is a decimal number, as JavaScript's parseFloat finds it: sign, digits, point,
// exponent. Empty if there is none. Unlike parseFloat, `Infinity`, `nan` and hexadecimal `0x..` are not numbers. A
// number that does not fit a double becomes infinity or 0.
std::optional<Number> parse_number(std::string_view word);

// The longest prefix of `word` that is a whole number: sign and digits. `whole_word` is also true if only a point and
// zeros follow. A number that does not fit 32 bits becomes ±(2^31 - 1).
std::optional<Number> parse_whole_number(std::string_view word);

// ---- HTML, in configs that were saved from web pages or copied out of them ----

// Separates the parts of one text line that the page shows as several lines.
inline constexpr char kPageBreak = '\v';

// True if the text contains a layout tag (<br>, <p>, <body>, ...).
bool is_web_page(std::string_view text);

// The text of a page, with every byte at its old offset: layout tags become kPageBreak, other tags and &nbsp; blanks.
std::string without_tags(std::string_view page);

// `text` with &amp; &lt; &gt; &quot; &apos; &nbsp; and character numbers (&#233; &#xE9;) replaced by their characters.
// Entities of control characters are kept.
std::string decode_entities(std::string_view text);

}  // namespace repose::config
