// `repose-cli guide`: a page about the elements of a config.
#include <fmt/format.h>

#include "cli/failure.hpp"
#include "cli/guide_page.hpp"
#include "cli/options.hpp"
#include "cli/words.hpp"
#include "repose/config.hpp"
#include "repose/registry.hpp"

namespace repose::cli {

namespace {

// The automata for which there is a page.
std::string explained_automata() {
  std::string names;
  for (const AutomatonDefinition& automaton : automata()) {
    if (automaton.rule_facts != nullptr) names += fmt::format("{}{}", names.empty() ? "" : " or ", automaton.name);
  }
  return names;
}

const AutomatonDefinition& automaton_of(const Registry& registry, const Ruleset& ruleset) {
  if (!ruleset.automaton.empty()) return *registry.automaton(ruleset.automaton);
  return *registry.default_automaton(ruleset.dialect);
}

}  // namespace

int run_guide(const GuideOptions& options) {
  need_file("guide", options.file);
  const ConfigResult config = read_config_file(options.file);
  if (has_errors(config.diagnostics) || !config.ruleset) {
    for (const Diagnostic& d : config.diagnostics) fmt::print(stderr, "{}\n", format(d));
    return kExitCheckFailed;
  }
  const Registry registry = make_registry();
  const AutomatonDefinition& automaton = automaton_of(registry, *config.ruleset);
  const auto facts = automaton.rule_facts != nullptr ? automaton.rule_facts(*config.ruleset) : std::nullopt;
  if (!facts)
    refuse(fmt::format("guide: {} is a config for {}, and there is a guide only to those for {}", options.file,
                       automaton.name, explained_automata()));
  fmt::print("{}", guide_page(*config.ruleset, *facts, automaton.steps_per_second));
  return kExitFine;
}

}  // namespace repose::cli
