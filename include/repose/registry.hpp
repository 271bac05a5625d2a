// The list of automata and of their solvers. Menu, command line, tests, benchmarks and docs iterate it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "repose/automaton.hpp"
#include "repose/solver.hpp"

namespace repose {

struct SolverEntry {
  std::string_view automaton;  // the name of the automaton
  Backend backend = Backend::scalar;
  // Why it cannot run here; empty when it can.
  std::string unavailable;
  // Not null when available. May return null when creation fails; then `error` says why.
  std::function<std::unique_ptr<Solver>(const SolverOptions&, std::string& error)> create;

  bool available() const { return unavailable.empty(); }
};

class Registry {
 public:
  void add(const AutomatonDefinition& automaton) { automata_.push_back(automaton); }
  // Replaces an entry of the same automaton and backend: so repose_gl replaces the entries that say "not built".
  void add(SolverEntry entry);

  const std::vector<AutomatonDefinition>& automata() const { return automata_; }
  const std::vector<SolverEntry>& solvers() const { return solvers_; }
  // These two return null when there is none.
  const AutomatonDefinition* automaton(std::string_view name) const;
  const SolverEntry* solver(std::string_view automaton, Backend backend) const;
  // The automaton in which a config opens: (1) the one that the config names; (2) elements for a wxSand config; (3)
  // conserving if the rules need it (Ruleset::needs_conserving), else density.
  const AutomatonDefinition& automaton_for(const Ruleset& ruleset) const;

 private:
  std::vector<AutomatonDefinition> automata_;
  std::vector<SolverEntry> solvers_;
};

// Every automaton that this library defines, in the order of menus.
const std::vector<AutomatonDefinition>& automata();
// The definition of that name; null when there is none.
const AutomatonDefinition* find_automaton(std::string_view name);

// Every automaton with its scalar and cpu backends; add_gpu_solvers (repose/gpu_solvers.hpp) adds those on a GPU.
Registry make_registry();

}  // namespace repose
