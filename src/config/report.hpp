// Collects the diagnostics of one file. Limits their number, so that a hostile file costs little memory and time.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "config/text.hpp"
#include "repose/diagnostics.hpp"

namespace repose::config {

// Listed at most; the rest is only counted. Limits memory and the time spent on hints.
inline constexpr std::size_t kDiagnosticsMax = 200;
// Longest part of a line that a diagnostic quotes, and longest word that a message quotes; bytes.
inline constexpr std::size_t kExcerptBytesMax = 200;
inline constexpr std::size_t kQuoteBytesMax = 60;

// `text` in a form that can be shown anywhere: valid UTF-8 without control characters, at most `bytes_max` long. Every
// replaced byte becomes one byte ('?' or a blank), so columns stay valid.
std::string printable(std::string_view text, std::size_t bytes_max = kExcerptBytesMax);
// The name of an element as panels and terminals show it: at most 255 bytes, without control characters. Other
// encodings than UTF-8 stay as they are.
std::string shown_name(std::string_view text);
// 'text', printable.
std::string in_quotes(std::string_view text);
// "did you mean 'sand'?", or empty if no candidate is similar.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
// "RED", "RED and GREEN", "RED, GREEN and BLUE".
std::string listing(const std::vector<std::string_view>& names);

class Report {
 public:
  explicit Report(std::string file) : file_(std::move(file)) {}

  // The texts of a diagnostic; the call gives its line and column.
  struct Saying {
    std::string message, expected, found, hint;
  };

  // Adds a diagnostic about the whole file. Always listed, because there are one or two at most.
  void file(Severity severity, Saying saying) { list(severity, {}, 0, std::move(saying)); }
  // Adds a diagnostic about a place in a line; column 0 means the whole line. `say` returns the Saying and is called
  // only if the diagnostic is listed, so millions of bad lines format no messages.
  template <class Say>
  void at(Severity severity, const Line& line, int column, Say say) {
    if (listed_.size() < kDiagnosticsMax) return list(severity, line, column, say());
    ++unlisted_;
    unlisted_worst_ = std::max(unlisted_worst_, severity);
  }

  bool has_errors() const {
    return repose::has_errors(listed_) || (unlisted_ > 0 && unlisted_worst_ == Severity::error);
  }

  // All diagnostics in the order of lines, then those about the whole file, then the number of those not listed.
  Diagnostics take();

 private:
  void list(Severity severity, const Line& line, int column, Saying saying);

  std::string file_;
  Diagnostics listed_;
  std::size_t unlisted_ = 0;
  Severity unlisted_worst_ = Severity::note;
};

}  // namespace repose::config
