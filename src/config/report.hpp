// Gathers the diagnostics of one file and keeps a hostile file cheap.
#pragma once

#include <string>
#include <string_view>

#include "config/lines.hpp"
#include "repose/diagnostics.hpp"

namespace repose::config {

// Nobody reads more; the rest is counted. Bounds memory and the time spent on hints.
inline constexpr std::size_t kDiagnosticsMax = 200;
// Longest part of a line that a diagnostic quotes, and longest word that a message quotes; bytes.
inline constexpr std::size_t kExcerptBytesMax = 200;
inline constexpr std::size_t kQuoteBytesMax = 60;

// `text` fit to be shown anywhere: valid UTF-8 without control characters, at most `bytes_max` long. Every byte that is
// replaced becomes one byte, so that columns stay true.
std::string printable(std::string_view text, std::size_t bytes_max = kExcerptBytesMax);
// 'text', printable.
std::string quoted(std::string_view text);
// "did you mean 'sand'?", or empty when no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
// "RED", "RED and GREEN", "RED, GREEN and BLUE".
std::string listing(const std::vector<std::string_view>& names);

class Report {
 public:
  explicit Report(std::string file) : file_(std::move(file)) {}

  // What a diagnostic says; the place comes from the call.
  struct Saying {
    std::string message, expected, found, hint;
  };

  // About the file as a whole; always listed, as there are one or two at most.
  void file(Severity severity, Saying saying) { list(severity, {}, 0, std::move(saying)); }
  // About a place in a line; column 0 is the line as a whole. `say` makes the Saying; it is called only when the
  // diagnostic will be listed, so that millions of bad lines cost no sentences.
  template <class Say>
  void at(Severity severity, const Line& line, int column, Say say) {
    if (full()) {
      count(severity);
    } else {
      list(severity, line, column, say());
    }
  }

  bool has_errors() const {
    return repose::has_errors(listed_) || (unlisted_ > 0 && unlisted_worst_ == Severity::error);
  }

  // All diagnostics by line, those about the whole file last, then the count of those not listed.
  Diagnostics take();

 private:
  bool full() const { return listed_.size() >= kDiagnosticsMax; }
  void count(Severity severity);
  void list(Severity severity, const Line& line, int column, Saying saying);

  std::string file_;
  Diagnostics listed_;
  std::size_t unlisted_ = 0;
  Severity unlisted_worst_ = Severity::note;
};

}  // namespace repose::config
