// Reads configs that may name any automaton of this library, and writes notes on them.
#include "automata/conserving/conserving.hpp"
#include "repose/config.hpp"
#include "repose/registry.hpp"
#include "repose/rule_lint.hpp"

namespace repose {

static std::vector<ConfigParameter> parameters_of(const AutomatonDefinition& automaton) {
  std::vector<ConfigParameter> list;
  for (const ParameterInfo& info : automaton.parameters) {
    const bool whole = info.kind != ParameterInfo::Kind::real;
    list.push_back({std::string(info.name), info.minimum, info.maximum, whole,
                    std::vector<double>(info.choices.begin(), info.choices.end()),
                    std::vector<std::string>(info.choice_names.begin(), info.choice_names.end())});
  }
  return list;
}

static const std::vector<ConfigTarget>& targets() {
  static const std::vector<ConfigTarget> all = [] {
    std::vector<ConfigTarget> list;
    for (const AutomatonDefinition& automaton : automata())
      list.push_back({std::string(automaton.name), automaton.needs_rule_for_every_pair, parameters_of(automaton)});
    return list;
  }();
  return all;
}

ConfigResult read_config(std::string_view text, const std::string& file) { return read_config(text, file, targets()); }

ConfigResult read_config_file(const std::filesystem::path& path) { return read_config_file(path, targets()); }

Diagnostics lint_rules(const Ruleset& ruleset) {
  return lint_rules(ruleset, ruleset.automaton.empty() || ruleset.automaton == conserving::definition().name);
}

}  // namespace repose
