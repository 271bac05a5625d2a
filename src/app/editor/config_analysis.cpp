#include "app/editor/config_analysis.hpp"

#include <utility>

#include "repose/rule_lint.hpp"

namespace repose {

void ConfigAnalysis::read(const std::string& text, const std::string& file) {
  ConfigResult result = read_config(text, file);
  rules_ = std::move(result.ruleset).value_or(Ruleset{});
  rules_.text.clear();  // the editor stores the text
  diagnostics_ = std::move(result.diagnostics);
  worst_of_line_.clear();
  for (std::size_t i = 0; i < diagnostics_.size(); ++i) {
    const auto [place, first] = worst_of_line_.try_emplace(diagnostics_[i].line, i);
    if (!first && diagnostics_[i].severity > diagnostics_[place->second].severity) place->second = i;
  }
  notes_ = lint_rules(rules_);
  note_of_line_.clear();
  for (std::size_t i = 0; i < notes_.size(); ++i) note_of_line_.try_emplace(notes_[i].line, i);
  leave_out_added();
  index_rules();
}

// Forms and completion are about what the text says.
void ConfigAnalysis::leave_out_added() {
  const auto added = [this](std::uint8_t element) { return rules_.elements[element].pours.has_value(); };
  std::erase_if(rules_.reactions,
                [&](const Reaction& r) { return added(r.a) || added(r.b) || added(r.c) || added(r.d); });
  std::erase_if(rules_.decays, [&](const Decay& decay) { return added(decay.element); });
  std::erase_if(rules_.bursts, [&](const Burst& burst) { return added(burst.element); });
  std::erase_if(rules_.elements, [](const Element& element) { return element.pours.has_value(); });
}

void ConfigAnalysis::index_rules() {
  const std::size_t count = rules_.elements.size();
  element_of_name_.clear();
  for (std::size_t i = 0; i < count; ++i) element_of_name_[rules_.elements[i].name] = i;
  rule_of_pair_.assign(count * count, 0);
  for (std::size_t i = 0; i < rules_.reactions.size(); ++i) {
    const Reaction& r = rules_.reactions[i];
    if (r.anywhere) continue;
    rule_of_pair_[r.a * count + r.b] = rule_of_pair_[r.b * count + r.a] = static_cast<std::uint32_t>(i + 1);
  }
}

const Diagnostic* ConfigAnalysis::problem_of_line(int line) const {
  const auto found = worst_of_line_.find(line);
  return found == worst_of_line_.end() ? nullptr : &diagnostics_[found->second];
}

const Diagnostic* ConfigAnalysis::note_of_line(int line) const {
  const auto found = note_of_line_.find(line);
  return found == note_of_line_.end() ? nullptr : &notes_[found->second];
}

std::optional<Outcome> ConfigAnalysis::outcome(std::uint8_t a, std::uint8_t b) const {
  const std::uint32_t rule = rule_of_pair_[a * rules_.elements.size() + b];
  if (rule == 0) return std::nullopt;
  const Reaction& r = rules_.reactions[rule - 1];
  return r.a == a ? Outcome{r.c, r.d, r.line} : Outcome{r.d, r.c, r.line};
}

PairKind ConfigAnalysis::kind(std::uint8_t a, std::uint8_t b) const {
  if (rules_.elements[a].density_byte == rules_.elements[b].density_byte) return PairKind::never_meet;
  const std::optional<Outcome> result = outcome(a, b);
  if (!result) return PairKind::undefined;
  if (result->c == a && result->d == b) return PairKind::unchanged;
  return result->c == b && result->d == a ? PairKind::swap : PairKind::reaction;
}

const Element* ConfigAnalysis::element(std::string_view name) const {
  const auto found = element_of_name_.find(name);
  return found == element_of_name_.end() ? nullptr : &rules_.elements[found->second];
}

}  // namespace repose
