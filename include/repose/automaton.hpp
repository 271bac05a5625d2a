// The definition of an automaton: everything that other code needs to know about it. Each definition is in
// src/automata/<name>/. No code outside that folder compares names of automata or parameters.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/explain.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

// How an element moves.
enum class MatterKind : std::uint8_t { wall, solid, powder, liquid, thick_liquid, gas };

// What two elements do where they touch. Pairs that do nothing are left out.
struct PairFact {
  std::uint8_t a = 0, b = 0;  // a < b
  bool swaps = false;         // the denser one sinks through the other; false: a reaction
  std::uint8_t a_into = 0, b_into = 0;
  double probability = 1.0;   // of a reaction, each time that the two are a pair: at most once in a step
  bool needs_weight = false;  // a reaction that happens only where the denser one is above the other
};

// What the rules of a config say about each element and each pair of elements, as an automaton reads them.
struct RuleFacts {
  std::vector<MatterKind> kinds;  // of every element
  std::vector<PairFact> pairs;    // ordered by a, then by b
};

struct SolverOptions {
  int threads = 0;  // worker threads of the cpu backend; 0 = one per core
  // False: a cpu backend computes settled regions too, with the same result. For tests and measurements.
  bool skip_settled = true;
};

// What the conformance suite (tests/automata/conformance.hpp) expects of an automaton, besides what holds for all.
struct AutomatonPromises {
  // True: elements move as whole cells, what is denser sinks, walls stay. False: none of these three is expected.
  bool granular = true;
  bool settles = true;          // cells: a heap of one powder comes to rest; fields: a rough field does
  bool symmetric = true;        // left and right are equal on average
  int fall_cells_per_step = 1;  // of a lone grain, straight down; 0: it falls in another way
  bool conserves = true;        // the ledger explains every change: LedgerRow::lost() is 0
  bool keeps_border = true;     // cells at the edge of the world keep their elements
};

struct AutomatonDefinition {
  // ---- names ----
  std::string_view name;     // in configs, in files and on the command line: "density"
  std::string_view title;    // in menus: "Density (sand.js)"
  std::string_view source;   // after the title: "from sand.js, 2013"
  std::string_view summary;  // one sentence for tooltips and docs

  // ---- steps ----
  Determinism determinism = Determinism::exact;
  double steps_per_second = 120;  // the default pace
  // The parameters of the scalar backend. A solver's own list (Solver::parameters) may allow fewer values.
  std::span<const ParameterInfo> parameters = {};
  std::span<const RetiredParameter> retired_parameters = {};

  // ---- configs ----
  bool needs_ruleset = true;                // false for fields, which run without a config
  std::string_view config = "default.cfg";  // the config used until a person chooses one: a file in configs/
  // Configs of this dialect that name no automaton run in this one, unless the caller prefers another.
  std::optional<Dialect> default_for = {};
  // The config reader warns about two elements of different density that have no rule. SwitchSolver with bring_config
  // replaces rules that were written for an automaton that does not need them.
  bool needs_rule_for_every_pair = false;
  // False: SwitchSolver with bring_config replaces rules that ship with the program and were not written for this
  // automaton by its own config, because matter would behave in unexpected ways. Rules of users stay.
  bool runs_foreign_rules = true;
  // A sentence about what these rules cannot do in this automaton; empty when there is nothing to say. May be null.
  std::string (*remark)(const Ruleset& ruleset) = nullptr;

  // ---- worlds ----
  PlaneSet planes = {Plane::cells};  // all that can be state; Solver::state_planes() depends on the rules
  Plane quantity = Plane::cells;     // what the ledger counts
  std::string_view substance = {};   // what the amounts measure, if `quantity` is not cells: "water"
  std::string_view best_scene = {};  // name of the scene that shows best what it does
  // Name of the automaton that a comparison offers beside this one; empty: the same one on another backend.
  std::string_view compared_with = {};

  // ---- pictures ----
  bool soft_picture = false;  // the soft picture is on until a person switches it off, as in the original program

  // Why PushEdit does nothing here, as a sentence; empty: every backend applies it, with the same bytes.
  std::string_view no_push = {};
  // Why BodyEdit does nothing here, as a sentence; empty: every backend applies it, with the same bytes.
  std::string_view no_body = "Only sandpile has heights into which a body can be pressed.";

  // ---- parts ----
  std::unique_ptr<Solver> (*make_scalar)() = nullptr;
  std::unique_ptr<Solver> (*make_cpu)(const SolverOptions& options) = nullptr;
  // Why there is no gpu backend; empty when repose_gl has one.
  std::string_view no_gpu = {};
  // Null when the automaton has no explanations. Returns null for rules that it cannot run.
  std::unique_ptr<Explainer> (*make_explainer)(const Ruleset& ruleset) = nullptr;
  // Null when the automaton does not say what its rules do pair by pair. Empty for rules that it cannot run.
  std::optional<RuleFacts> (*rule_facts)(const Ruleset& ruleset) = nullptr;

  // The cells of structures that nothing holds, as a plane of bytes: 0, or a number, the same for all cells of a piece.
  // At most some dozens of pieces at once. Empty if there are none. Null when structures do not fall in this automaton.
  std::vector<std::uint8_t> (*unheld)(const Ruleset& ruleset, const World& world,
                                      std::span<const std::pair<std::string_view, double>> parameters) = nullptr;

  AutomatonPromises promises = {};
};

}  // namespace repose
