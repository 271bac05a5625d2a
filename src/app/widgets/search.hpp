// Search in texts: fuzzy, by the letters of a word in their order, and by a part.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
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

// Search for a part of a text, for lists that are filtered by what a person types.

// Whether `text` contains `part`, ignoring the case of ASCII letters. Every text contains the empty text.
inline bool contains(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace repose
