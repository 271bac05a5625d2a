// The sand.js dialect: our words for the program around the elements: `group`, `set` and `parameter`.
#include <fmt/format.h>

#include <cmath>

#include "config/groups.hpp"
#include "config/sandjs_reader.hpp"

namespace repose::config {

using std::string_view;

// ---- group NAME ELEMENT..., set NAME ELEMENT... ----

// Adds the elements of this line to its group.
void SandjsReader::read_group(bool hidden) {
  constexpr std::array<string_view, 2> kParts = {"NAME", "ELEMENT"};
  constexpr std::size_t kGroupWordsMax = 2 + kElementsMax;
  split_words(line_.text, words_, kGroupWordsMax);
  const auto is_member = [this](std::size_t, string_view word) { return elements_named(word).has_value(); };
  const std::size_t given = count_values(words_.size(), is_member);
  if (given < kParts.size()) return report_missing(Severity::warning, kParts, given, "; the line is ignored");
  Group* const group = group_of_line(hidden);
  if (group == nullptr) return;
  for (std::size_t word = 2; word <= given; ++word) {
    const auto members = elements_named(words_[word].text);
    if (!members) report_unknown_name(word, "it is left out");
    for (const std::uint8_t member : members.value_or(std::vector<std::uint8_t>{})) {
      if (std::ranges::find(group->members, member) == group->members.end()) group->members.push_back(member);
    }
  }
}

// An element, or the members that a group has so far. Empty if there is neither.
std::optional<std::vector<std::uint8_t>> SandjsReader::elements_named(string_view word) const {
  if (const auto element = find(word)) return std::vector{*element};
  if (const auto group = groups_.find(word); group != groups_.end()) return ruleset_.groups[group->second].members;
  return std::nullopt;
}

// Null, with a warning, if there are too many.
Group* SandjsReader::group_of_line(bool hidden) {
  const string_view name = words_[1].text;
  if (const auto known = groups_.find(name); known != groups_.end()) return &ruleset_.groups[known->second];
  if (groups_.size() == kGroupsMax) {
    report_.at(Severity::warning, line_, words_[0].column, [] {
      return Saying{fmt::format("too many groups: at most {} are read", kGroupsMax),
                    fmt::format("at most {}", kGroupsMax), "more", ""};
    });
    return nullptr;
  }
  groups_.emplace(name, ruleset_.groups.size());
  return &ruleset_.groups.emplace_back(Group{shown_name(name), {}, hidden});
}

// ---- parameter NAME VALUE ----

// The last line for a parameter counts.
void SandjsReader::read_parameter() {
  constexpr std::array<string_view, 2> kParts = {"NAME", "VALUE"};
  const std::size_t given = count_values(kParts.size(), [](std::size_t, string_view) { return false; });
  if (given < kParts.size()) return report_missing(Severity::warning, kParts, given, "; the line is ignored");
  const auto target = std::ranges::find(targets_, ruleset_.automaton, &ConfigTarget::name);
  if (target == targets_.end()) {
    return report_.at(Severity::warning, line_, words_[0].column, [] {
      return Saying{"'parameter' needs to know the automaton; the line is ignored", "a line 'automaton NAME'", "none",
                    "add a line: automaton conserving"};
    });
  }
  const auto parameter = std::ranges::find(target->parameters, words_[1].text, &ConfigParameter::name);
  if (parameter == target->parameters.end()) return report_unknown_parameter(*target);
  const std::optional<double> value = read_parameter_value(*parameter);
  if (!value) return;
  check_no_more(1 + kParts.size());
  std::erase_if(ruleset_.parameters, [&](const auto& older) { return older.first == parameter->name; });
  ruleset_.parameters.emplace_back(parameter->name, *value);
}

void SandjsReader::report_unknown_parameter(const ConfigTarget& target) {
  report_.at(Severity::warning, line_, words_[1].column, [&] {
    std::vector<std::string> known;
    for (const ConfigParameter& parameter : target.parameters) known.push_back(parameter.name);
    std::string hint = did_you_mean(words_[1].text, known);
    if (hint.empty() && known.empty()) hint = fmt::format("{} has no parameters", target.name);
    if (hint.empty()) hint = fmt::format("{} has {}", target.name, listing({known.begin(), known.end()}));
    return Saying{
        fmt::format("unknown parameter {} of {}; the line is ignored", in_quotes(words_[1].text), target.name),
        "the name of a parameter", printable(words_[1].text), std::move(hint)};
  });
}

std::optional<double> SandjsReader::read_parameter_value(const ConfigParameter& parameter) {
  const Word& word = words_[2];
  const auto named = std::ranges::find(parameter.choice_names, word.text);
  if (named != parameter.choice_names.end())
    return parameter.choices[static_cast<std::size_t>(named - parameter.choice_names.begin())];
  if (!parameter.choice_names.empty() && !parse_number(word.text)) {
    report_.at(Severity::warning, line_, word.column, [&] {
      const std::string names = fmt::format("one of {}", fmt::join(parameter.choice_names, ", "));
      return Saying{
          fmt::format("{} must be {}, but is {}; the line is ignored", parameter.name, names, in_quotes(word.text)),
          names, printable(word.text), did_you_mean(word.text, parameter.choice_names)};
    });
    return std::nullopt;
  }
  const Quantity quantity = {parameter.name, parameter.minimum, parameter.maximum, parameter.whole};
  const std::optional<double> value = read_number(word, quantity, Severity::warning);
  if (!value || parameter.choices.empty()) return value;
  const auto distance = [&](double choice) { return std::abs(choice - *value); };
  const double nearest = *std::ranges::min_element(parameter.choices, {}, distance);
  if (nearest == *value) return value;
  report_.at(Severity::warning, line_, word.column, [&] {
    return Saying{fmt::format("number out of range: {} must be one of {}, but is {}; {} is used", parameter.name,
                              fmt::join(parameter.choices, ", "), in_quotes(word.text), nearest),
                  fmt::format("one of {}", fmt::join(parameter.choices, ", ")), printable(word.text), ""};
  });
  return nearest;
}

}  // namespace repose::config
