#include "config/lines.hpp"

namespace repose::config {
namespace {

constexpr std::string_view kBlanks = " \t\v\f";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The word at or after byte `from`; empty at the end of the line.
Word word_after(std::string_view line, std::size_t from) {
  const std::size_t begin = line.find_first_not_of(kBlanks, from);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find_first_of(kBlanks, begin);
  return {line.substr(begin, end - begin), static_cast<int>(begin) + 1};
}

}  // namespace

LineReader::LineReader(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

bool LineReader::next(Line& line) {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find_first_of("\r\n");
  line = {rest_.substr(0, end), ++number_};
  if (end == std::string_view::npos) {
    rest_ = {};
  } else {
    rest_.remove_prefix(end + (rest_.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  return true;
}

void split_words(std::string_view line, std::vector<Word>& words, std::size_t words_max) {
  words.clear();
  for (Word word = word_after(line, 0); !word.text.empty() && words.size() < words_max;) {
    words.push_back(word);
    word = word_after(line, static_cast<std::size_t>(word.column) - 1 + word.text.size());
  }
}

std::string_view first_word(std::string_view line) { return word_after(line, 0).text; }

std::string_view rest_of_line(std::string_view line, int column) {
  const std::string_view rest = line.substr(static_cast<std::size_t>(column) - 1);
  return rest.substr(0, rest.find_last_not_of(kBlanks) + 1);
}

}  // namespace repose::config
