// Search in texts: fuzzy, by the letters of a word in their order, and by a part.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

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
