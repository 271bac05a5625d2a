// The list of automata; makes a registry of it, and reads configs that may name any of them.
#include <algorithm>

#include "automata/conserving/conserving.hpp"
#include "automata/density/density.hpp"
#include "automata/elements/elements.hpp"
#include "automata/fastsab/fastsab.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "automata/shadow_ledger.hpp"
#include "automata/tiles/tiles.hpp"
#include "automata/water/water.hpp"
#include "core/language.hpp"
#include "repose/config.hpp"
#include "repose/registry.hpp"

namespace repose {

const std::vector<AutomatonDefinition>& automata() {
  static const std::vector<AutomatonDefinition> all = {
      density::definition(), conserving::definition(), elements::definition(), fastsab::definition(),
      tiles::definition(),   water::definition(),      sandpile::definition(),
  };
  return all;
}

namespace {

static_assert(AutomatonDefinition{}.no_body ==
              text_id("Only sandpile has heights into which a body can be pressed."));  // for scripts/texts

const AutomatonDefinition* find_in(const std::vector<AutomatonDefinition>& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &AutomatonDefinition::name);
  return found == list.end() ? nullptr : &*found;
}

void add_solvers(Registry& registry, const AutomatonDefinition& automaton) {
  registry.add(automaton);
  registry.add({automaton.name, Backend::scalar, "",
                [make = automaton.make_scalar](const SolverOptions&, std::string&) { return make(); }});
  registry.add({automaton.name, Backend::cpu, "", [&automaton](const SolverOptions& options, std::string&) {
                  return with_shadow_ledger(automaton.make_cpu(options), automaton);
                }});
  const std::string_view why = automaton.no_gpu.empty() ? text_id("this build has no OpenGL") : automaton.no_gpu;
  registry.add({automaton.name, Backend::gpu, std::string(why), nullptr});
}

}  // namespace

void Registry::add(SolverEntry entry) {
  for (SolverEntry& known : solvers_) {
    if (known.automaton == entry.automaton && known.backend == entry.backend) {
      known = std::move(entry);
      return;
    }
  }
  solvers_.push_back(std::move(entry));
}

const AutomatonDefinition* Registry::automaton(std::string_view name) const { return find_in(automata_, name); }

const AutomatonDefinition& Registry::automaton_for(const Ruleset& ruleset) const {
  if (const AutomatonDefinition* named = automaton(ruleset.automaton)) return *named;
  const AutomatonDefinition* ours = ruleset.needs_conserving ? automaton(conserving::definition().name) : nullptr;
  if (ours != nullptr) return *ours;
  const auto home = std::ranges::find(automata_, std::optional(ruleset.dialect), &AutomatonDefinition::default_for);
  return home != automata_.end() ? *home : automata_.front();
}

const SolverEntry* Registry::solver(std::string_view automaton, Backend backend) const {
  for (const SolverEntry& entry : solvers_) {
    if (entry.automaton == automaton && entry.backend == backend) return &entry;
  }
  return nullptr;
}

const AutomatonDefinition* find_automaton(std::string_view name) { return find_in(automata(), name); }

Registry make_registry() {
  Registry registry;
  for (const AutomatonDefinition& automaton : automata()) add_solvers(registry, automaton);
  return registry;
}

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
      list.push_back({std::string(automaton.name), automaton.needs_rule_for_every_pair, parameters_of(automaton),
                      automaton.retired_parameters});
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
