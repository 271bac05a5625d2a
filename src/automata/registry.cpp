// The list of automata; makes a registry of it.
#include "repose/registry.hpp"

#include <algorithm>

#include "automata/conserving/conserving.hpp"
#include "automata/density/density.hpp"
#include "automata/elements/elements.hpp"
#include "automata/fastsab/fastsab.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "automata/shadow_ledger.hpp"
#include "automata/tiles/tiles.hpp"
#include "automata/water/water.hpp"

namespace repose {

const std::vector<AutomatonDefinition>& automata() {
  static const std::vector<AutomatonDefinition> all = {
      density::definition(), conserving::definition(), elements::definition(), fastsab::definition(),
      tiles::definition(),   water::definition(),      sandpile::definition(),
  };
  return all;
}

const std::vector<AutomatonDefinition>& earlier_editions() {
  static const std::vector<AutomatonDefinition> all = {conserving::first_definition()};
  return all;
}

namespace {

template <class Matches>
const AutomatonDefinition* find_if(const Matches& matches) {
  for (const auto* const list : {&automata(), &earlier_editions()}) {
    const auto found = std::ranges::find_if(*list, matches);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

void add_solvers(Registry& registry, const AutomatonDefinition& automaton) {
  registry.add(automaton);
  registry.add({automaton.name, Backend::scalar, "",
                [make = automaton.make_scalar](const SolverOptions&, std::string&) { return make(); }});
  if (automaton.make_cpu == nullptr) {
    registry.add({automaton.name, Backend::cpu, std::string(automaton.no_cpu), nullptr});
  } else {
    registry.add({automaton.name, Backend::cpu, "", [&automaton](const SolverOptions& options, std::string&) {
                    return with_shadow_ledger(automaton.make_cpu(options), automaton);
                  }});
  }
  const std::string_view why = automaton.no_gpu.empty() ? "this build has no OpenGL" : automaton.no_gpu;
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

const AutomatonDefinition* Registry::automaton(std::string_view name) const {
  for (const auto* const list : {&automata_, &earlier_editions_}) {
    const auto found = std::ranges::find(*list, name, &AutomatonDefinition::name);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

const AutomatonDefinition* Registry::default_automaton(Dialect dialect) const {
  for (const AutomatonDefinition& automaton : automata_) {
    if (automaton.default_for == dialect) return &automaton;
  }
  return nullptr;
}

const SolverEntry* Registry::solver(std::string_view automaton, Backend backend) const {
  for (const SolverEntry& entry : solvers_) {
    if (entry.automaton == automaton && entry.backend == backend) return &entry;
  }
  return nullptr;
}

const AutomatonDefinition* find_edition(std::string_view name, int edition) {
  return find_if([&](const AutomatonDefinition& automaton) {
    return (automaton.former_of.empty() ? automaton.name : automaton.former_of) == name && automaton.edition == edition;
  });
}

const AutomatonDefinition* find_automaton(std::string_view name) {
  return find_if([&](const AutomatonDefinition& automaton) { return automaton.name == name; });
}

Registry make_registry() {
  Registry registry;
  for (const AutomatonDefinition& automaton : automata()) add_solvers(registry, automaton);
  for (const AutomatonDefinition& automaton : earlier_editions()) add_solvers(registry, automaton);
  return registry;
}

}  // namespace repose
