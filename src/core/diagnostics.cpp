// Formats messages; finds the nearest name for a typo.
#include "repose/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/language.hpp"

namespace repose {

std::string_view severity_name(Severity severity) {
  constexpr const char* kNames[] = {text_id("note"), text_id("warning"), text_id("error")};
  return kNames[static_cast<std::size_t>(severity)];
}

bool has_errors(const Diagnostics& diagnostics) { return count_of(diagnostics, Severity::error) > 0; }

std::size_t count_of(const Diagnostics& diagnostics, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(diagnostics, severity, &Diagnostic::severity));
}

std::string format(const Diagnostic& d) {
  std::string text = d.file;
  if (d.line > 0) text += fmt::format(":{}", d.line);
  if (d.line > 0 && d.column > 0) text += fmt::format(":{}", d.column);
  text += fmt::format(": {}: {}", tr(severity_name(d.severity).data()), d.message);
  if (!d.hint.empty()) text += fmt::format(" ({})", d.hint);
  return text;
}

namespace {

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Levenshtein distance with one row of memory, ignoring the case of ASCII letters; at most `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t least = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (least >= limit) return limit;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    std::size_t row_least = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (folded(a[i - 1]) == folded(b[j - 1]) ? 0u : 1u)});
      row_least = std::min(row_least, row[j]);
      diagonal = above;
    }
    if (row_least >= limit) return limit;
  }
  return std::min(row[b.size()], limit);
}

}  // namespace

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kWordMax = 64;  // bytes; limits the cost of hostile input
  if (word.size() > kWordMax) return {};
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate, best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace repose
