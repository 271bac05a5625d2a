// One directive line of a wxSand config: its words, its numbers, and the warnings that all directives share.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "config/lines.hpp"
#include "config/report.hpp"

namespace repose::config {

// A number in a config and the range in which it makes sense. What lies outside is forced into it: whole numbers of a
// byte (`wraps`) as the originals store them, modulo 256, others to the nearest end. Probabilities over 1 are usual and
// earn no warning (`saturates`).
struct WxsandNumber {
  static constexpr double kUnlimited = 1e6;  // as a limit: none that anybody would notice; keeps products finite

  std::string_view name;
  double minimum = 0.0, maximum = 1.0;
  bool whole = false, wraps = false, saturates = false;

  double force(double value) const;
  std::string range() const;
};

class WxsandLine {
 public:
  explicit WxsandLine(Report& report) : report_(report) {}

  // `offset`: bytes of the true line before this one, where a line of a web page holds several.
  void set(const Line& line, int offset);

  const Line& line() const { return line_; }
  const Word& word(std::size_t i) const { return words_[i]; }  // 0 is the directive itself
  std::size_t size() const { return words_.size(); }
  // Where a word stands in its true line; the end of the line for one behind the last.
  int column(std::size_t word) const;
  // Whether a needed word was missing. A last line without an end is then taken for a torn one.
  bool is_incomplete() const { return incomplete_; }

  // `word` may be one behind the last: the place where it should stand.
  template <class Say>
  void warn(std::size_t word, Say say) {
    report_.at(Severity::warning, line_, column(word), say);
  }
  template <class Say>
  void note(std::size_t word, Say say) {
    report_.at(Severity::note, line_, column(word), say);
  }

  // False, with a warning, when one of the `parts` behind the directive is missing.
  bool has(std::span<const std::string_view> parts, std::string_view consequence);
  // The warning for something within the line: `what` needs `parts`, and the line ends after the first `given`.
  void report_missing(std::string_view what, std::span<const std::string_view> parts, std::size_t given,
                      std::string_view consequence);
  // The number that word `i` begins with, forced into its range. 0, with a warning, when it begins with none. After the
  // first such word the line is as good as shifted, and its other numbers are read in silence.
  double number(std::size_t i, const WxsandNumber& number);
  // Warns of what stands behind the last of `used` words, unless it looks like a comment.
  void check_no_more(std::size_t used);

 private:
  void report_no_number(std::size_t i, const WxsandNumber& number);
  void report_forced(std::size_t i, const WxsandNumber& number, double read, double used);

  Report& report_;
  Line line_;
  int offset_ = 0;
  std::vector<Word> words_;
  bool incomplete_ = false, shifted_ = false;
};

}  // namespace repose::config
