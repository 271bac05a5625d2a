#include "config/text.hpp"

#include <clocale>
#include <cmath>

#include "support.hpp"

namespace repose::config {
namespace {

void check_reads(std::string_view word, double value, bool whole_word = true) {
  INFO(word);
  const auto number = parse_number(word);
  REQUIRE(number);
  CHECK(number->value == value);
  CHECK(number->whole_word == whole_word);
}

}  // namespace

TEST_CASE("A number has sign, digits, point and exponent") {
  check_reads("12", 12);
  check_reads("-0.25", -0.25);
  check_reads("+3", 3);
  check_reads(".5", 0.5);
  check_reads("5.", 5);
  check_reads("1e2", 100);
  check_reads("25E-2", 0.25);
  check_reads("007", 7);
}

TEST_CASE("A number is the longest prefix of a word, as in JavaScript") {
  check_reads("12px", 12, false);
  check_reads("0.5.5", 0.5, false);
  check_reads("3e", 3, false);
  check_reads("3e+", 3, false);
  check_reads("0,5", 0, false);
  check_reads("1-2", 1, false);
}

TEST_CASE("Words that do not start with a number are not numbers") {
  for (const std::string_view word : {"", "-", ".", "+.", "e5", "x12", "--1", "+-1", "inf", "-inf", "Infinity", "nan",
                                      "NaN", "0x10", "-0XfF", "#1", "\xC2\xBD"}) {
    INFO(word);
    CHECK_FALSE(parse_number(word));
  }
}

TEST_CASE("Numbers that do not fit a double become infinity or 0") {
  check_reads("1e999", INFINITY);
  check_reads("-1e999", -INFINITY);
  check_reads("1e-999", 0);
  check_reads(std::string(500, '9'), INFINITY);
  check_reads("0." + std::string(500, '0') + "1", 0);
  check_reads("." + std::string(500, '0') + "1", 0);
}

TEST_CASE("A whole number is read to its last digit and limited to 32 bits") {
  const auto value = [](std::string_view word) { return parse_whole_number(word)->value; };
  CHECK((value("12") == 12 && value("-160") == -160 && value("+7") == 7 && value("0.25") == 0 && value("12px") == 12));
  CHECK((value("99999999999") == 2147483647 && value("-99999999999") == -2147483647));
  CHECK((parse_whole_number("10.0")->whole_word && parse_whole_number("10.")->whole_word));
  CHECK((!parse_whole_number("10.5")->whole_word && !parse_whole_number("1e3")->whole_word));
  for (const char* none : {"", "-", ".5", "x1", "+-1"}) CHECK_FALSE(parse_whole_number(none));
}

TEST_CASE("Numbers do not depend on the locale of the program") {
  const char* const before = std::setlocale(LC_NUMERIC, nullptr);
  const std::string keep = before == nullptr ? "C" : before;
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8");  // may be missing; then this checks the same as above
  check_reads("0.95", 0.95);
  std::setlocale(LC_NUMERIC, keep.c_str());
}

}  // namespace repose::config
