// Texts on the screen: where their lines may be broken, and how people search in them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

// ---- lines: Chinese and Japanese have no blanks between words ----

std::u32string characters_of(std::string_view utf8);
// Chinese characters, kana, and the punctuation that belongs to them.
bool is_east_asian(char32_t character);
// Whether a line may end after `before` and the next one begin with `after`, though there is no blank. No line begins
// with a comma, a full stop or a closing bracket, none ends with an opening one.
bool may_break(char32_t before, char32_t after);

// The positions in bytes before blanks and where a line may be broken, ascending.
std::vector<std::size_t> word_ends(std::string_view text);

// Dear ImGui 1.86 takes this character, the wide blank, for a blank. In the fonts of theme.cpp it has no width.
inline constexpr char32_t kBreakHere = 0x3000;
// The text with that character wherever a line may be broken, for the functions of Dear ImGui that wrap lines.
std::string breakable(std::string_view text);

// ---- search: fuzzy, by the letters of a word in their order, and by a part ----

struct FuzzyMatch {
  int score = 0;                     // higher is better; comparable for the same query only
  std::vector<std::size_t> matched;  // positions of the matched bytes in the text, ascending
};

// Searches for each word of the query separately, in any order; empty when one of them is not found. Beginnings of
// words count most, then adjacent letters. Upper and lower case of A to Z are equal. A query without words matches
// every text with score 0. A word is also searched for in `beside`: a match at the beginning of a word there counts
// as much as in the text, any other half as much, and neither adds anything to `matched`.
std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text, std::string_view beside = {});

// With A to Z as a to z.
std::string in_small_letters(std::string_view text);

// Whether `text` contains `part`, ignoring the case of ASCII letters. Every text contains the empty text.
inline bool contains(std::string_view text, std::string_view part) {
  return in_small_letters(text).find(in_small_letters(part)) != std::string::npos;
}

}  // namespace repose
