// The matter ledger of the density automaton. It compares the worlds before and after a step, so the code that computes
// the step does not count anything. docs/automata.md says what counts as what.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "automata/density/density.hpp"
#include "core/language.hpp"
#include "core/ledger.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose::density {

class DensityLedger {
 public:
  // If the ledger is kept, call begin() afterwards.
  void load(const Ruleset& ruleset) {
    rules_ = RuleTable(ruleset);
    std::fill(has_rule_.begin(), has_rule_.end(), false);
    for (const Reaction& r : ruleset.reactions) {
      if (r.anywhere) continue;
      has_rule_[r.a * std::size_t{kElementsMax} + r.b] = true;
      has_rule_[r.b * std::size_t{kElementsMax} + r.a] = true;
    }
  }

  bool is_kept() const { return book_.is_kept(); }
  // Ledger or activity are kept.
  bool watches() const { return is_kept() || activity_.is_kept(); }
  void begin(const Solver& solver) {
    solver.download(after_);
    book_.begin(count_elements(after_.cells()));
  }
  void end() { book_.end(); }
  std::optional<Ledger> close(const Solver& solver) const {
    if (!is_kept()) return std::nullopt;
    World now;
    solver.download(now);
    return book_.close(count_elements(now.cells()), rules_.element_count());
  }

  // Call look_before(), do one step or one edit, then call note_step() or note_edit(). After note_step() the next step
  // needs no look_before(). `edge_is_open`: cells that moved to the rim may have left.
  void look_before(const Solver& solver) { solver.download(before_); }
  void note_step(const Solver& solver, Bias bias, bool edge_is_open) {
    solver.download(after_);
    const int width = before_.width(), height = before_.height(), s = bias == Bias::left ? -1 : +1;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const bool may_leave = edge_is_open && (x == 0 || y == 0 || x == width - 1 || y == height - 1);
        if (may_leave || before_.cell(x, y) != after_.cell(x, y)) note_cell(x, y, s);
      }
    }
    std::swap(before_, after_);
  }
  // `moves`: the edit moves cells and paints none.
  void note_edit(const Solver& solver, bool moves) {
    solver.download(after_);
    if (moves) return note_moves();
    const LedgerBook::Counts before = count_elements(before_.cells()), after = count_elements(after_.cells());
    for (std::size_t i = 0; i < kElementsMax; ++i) book_.events().painted[i] += after[i] - before[i];
  }

  // What a becomes when it meets b, and what that counts as. Without a rule for the two it counts as nothing.
  struct CellEvent {
    std::uint8_t result = 0;
    LedgerEvents::Change change = {};
  };
  CellEvent event(std::uint8_t a, std::uint8_t b) const {
    const std::uint8_t result = rules_.at(a, b).index;
    if (!has_rule(a, b)) return {result, {}};
    return {result, LedgerEvents::change_of(a, b, result, rules_.at(b, a).index)};
  }
  int element_count() const { return rules_.element_count(); }
  // For GpuLedger, which counts the events itself.
  LedgerBook& book() { return book_; }
  const LedgerBook& book() const { return book_; }
  ActivityMap& activity() { return activity_; }
  const ActivityMap& activity() const { return activity_; }

 private:
  // Counts one cell. If its partner does not follow the same rule, the sums show the difference as lost.
  void note_cell(int x, int y, int s) {
    const std::uint8_t old = before_.cell(x, y);
    std::uint8_t result = old;
    const Offset to =
        partner([this](int at_x, int at_y) { return density_before(at_x, at_y); }, x, y, s, before_.height());
    if (!to.none()) {
      const std::uint8_t other = before_.cell(x + to.dx, y + to.dy);
      result = rules_.at(old, other).index;
      if (has_rule(old, other)) book_.events().change(old, other, result, rules_.at(other, old).index);
      if (activity_.is_kept()) note_activity({x, y}, {x + to.dx, y + to.dy}, result, s);
    }
    if (result == after_.cell(x, y)) return;
    book_.events().leave(result);
    if (activity_.is_kept()) activity_.note({x, y}, ActivityKind::destroyed);
  }
  void note_moves() {
    for (int y = 0; y < after_.height(); ++y) {
      for (int x = 0; x < after_.width(); ++x) {
        const std::uint8_t before = before_.cell(x, y), after = after_.cell(x, y);
        if (before == after) continue;
        ++book_.events().moved[after];
        if (activity_.is_kept()) activity_.change({x, y}, before, after, {false, false, true});
      }
    }
  }
  // If the partner meets another cell, or there is no rule for the two, nothing was exchanged: the new content of the
  // cell counts as made, the old content as destroyed.
  void note_activity(CellPoint at, CellPoint with, std::uint8_t result, int s) {
    const std::uint8_t old = before_.cell(at.x, at.y), other = before_.cell(with.x, with.y);
    const auto density = [this](int x, int y) { return density_before(x, y); };
    const Offset back = partner(density, with.x, with.y, s, before_.height());
    const bool is_mutual = with.x + back.dx == at.x && with.y + back.dy == at.y;
    if (!is_mutual || !has_rule(old, other)) return activity_.become(at, old, result);
    activity_.change(at, old, result, LedgerEvents::change_of(old, other, result, rules_.at(other, old).index));
  }
  // A cell of the world before the step, with coordinates clamped to it.
  int density_before(int x, int y) const {
    const std::size_t i = before_.index(std::clamp(x, 0, before_.width() - 1), std::clamp(y, 0, before_.height() - 1));
    const auto plane = before_.bytes(Plane::density);
    return plane.empty() ? rules_.density_of(before_.cells()[i]) : plane[i];
  }
  bool has_rule(std::uint8_t a, std::uint8_t b) const { return has_rule_[a * std::size_t{kElementsMax} + b]; }

  RuleTable rules_;
  std::vector<bool> has_rule_ = std::vector<bool>(std::size_t{kElementsMax} * kElementsMax);
  LedgerBook book_;
  ActivityMap activity_;
  World before_, after_;
};

inline constexpr ParameterInfo kOpenEdgeParameters[] = {
    {"open_edge", text_id("Open edge"), text_id("Moving elements that reach the edge leave the world and are counted."),
     "", ParameterInfo::Kind::boolean, 0, 1, 0}};

// The open edge of the density automaton: the parameter that opens it and the count of what has left. docs/automata.md
// says what an open edge does.
class OpenEdge {
 public:
  static std::span<const ParameterInfo> parameters() { return kOpenEdgeParameters; }
  double parameter(std::string_view name) const { return name == kOpenEdgeParameters[0].name && open_ ? 1 : 0; }
  bool set_parameter(std::string_view name, double value) {
    if (name != kOpenEdgeParameters[0].name) return false;
    open_ = clamp_parameter(kOpenEdgeParameters[0], value) != 0;
    return true;
  }

  bool open() const { return open_; }

  // May be called by several threads at once.
  void count(std::uint8_t element, std::uint64_t cells = 1) {
    std::atomic_ref(left_[element]).fetch_add(cells, std::memory_order_relaxed);
  }
  void forget_counts() { left_ = {}; }
  std::uint64_t left_cells() const { return std::accumulate(left_.begin(), left_.end(), std::uint64_t{0}); }
  // The counts of the first `element_count` elements; empty while the edge is closed.
  std::span<const std::uint64_t> left_by_element(int element_count) const {
    if (!open_) return {};
    return std::span(left_).first(static_cast<std::size_t>(element_count));
  }

 private:
  bool open_ = false;
  std::array<std::uint64_t, kElementsMax> left_{};
};

// The base of the solvers that keep the ledger like this. Derived classes add the steps and the edits. They call
// ledger_.load() in load(), and begin_ledger_again() at the end of upload().
class LedgerSolver : public Solver {
 public:
  void apply(const Edit& edit) final {
    const bool moves = std::holds_alternative<PushEdit>(edit);
    if (!(moves ? ledger_.watches() : ledger_.is_kept())) return paint_edit(edit);
    ledger_.look_before(*this);
    paint_edit(edit);
    ledger_.note_edit(*this, moves);
  }
  void step(const StepSpan& span) final {
    if (!ledger_.watches()) return take_steps(span);
    ledger_.look_before(*this);
    for (std::uint64_t k = 0; k < span.count; ++k) {
      ledger_.activity().pass(1);
      take_steps({span.first_step + k, 1, span.seed, span.first_bias});
      ledger_.note_step(*this, span.bias(span.first_step + k), edge_.open());
    }
  }
  bool keep_ledger(bool on) override {
    if (on) {
      ledger_.begin(*this);
    } else {
      ledger_.end();
    }
    return true;
  }
  std::optional<Ledger> ledger() const override { return ledger_.close(*this); }
  bool keep_activity(bool on) override {
    const CellView cells = view_of_cells();
    return ledger_.activity().keep(on, cells.width, cells.height);
  }
  CellView view() const final {
    CellView view = view_of_cells();
    view.activity = ledger_.activity().view();
    return view;
  }

  std::span<const ParameterInfo> parameters() const final { return OpenEdge::parameters(); }
  double parameter(std::string_view name) const final { return edge_.parameter(name); }
  bool set_parameter(std::string_view name, double value) final {
    const bool was_open = edge_.open();
    if (!edge_.set_parameter(name, value)) return false;
    if (edge_.open() && !was_open) edge_opened();
    return true;
  }
  std::span<const std::uint64_t> left_by_element() const final {
    return edge_.left_by_element(ledger_.element_count());
  }

 protected:
  virtual void paint_edit(const Edit& edit) = 0;
  virtual void take_steps(const StepSpan& span) = 0;
  // Cells that rest on the rim leave from now on.
  virtual void edge_opened() = 0;
  virtual CellView view_of_cells() const = 0;

  void begin_ledger_again() {
    if (ledger_.is_kept()) ledger_.begin(*this);
    keep_activity(ledger_.activity().is_kept());
  }

  DensityLedger ledger_;
  OpenEdge edge_;
};

}  // namespace repose::density
