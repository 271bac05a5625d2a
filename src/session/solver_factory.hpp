// Makes solvers for run states. Changes nothing that runs.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "repose/registry.hpp"
#include "session/run_state.hpp"

namespace repose {

// A solver that is ready to replace the running one, or why there is none.
struct PreparedSolver {
  std::unique_ptr<Solver> solver;
  Backend backend = Backend::cpu;
  std::string error;           // a sentence if `solver` is null
  bool rules_refused = false;  // the solver exists, but cannot run these rules
};

class SolverFactory {
 public:
  // `registry` must outlive the object. `threads`: of each solver; 0 = one per core.
  SolverFactory(const Registry& registry, int threads) : registry_(registry), threads_(threads) {}

  const Registry& registry() const { return registry_; }
  // `preferred` if that automaton runs on it here, else cpu, else scalar.
  Backend backend_for(std::string_view automaton, Backend preferred) const;
  // A new solver without rules and world. Null, with a sentence, if there is none.
  std::unique_ptr<Solver> make(std::string_view automaton, Backend backend, std::string& error) const;
  // A new solver that holds `next` and `world`. Ignores `next.world`.
  PreparedSolver prepare(const RunState& next, const World& world, Backend backend) const;

 private:
  const Registry& registry_;
  int threads_;
};

// Parameters that are not listed get their defaults. Names of other parameters are ignored.
void set_parameters(Solver& solver, const ParameterValues& values);

}  // namespace repose
