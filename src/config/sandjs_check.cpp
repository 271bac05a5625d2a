// The sand.js dialect, after all lines are read: which elements are liquids and powders, and which pairs have no rule.
#include <fmt/format.h>

#include "config/powder_names.hpp"
#include "config/sandjs_reader.hpp"

namespace repose::config {

// The element is denser than the background, and swaps with it.
bool SandjsReader::falls_by_swapping(std::size_t index) {
  const std::size_t rule = rule_of_pair(0, static_cast<std::uint8_t>(index));
  if (rule == 0 || !ruleset_.reactions[rule - 1].is_swap()) return false;
  return ruleset_.elements[index].density_byte > ruleset_.elements[0].density_byte;
}

// In a file without `liquid` lines, liquids are the elements that fall and are lighter than usual powders, except those
// that are marked as powders.
void SandjsReader::guess_liquids() {
  if (ruleset_.marks_liquids) return;
  for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
    Element& element = ruleset_.elements[i];
    if (element.powder || !falls_by_swapping(i)) continue;
    element.liquid = element.density_byte < kPowderDensity;
  }
}

// In a file that marks neither liquids nor powders, powders are the elements that fall and have the name of a powder.
// `liquid` stays as guess_liquids() has set it, because all automata but *conserving* go by the density.
void SandjsReader::guess_powders() {
  if (ruleset_.marks_liquids || ruleset_.marks_powders) return;
  for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
    Element& element = ruleset_.elements[i];
    element.powder = element.powder_guessed = falls_by_swapping(i) && names_powder(element.name);
  }
}

// Elements of different density meet sooner or later; without a rule both cells vanish. Elements that share a name are
// left out, because the duplicate name is reported already.
void SandjsReader::report_undefined_pairs() {
  const auto target = std::ranges::find(targets_, ruleset_.automaton, &ConfigTarget::name);
  if (target != targets_.end() && !target->needs_rule_for_every_pair) return;
  const std::vector<Element>& elements = ruleset_.elements;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < elements.size(); ++a) {
    for (std::size_t b = a + 1; b < elements.size() && is_sole_of_its_name(a); ++b) {
      const bool can_meet = elements[a].density_byte != elements[b].density_byte && is_sole_of_its_name(b);
      const bool defined = rule_of_pair(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)) > 0;
      if (can_meet && !defined) pairs.emplace_back(a, b);
    }
  }
  if (!pairs.empty()) report_.file(Severity::warning, undefined_pairs(pairs));
}

Report::Saying SandjsReader::undefined_pairs(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) const {
  constexpr std::size_t kPairsShown = 8;
  const auto name = [this](std::size_t i) { return printable(ruleset_.elements[i].name, kQuoteBytesMax); };
  std::string shown;
  for (std::size_t i = 0; i < std::min(pairs.size(), kPairsShown); ++i) {
    shown += fmt::format("{}{} + {}", i > 0 ? ", " : "", name(pairs[i].first), name(pairs[i].second));
  }
  if (pairs.size() > kPairsShown) shown += fmt::format(" and {} more", pairs.size() - kPairsShown);
  const std::string a = name(pairs[0].first), b = name(pairs[0].second);
  return {fmt::format("undefined {}: no rule says what happens when these meet, so both would vanish: {}",
                      pairs.size() == 1 ? "pair" : "pairs", shown),
          "a rule for every two elements of different density", fmt::format("{} without", pairs.size()),
          fmt::format("to keep both unchanged, add: rule {} {} {} {}", a, b, a, b)};
}

}  // namespace repose::config
