#include "app/widgets/text.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace repose {

namespace {

char32_t take_character(std::string_view& utf8) {
  unsigned int character = 0;
  const int bytes = ImTextCharFromUtf8(&character, utf8.data(), utf8.data() + utf8.size());
  utf8.remove_prefix(static_cast<std::size_t>(std::max(bytes, 1)));
  return character;
}

}  // namespace

std::u32string characters_of(std::string_view utf8) {
  std::u32string all;
  while (!utf8.empty()) all += take_character(utf8);
  return all;
}

bool is_east_asian(char32_t character) {
  return (character >= 0x2E80 && character <= 0x9FFF && character != kBreakHere) ||
         (character >= 0xF900 && character <= 0xFAFF) || (character >= 0xFF00 && character <= 0xFFEF);
}

bool may_break(char32_t before, char32_t after) {
  constexpr std::u32string_view kNotFirst =
      U"、。，．！？：；）］｝」』】》〉”’…‥・ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)]}%";
  constexpr std::u32string_view kNotLast = U"（［｛「『【《〈“‘([{";
  if (before == ' ' || after == ' ' || before == '\n' || after == '\n') return false;
  if (!is_east_asian(before) && !is_east_asian(after)) return false;
  return kNotFirst.find(after) == kNotFirst.npos && kNotLast.find(before) == kNotLast.npos;
}

std::vector<std::size_t> word_ends(std::string_view text) {
  std::vector<std::size_t> ends;
  char32_t before = ' ';
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t at = text.size() - rest.size();
    const char32_t character = take_character(rest);
    if (at > 0 && ((character == ' ' && before != ' ') || may_break(before, character))) ends.push_back(at);
    before = character;
  }
  return ends;
}

std::string breakable(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0xE2; })) return std::string(text);
  std::string result;
  std::size_t from = 0;
  char mark[5];
  ImTextCharToUtf8(mark, kBreakHere);
  for (const std::size_t end : word_ends(text)) {
    result += text.substr(from, end - from);
    if (text[end] != ' ') result += mark;
    from = end;
  }
  return result.append(text.substr(from));
}

namespace {

// Points. A gap of a few letters costs less than a match at the beginning of a word gains, so that initials are found:
// "pp" is "Play or pause", not "dropped".
constexpr int kLetter = 1, kWordStart = 8, kHump = 6, kSideBySide = 5, kGapLetter = 1;
constexpr int kBesideShare = 2;  // a match in `beside` gets this part of the points, unless it begins a word there
constexpr int kNever = -1'000'000;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_of_word(char c) {
  return is_upper(c) || is_lower(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}
char folded(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// The points for a letter at a position.
int worth(std::string_view text, std::size_t at) {
  if (at == 0 || !is_of_word(text[at - 1])) return kLetter + kWordStart;
  return is_upper(text[at]) && is_lower(text[at - 1]) ? kLetter + kHump : kLetter;
}

// The best score with a letter of the word at a letter of the text, and the position of the letter before it.
struct Match {
  int score = kNever;
  std::size_t before = 0;
};

// matches[i * text.size() + j]: the word up to and with its letter i, that letter at text[j].
std::vector<Match> matches_of(std::string_view word, std::string_view text) {
  std::vector<Match> matches(word.size() * text.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    const Match* const row_before = i == 0 ? nullptr : &matches[(i - 1) * text.size()];
    Match reached;  // the best match up to here that leaves out the letter before this one, and the cost of its gap
    for (std::size_t j = 0; j < text.size(); ++j) {
      Match& place = matches[i * text.size() + j];
      if (row_before != nullptr && j >= 2) {
        reached.score -= kGapLetter;
        if (row_before[j - 2].score - kGapLetter > reached.score)
          reached = {row_before[j - 2].score - kGapLetter, j - 2};
      }
      if (folded(word[i]) != folded(text[j])) continue;
      Match way = row_before == nullptr ? Match{0, j} : reached;
      if (row_before != nullptr && j >= 1 && row_before[j - 1].score + kSideBySide > way.score) {
        way = {row_before[j - 1].score + kSideBySide, j - 1};
      }
      if (way.score > kNever / 2) place = {way.score + worth(text, j), way.before};
    }
  }
  return matches;
}

std::optional<FuzzyMatch> match_word(std::string_view word, std::string_view text) {
  if (word.size() > text.size()) return std::nullopt;
  const std::vector<Match> matches = matches_of(word, text);
  const auto last_row = matches.end() - static_cast<std::ptrdiff_t>(text.size());
  const auto best =
      std::max_element(last_row, matches.end(), [](const Match& a, const Match& b) { return a.score < b.score; });
  if (best == matches.end() || best->score <= kNever / 2) return std::nullopt;
  FuzzyMatch match{best->score, {}};
  auto at = static_cast<std::size_t>(best - last_row);
  for (std::size_t i = word.size(); i-- > 0;) {
    match.matched.push_back(at);
    at = matches[i * text.size() + at].before;
  }
  return match;
}

}  // namespace

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), folded);
  return result;
}

std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text, std::string_view beside) {
  FuzzyMatch whole;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find(' '), query.size());
    if (const std::string_view word = query.substr(0, end); !word.empty()) {
      auto match = match_word(word, text);
      if (auto other = match_word(word, beside)) {
        // A word that begins with the letters counts nearly as much as in the text: "sound" is "Mute" rather than "Save
        // the world under another name".
        const int letters = static_cast<int>(word.size());
        const bool begins_word = other->score == kWordStart + letters * kLetter + (letters - 1) * kSideBySide;
        const int score = begins_word ? other->score - 1 : other->score / kBesideShare;
        if (!match || score > match->score) match = FuzzyMatch{score, {}};
      }
      if (!match) return std::nullopt;
      whole.score += match->score;
      whole.matched.insert(whole.matched.end(), match->matched.begin(), match->matched.end());
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  std::ranges::sort(whole.matched);
  whole.matched.erase(std::unique(whole.matched.begin(), whole.matched.end()), whole.matched.end());
  return whole;
}

}  // namespace repose
