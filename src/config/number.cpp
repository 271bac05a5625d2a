#include "config/number.hpp"

#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

namespace repose::config {
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
