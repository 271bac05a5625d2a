#include "config/config_patch.hpp"

#include <fmt/format.h>

#include <cmath>

#include "config/number.hpp"

namespace repose::config_edit {

using std::string_view;

std::optional<Line> last_line_of(string_view text, string_view directive) {
  return last_line(text, [&](const Line&, const std::vector<Word>& words) { return words[0].text == directive; });
}

std::optional<std::uint8_t> meaning(const Ruleset& ruleset, string_view name, int line) {
  std::optional<std::uint8_t> found;
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    const Element& element = ruleset.elements[i];
    if (element.name == name && (!found || element.line < line)) found = static_cast<std::uint8_t>(i);
  }
  return found;
}

bool can_be_named(const Ruleset& ruleset, std::uint8_t element) {
  if (ruleset.dialect != Dialect::sandjs || ruleset.elements[element].pours) return false;
  return element < ruleset.elements.size() && ruleset.find(ruleset.elements[element].name) == element;
}

std::string decimal(double value, string_view old_word) {
  constexpr int kDecimalsMax = 4;
  const std::size_t point = old_word.find('.');
  const auto had = point == old_word.npos ? 0 : static_cast<int>(old_word.size() - point - 1);
  for (int decimals = std::clamp(had, 0, kDecimalsMax); decimals < kDecimalsMax; ++decimals) {
    const std::string shown = fmt::format("{:.{}f}", value, decimals);
    if (std::abs(config::parse_number(shown)->value - value) < 1e-9) return shown;
  }
  return fmt::format("{:.{}f}", value, kDecimalsMax);
}

double rounded(double value) { return std::round(std::clamp(value, 0.0, 1.0) * 1e4) / 1e4; }

bool says(const Line& line, const std::vector<Word>& words, string_view directive, const Ruleset& ruleset,
          std::uint8_t element) {
  return words[0].text == directive && words.size() > 1 && meaning(ruleset, words[1].text, line.number) == element;
}

std::string remove_lines(string_view text, string_view directive, const Ruleset& ruleset, std::uint8_t element) {
  Patch patch(text);
  each_line(text, [&](const Line& line, const std::vector<Word>& words) {
    if (says(line, words, directive, ruleset, element)) patch.remove_line(line);
  });
  return patch.take();
}

std::string add_lines(string_view text, string_view directive, string_view lines) {
  Patch patch(text);
  patch.insert_behind(last_line_of(text, directive), lines);
  return patch.take();
}

}  // namespace repose::config_edit
