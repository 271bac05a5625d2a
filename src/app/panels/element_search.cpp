#include "app/panels/element_search.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "app/actions/fuzzy.hpp"
#include "app/panels/palette.hpp"

namespace repose {

namespace {

struct NameMatch {
  std::uint8_t index = 0;
  FuzzyMatch match;
  std::size_t length = 0;  // of the name
};

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

bool begins_a_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (at == 0 || !is_letter_or_digit(text[at - 1])) return true;
  }
  return false;
}

// Name, description and groups, in small letters.
std::string words_about(const Ruleset& rules, std::uint8_t index) {
  std::string text = shown_name(rules.elements[index]) + ' ' + rules.elements[index].description;
  for (const Group& group : rules.groups) {
    if (group.hidden) continue;
    if (std::ranges::find(group.members, index) != group.members.end()) text += ' ' + decoded_name(group.name);
  }
  return in_small_letters(text);
}

bool fits_words(std::string_view text, std::string_view query) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find(' '), query.size());
    if (const std::string_view word = query.substr(0, end); !word.empty() && !begins_a_word(text, word)) return false;
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return true;
}

std::vector<NameMatch> matches_by_name(const Ruleset& rules, std::string_view query) {
  constexpr int kShareOfBest = 3;  // names with scattered letters are dropped if another name has the letters together
  std::vector<NameMatch> matches;
  int best = 0;
  for (const std::uint8_t index : palette_elements(rules, kAllGroups)) {
    const std::string name = shown_name(rules.elements[index]);
    auto match = fuzzy_match(query, name);
    if (!match) continue;
    best = std::max(best, match->score);
    matches.push_back({index, std::move(*match), name.size()});
  }
  std::erase_if(matches, [best](const NameMatch& found) { return found.match.score * kShareOfBest < best; });
  return matches;
}

}  // namespace

std::vector<FoundElement> find_elements(const Ruleset& rules, std::string_view query) {
  std::vector<NameMatch> matches = matches_by_name(rules, query);
  const bool ranked = query.find_first_not_of(' ') != std::string_view::npos;
  if (ranked)
    std::ranges::stable_sort(matches, {},
                             [](const NameMatch& found) { return std::tuple(-found.match.score, found.length); });
  std::vector<FoundElement> found;
  for (NameMatch& match : matches) found.push_back({match.index, std::move(match.match.matched)});
  const std::string words = in_small_letters(query);
  for (const std::uint8_t index : palette_elements(rules, kAllGroups)) {
    if (std::ranges::find(matches, index, &NameMatch::index) != matches.end()) continue;
    if (fits_words(words_about(rules, index), words)) found.push_back({index});
  }
  return found;
}

}  // namespace repose
