// Fuzzy search: the letters of a word in their order, not necessarily side by side.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace repose {

struct FuzzyMatch {
  int score = 0;                     // the higher the better; compares texts for the same query
  std::vector<std::size_t> matched;  // bytes of the text, ascending
};

// Every word of the query is looked for by itself, so that their order does not matter; nothing when one of them is not
// in the text. Beginnings of words count most, then letters side by side. Upper and lower case of A to Z are the same.
// A query without words matches everything with the score 0. A word that is not in the text may be in `beside`, which
// counts less and is not among what was matched.
std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text, std::string_view beside = {});

}  // namespace repose
