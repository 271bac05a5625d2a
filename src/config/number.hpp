// Numbers as configs write them: decimal, with a point whatever the locale.
#pragma once

#include <optional>
#include <string_view>

namespace repose::config {

struct Number {
  double value = 0.0;
  bool whole_word = true;  // false when something that is no number follows: "12px" reads as 12
};

// The longest beginning of `word` that is a decimal number, as JavaScript's parseFloat finds it: sign, digits, point,
// exponent. Nothing when there is none. Unlike there, `Infinity`, `nan` and hexadecimal `0x..` are no numbers: nobody
// means them in a config. What does not fit a double becomes infinity or 0.
std::optional<Number> parse_number(std::string_view word);

// The longest beginning of `word` that is a whole number: sign and digits. `whole_word` also where only a point and
// zeros follow. What does not fit 32 bits is cut to ±(2^31 - 1).
std::optional<Number> parse_whole_number(std::string_view word);

}  // namespace repose::config
