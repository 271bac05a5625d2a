// Density bytes, names and kinds of elements.
#include "repose/ruleset.hpp"

#include <algorithm>
#include <cmath>

namespace repose {

std::string_view dialect_name(Dialect dialect) { return dialect == Dialect::sandjs ? "sand.js" : "wxSand"; }

std::optional<std::uint8_t> Ruleset::find(std::string_view name) const {
  for (std::size_t i = elements.size(); i-- > 0;) {
    if (elements[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

std::size_t Ruleset::rule_count() const {
  const auto written = [this](std::uint8_t element) { return element >= elements.size() || !elements[element].pours; };
  const auto count_written = [&](const auto& list) {
    return static_cast<std::size_t>(
        std::ranges::count_if(list, [&](const auto& rule) { return written(rule.element); }));
  };
  std::size_t count = count_written(decays) + count_written(bursts);
  count += interactions.size() + discs.size() + dissolvings.size();
  const auto count_lines = [&](const auto& list) {
    int last_line = 0;  // of a line that stands for several pairs
    for (const auto& reaction : list) {
      if (!written(reaction.a) || !written(reaction.b)) continue;
      if (reaction.line == 0 || reaction.line != last_line) ++count;
      last_line = reaction.line;
    }
  };
  count_lines(reactions);
  count_lines(directed);
  return count;
}

std::string shown_name(const Element& element) {
  std::string name = element.title.empty() ? element.name : element.title;
  const std::size_t end = name.find_last_not_of("0123456789") + 1;
  if (element.hidden && element.title.empty() && end > 0) name.resize(end);
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] == '_' && name[i - 1] != ' ' && name[i + 1] != '_') name[i] = ' ';
  }
  return name;
}

std::size_t paintable_count(const Ruleset& ruleset) {
  const auto& elements = ruleset.elements;
  return static_cast<std::size_t>(std::ranges::count(elements, false, &Element::hidden)) +
         (!elements.empty() && elements.front().hidden ? 1 : 0);
}

std::uint8_t density_to_byte(double density) {
  const double scaled = density * 255.0;
  if (!(scaled > 0.0)) return 0;  // NaN too
  if (scaled >= 255.0) return 255;
  // Ties to even, under any rounding mode of the thread.
  const double whole = std::floor(scaled);
  const double rest = scaled - whole;
  const auto base = static_cast<int>(whole);
  const bool up = rest > 0.5 || (rest == 0.5 && base % 2 == 1);
  return static_cast<std::uint8_t>(base + (up ? 1 : 0));
}

bool is_wall(const Element& element) { return element.density_byte == kWallDensity; }

bool moves_through_background(const Ruleset& ruleset, std::uint8_t index) {
  const Element &element = ruleset.elements[index], &background = ruleset.elements.front();
  if (ruleset.dialect == Dialect::wxsand) return index != 0 && element.gravity != 0;
  if (is_wall(element) || element.density_byte == background.density_byte) return false;
  const auto is_theirs = [&](const Reaction& r) {
    return !r.anywhere && ((r.a == index && r.b == 0) || (r.a == 0 && r.b == index));
  };
  const auto last = std::find_if(ruleset.reactions.rbegin(), ruleset.reactions.rend(), is_theirs);
  if (last == ruleset.reactions.rend()) return false;
  const bool named_first = last->a == index;
  const std::uint8_t here = named_first ? last->c : last->d, there = named_first ? last->d : last->c;
  return here == 0 || (here != index && there == index);
}

}  // namespace repose
