// Reads the numbers of configs: decimal, with a point under every locale.
#pragma once

#include <optional>
#include <string_view>

namespace repose::config {

struct Number {
  double value = 0.0;
  bool whole_word = true;  // false if other characters follow the number: "12px" reads as 12
};

// The longest prefix of `word` that is a decimal number, as JavaScript's parseFloat finds it: sign, digits, point,
// exponent. Empty if there is none. Unlike parseFloat, `Infinity`, `nan` and hexadecimal `0x..` are not numbers. A
// number that does not fit a double becomes infinity or 0.
std::optional<Number> parse_number(std::string_view word);

// The longest prefix of `word` that is a whole number: sign and digits. `whole_word` is also true if only a point and
// zeros follow. A number that does not fit 32 bits becomes ±(2^31 - 1).
std::optional<Number> parse_whole_number(std::string_view word);

}  // namespace repose::config
