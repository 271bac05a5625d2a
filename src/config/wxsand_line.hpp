// What all directives of a wxSand config share: lines, numbers, names and warnings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "config/report.hpp"
#include "config/text.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// A number in a config: its name in messages and its valid range. Other values are forced into the range: bytes
// (`wraps`) modulo 256, as the originals store them, others to the nearest end. Probabilities over 1 are common and get
// no warning (`saturates`).
struct WxsandNumber {
  static constexpr double kUnlimited = 1e6;  // as a limit: practically none; keeps products finite

  std::string_view name;
  double minimum = 0.0, maximum = 1.0;
  bool whole = false, wraps = false, saturates = false;

  double force(double value) const;
  std::string range() const;
};

// One directive line: its words, its numbers, and the warnings that all directives share.
class WxsandLine {
 public:
  explicit WxsandLine(Report& report) : report_(report) {}

  // `offset`: bytes of the file's line before this one, if a line of a web page holds several lines.
  void set(const Line& line, int offset);

  const Line& line() const { return line_; }
  const Word& word(std::size_t i) const { return words_[i]; }  // 0 is the directive itself
  std::size_t size() const { return words_.size(); }
  // The column of a word in the file's line; for the index after the last word, the end of the line.
  int column(std::size_t word) const;
  // True if a required word was missing. A last line without a line end then counts as cut off.
  bool is_incomplete() const { return incomplete_; }

  // `word` may be the index after the last word: the place of a missing word.
  template <class Say>
  void warn(std::size_t word, Say say) {
    report_.at(Severity::warning, line_, column(word), say);
  }
  template <class Say>
  void note(std::size_t word, Say say) {
    report_.at(Severity::note, line_, column(word), say);
  }

  // False, with a warning, if one of the `parts` after the directive is missing.
  bool has(std::span<const std::string_view> parts, std::string_view consequence);
  // Warns that `what` needs `parts` and the line ends after the first `given` of them.
  void report_missing(std::string_view what, std::span<const std::string_view> parts, std::size_t given,
                      std::string_view consequence);
  // The number at the start of word `i`, forced into its range; 0, with a warning, if there is none. After the first
  // such word the other numbers of the line are read without warnings, because a word is probably missing or extra.
  double number(std::size_t i, const WxsandNumber& number);
  // Warns about a word after the first `used` words, unless it is a comment.
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

inline constexpr std::size_t kWxsandElementsMax = 255;     // index 255 is kAllElements and kItemKeeps
inline constexpr std::uint8_t kAllElements = kAnyElement;  // `all`: every element but the first

// A name means one element, or every element but the first. Names are compared byte for byte, as the file has them;
// entities are decoded only where a name is shown.
class WxsandNames {
 public:
  std::optional<std::uint8_t> find(std::string_view name) const;
  void add(std::string_view name, std::uint8_t index);
  // Adds the name of an element over the limit: lines that use it are ignored without a warning.
  void leave_out(std::string_view name) { left_out_.insert(name); }

  // The element that word `i` names. Empty for an unknown name, with one warning per name and line.
  std::optional<std::uint8_t> one(WxsandLine& line, std::size_t i, std::string_view consequence) const;
  // As above, or kAllElements for `all` and `All`, unless an element of the file has that name.
  std::optional<std::uint8_t> one_or_all(WxsandLine& line, std::size_t i, std::string_view consequence) const;

 private:
  std::unordered_map<std::string_view, std::uint8_t> indices_;
  std::unordered_set<std::string_view> left_out_;
  std::vector<std::string> names_;  // for hints
};

}  // namespace repose::config
