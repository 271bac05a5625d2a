// The matter ledger of the density automaton. It compares the worlds before and after a step, so the code that computes
// the step does not count anything. docs/automata.md says what counts as what.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "automata/density/density.hpp"
#include "core/ledger.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose::density {

class DensityLedger {
 public:
  // If the ledger is kept, call begin() afterwards.
  void load(const Ruleset& ruleset);

  bool is_kept() const { return book_.is_kept(); }
  // Ledger or activity are kept.
  bool watches() const { return is_kept() || activity_.is_kept(); }
  void begin(const Solver& solver);
  void end() { book_.end(); }
  std::optional<Ledger> close(const Solver& solver) const;

  // Call look_before(), do one step or one edit, then call note_step() or note_edit(). After note_step() the next step
  // needs no look_before(). `edge_is_open`: cells that moved to the rim may have left.
  void look_before(const Solver& solver) { solver.download(before_); }
  void note_step(const Solver& solver, Bias bias, bool edge_is_open);
  // `moves`: the edit moves cells and paints none.
  void note_edit(const Solver& solver, bool moves);

  // What a becomes when it meets b, and what that counts as. Without a rule for the two it counts as nothing.
  struct CellEvent {
    std::uint8_t result = 0;
    LedgerEvents::Change change = {};
  };
  CellEvent event(std::uint8_t a, std::uint8_t b) const;
  int element_count() const { return rules_.element_count(); }
  // For GpuLedger, which counts the events itself.
  LedgerBook& book() { return book_; }
  const LedgerBook& book() const { return book_; }
  ActivityMap& activity() { return activity_; }
  const ActivityMap& activity() const { return activity_; }

 private:
  void note_cell(int x, int y, int s);
  void note_moves();
  void note_activity(CellPoint at, CellPoint with, std::uint8_t result, int s);
  // A cell of the world before the step, with coordinates clamped to it.
  int density_before(int x, int y) const;
  bool has_rule(std::uint8_t a, std::uint8_t b) const { return has_rule_[a * std::size_t{kElementsMax} + b]; }

  RuleTable rules_;
  std::vector<bool> has_rule_ = std::vector<bool>(std::size_t{kElementsMax} * kElementsMax);
  LedgerBook book_;
  ActivityMap activity_;
  World before_, after_;
};

// The base of the solvers that keep the ledger like this. Derived classes add the steps and the edits. They call
// ledger_.load() in load(), and begin_ledger_again() at the end of upload().
class LedgerSolver : public Solver {
 public:
  void apply(const Edit& edit) final;
  void step(const StepSpan& span) final;
  bool keep_ledger(bool on) override;
  std::optional<Ledger> ledger() const override { return ledger_.close(*this); }
  bool keep_activity(bool on) override;
  CellView view() const final;

 protected:
  virtual void paint_edit(const Edit& edit) = 0;
  virtual void take_steps(const StepSpan& span) = 0;
  virtual bool has_open_edge() const = 0;
  virtual CellView view_of_cells() const = 0;

  void begin_ledger_again();

  DensityLedger ledger_;
};

// The open edge of the density automaton: the parameter that opens it and the count of what has left. docs/automata.md
// says what an open edge does.
class OpenEdge {
 public:
  static std::span<const ParameterInfo> parameters();
  double parameter(std::string_view name) const;
  bool set_parameter(std::string_view name, double value);

  bool open() const { return open_; }

  // May be called by several threads at once.
  void count(std::uint8_t element, std::uint64_t cells = 1);
  void forget_counts() { left_ = {}; }
  std::uint64_t left_cells() const;
  // The counts of the first `element_count` elements; empty while the edge is closed.
  std::span<const std::uint64_t> left_by_element(int element_count) const;

 private:
  bool open_ = false;
  std::array<std::uint64_t, kElementsMax> left_{};
};

}  // namespace repose::density
