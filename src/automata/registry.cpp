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

namespace {

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

const AutomatonDefinition* Registry::automaton(std::string_view name) const { return find_in(automata_, name); }

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

const AutomatonDefinition* find_automaton(std::string_view name) { return find_in(automata(), name); }

Registry make_registry() {
  Registry registry;
  for (const AutomatonDefinition& automaton : automata()) add_solvers(registry, automaton);
  return registry;
}

}  // namespace repose
