#include "config/text.hpp"

#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

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

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool begins_decimal(std::string_view digits) {
  if (digits.empty()) return false;
  if (digits.size() >= 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) return false;
  return is_digit(digits[0]) || (digits[0] == '.' && digits.size() >= 2 && is_digit(digits[1]));
}

// std::from_chars does not say whether a number was too large or too small for a double.
double beyond_double(std::string_view digits) {
  const std::size_t exponent = digits.find_first_of("eE");
  const bool tiny = exponent != std::string_view::npos ? digits.substr(exponent + 1).starts_with('-')
                                                       : digits.find_first_not_of('0') == digits.find('.');
  return tiny ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<Number> parse_number(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative || word.starts_with('+') ? 1 : 0);
  if (!begins_decimal(digits)) return std::nullopt;
  const char* const end = digits.data() + digits.size();
  double value = 0.0;
  const auto [rest, error] = std::from_chars(digits.data(), end, value, std::chars_format::general);
  if (error == std::errc::result_out_of_range) {
    value = beyond_double(digits.substr(0, static_cast<std::size_t>(rest - digits.data())));
  }
  return Number{negative ? -value : value, rest == end};
}

std::optional<Number> parse_whole_number(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative || word.starts_with('+') ? 1 : 0);
  if (digits.empty() || !is_digit(digits[0])) return std::nullopt;
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const std::string_view rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
  const bool whole = rest.empty() || (rest[0] == '.' && rest.find_first_not_of('0', 1) == rest.npos);
  if (error == std::errc::result_out_of_range) value = std::numeric_limits<std::int32_t>::max();
  return Number{negative ? -static_cast<double>(value) : value, whole};
}

}  // namespace repose::config
