#include "config/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/language.hpp"

namespace repose::config {
namespace {

// Length of the well-formed UTF-8 sequence of two or more bytes at the start of `text`; 0 if there is none.
std::size_t multibyte_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0xC2 || lead > 0xF4 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return 0;
  }
  const unsigned second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool beyond = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
  const bool c1_control = lead == 0xC2 && second < 0xA0;
  return overlong || beyond || c1_control ? 0 : length;
}

// Whole-file diagnostics (line 0) come last.
int order_of(const Diagnostic& d) { return d.line == 0 ? std::numeric_limits<int>::max() : d.line; }

}  // namespace

std::string printable(std::string_view text, std::size_t bytes_max) {
  std::string shown;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80 ? 1 : std::max<std::size_t>(1, multibyte_length(text));
    if (shown.size() + length > bytes_max) break;
    const bool keeps = length > 1 || (first >= 0x20 && first < 0x7F);
    if (keeps) shown += text.substr(0, length);
    if (!keeps) shown += first == '\t' ? ' ' : '?';
    text.remove_prefix(length);
  }
  return shown;
}

std::string shown_name(std::string_view text) {
  constexpr std::size_t kNameBytesMax = 255;
  std::string name(text.substr(0, kNameBytesMax));
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::ranges::replace_if(name, is_control, '?');
  return name;
}

std::string in_quotes(std::string_view text) {
  const std::string_view mark = text.size() > kQuoteBytesMax ? "..." : "";
  return fmt::format("'{}{}'", printable(text, kQuoteBytesMax), mark);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string{} : trf("did you mean {}?", in_quotes(nearest));
}

std::string listing(const std::vector<std::string_view>& names) {
  if (names.size() == 1) return std::string(names[0]);
  return trf("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

void Report::count(Severity severity) {
  ++unlisted_;
  unlisted_worst_ = std::max(unlisted_worst_, severity);
}

void Report::list(Severity severity, const Line& line, int column, Saying saying) {
  listed_.push_back({severity, file_, line.number, column, std::move(saying.message), std::move(saying.expected),
                     std::move(saying.found), std::move(saying.hint), printable(line.text)});
}

Diagnostics Report::take() {
  std::stable_sort(listed_.begin(), listed_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return order_of(a) < order_of(b); });
  if (unlisted_ > 0) {
    Diagnostic more;
    more.severity = unlisted_worst_;
    more.file = file_;
    more.message = trf_n("and {} more problem, not listed", "and {} more problems, not listed", unlisted_);
    listed_.push_back(std::move(more));
  }
  return std::move(listed_);
}

}  // namespace repose::config
