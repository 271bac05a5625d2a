// The one list of automata and their backends. Menu, command line, tests, benchmarks and docs all iterate it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/solver.hpp"

namespace repose {

struct SolverOptions {
  int threads = 0;  // worker threads of the cpu backend; 0 = one per core
  // Off, the cpu backend of an automaton that can look at settled regions anew in every step does so: for tests and
  // measurements. The world is the same.
  bool skip_settled = true;
};

struct AutomatonInfo {
  std::string_view name;     // "density"
  std::string_view title;    // "Density (sand.js)"
  std::string_view summary;  // one sentence for tooltips and docs
  Determinism determinism = Determinism::exact;
  double steps_per_second = 120;            // its own default pace
  bool needs_ruleset = true;                // field automata need none
  std::string_view config = "default.cfg";  // what it runs where nobody has chosen: a file in configs/
  // A sentence for who runs these rules on it about what they cannot do here, or an empty one. May be null.
  std::string (*remark)(const Ruleset& ruleset) = nullptr;
};

struct SolverEntry {
  std::string_view automaton;
  Backend backend = Backend::scalar;
  // Why it cannot run here; empty when it can.
  std::string unavailable;
  // Never null when available. May return null if creation fails after all; then `error` says why.
  std::function<std::unique_ptr<Solver>(const SolverOptions&, std::string& error)> create;

  bool available() const { return unavailable.empty(); }
};

class Registry {
 public:
  void add(const AutomatonInfo& automaton) { automata_.push_back(automaton); }
  // Replaces an entry of the same automaton and backend: repose_gl puts its solvers in the place of "not built".
  void add(SolverEntry entry);

  const std::vector<AutomatonInfo>& automata() const { return automata_; }
  const std::vector<SolverEntry>& solvers() const { return solvers_; }
  const AutomatonInfo* automaton(std::string_view name) const;
  const SolverEntry* solver(std::string_view automaton, Backend backend) const;

 private:
  std::vector<AutomatonInfo> automata_;
  std::vector<SolverEntry> solvers_;
};

// Every automaton with its scalar and cpu backends; gpu entries say "not built" until add_gpu_solvers (repose_gl) is
// called.
Registry make_registry();

}  // namespace repose
