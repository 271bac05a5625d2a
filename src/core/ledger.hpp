// The matter ledger of a solver of cells, while it is kept: how many events there were, and where. And the reactions
// that it notices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "repose/edit.hpp"
#include "repose/ledger.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

// Counts of events, by element. Each thread may have its own; they are added up later.
struct LedgerEvents {
  using Counts = std::array<std::int64_t, kElementsMax>;
  Counts made{}, destroyed{}, painted{}, left{}, moved{};

  // The effect of a rule on one cell: the cell holds a, its partner b; the cell becomes c, the partner d. An element on
  // both sides of the rule is neither made nor destroyed: it stays, or it moves from one cell to the other. When both
  // cells follow the rule, nothing is lost; when only one does, the element that moves is lost or doubled.
  struct Change {
    bool destroys = false, makes = false, moves = false;  // destroys a, makes c, moves c
  };
  static constexpr Change change_of(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    if (c == a) return {};
    const bool moves = c == b && d != b;
    return {d != a || b == a, !moves, moves};
  }
  void change(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    const Change change = change_of(a, b, c, d);
    destroyed[a] += change.destroys ? 1 : 0;
    made[c] += change.makes ? 1 : 0;
    moved[c] += change.moves ? 1 : 0;
  }
  // A pair a, b that becomes c, d.
  void meet(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    change(a, b, c, d);
    change(b, a, d, c);
  }
  void trade(std::uint8_t a, std::uint8_t b) { meet(a, b, b, a); }
  // A rule that needs no partner.
  void become(std::uint8_t from, std::uint8_t to) {
    if (from == to) return;
    ++destroyed[from];
    ++made[to];
  }
  void paint(std::uint8_t from, std::uint8_t to) {
    --painted[from];
    ++painted[to];
  }
  // A cell leaves the world and becomes background.
  void leave(std::uint8_t element) {
    ++left[element];
    --left[0];
  }

  LedgerEvents& operator+=(const LedgerEvents& other);
};

class LedgerBook {
 public:
  using Counts = LedgerEvents::Counts;

  bool is_kept() const { return kept_; }
  // Starts with `now`, the elements that the world holds.
  void begin(const Counts& now);
  void end() { kept_ = false; }
  void keep(bool on, std::span<const std::uint8_t> cells);
  // Count events here, whether the ledger is kept or not.
  LedgerEvents& events() { return events_; }
  // The ledger of the first `element_count` elements, with what the world holds now; nothing unless it is kept.
  std::optional<Ledger> close(const Counts& now, int element_count) const;
  std::optional<Ledger> close(std::span<const std::uint8_t> cells, int element_count) const;

 private:
  bool kept_ = false;
  Counts before_{};
  LedgerEvents events_;
};

LedgerEvents::Counts count_elements(std::span<const std::uint8_t> cells);
// The sum of a plane of int32.
std::int64_t sum_of_amounts(const World& world, Plane plane);
// The pressure of all tiles of air, added up; 0 if the world has no Plane::air.
std::int64_t sum_of_air(const World& world);

// Where the events of the ledger have happened in the last steps, cell by cell. Stores one byte for each cell and kind
// of event: the time of the last one. So fading costs nothing for cells in which nothing happens.
class ActivityMap {
 public:
  bool is_kept() const { return !times_.empty(); }
  // Starts, for a world of that size in which nothing has happened yet, or stops. False when there is not enough
  // memory.
  bool keep(bool on, int width, int height);
  // Starts again for another world, if activity is kept.
  void begin_again(int width, int height) { keep(is_kept(), width, height); }
  // Advances the time by this number of steps. Events that are recorded from now on happen in the last of them.
  void pass(std::uint64_t steps);

  // Records what happens to cells, as LedgerEvents counts it. Only while activity is kept. Not inline, so that the
  // loops of solvers, which mostly keep no activity, stay small.
  void meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d);
  void trade(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b);
  void become(CellPoint at, std::uint8_t from, std::uint8_t to);
  // The background is neither made nor destroyed: it appears where other elements go, and goes where they appear.
  void change(CellPoint at, std::uint8_t from, std::uint8_t to, LedgerEvents::Change change);
  void note(CellPoint at, ActivityKind kind);

  // Empty unless activity is kept. Valid until the next non-const call.
  ActivityView view() const;

 private:
  using Times = std::array<std::uint8_t, kActivityKindCount>;
  static constexpr int kLast = std::numeric_limits<std::uint8_t>::max();

  // The latest times of blocks of cells. Threads that step neighbouring cells may share a block.
  struct Blocks {
    std::size_t stride = 0;  // blocks in a row
    std::vector<Times> times;
  };

  int width_ = 0;
  std::vector<Times> times_;
  std::array<Blocks, kActivityBlocks.size()> blocks_;
  std::uint64_t epoch_ = 0;
  // Never less than kActivitySteps, so that a stored time of 0 is always out of date. Before it would overflow, all
  // stored times are reset.
  std::uint8_t now_ = kActivitySteps;
};

// The reactions that a solver notices while a part of its world is watched. Each thread may have its own notes; they
// are added up later, and the result does not depend on the number of threads.
class ReactionNotes {
 public:
  bool is_watching() const { return watched_.has_value(); }
  // Watches these cells from now on; nullopt: none. What was noticed stays.
  void watch(const std::optional<CellBox>& cells) { watched_ = cells; }
  // Watches the same cells in the same step as `other`.
  void watch_as(const ReactionNotes& other) { watched_ = other.watched_, step_ = other.step_; }
  void begin_step(std::uint64_t step) { step_ = step; }

  // Cells that hold a and b become c and d. Moves are ignored.
  void meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    if (!is_watching() || (c == b && d == a)) return;
    a < b ? note({a, b, c, d, at, step_}) : note({b, a, d, c, with, step_});
  }
  // A cell becomes something else without a partner.
  void become(CellPoint at, std::uint8_t from, std::uint8_t to) {
    if (is_watching() && from != to) note({from, from, to, to, at, step_});
  }

  // Adds what `other` has noticed, and empties it.
  void take_from(ReactionNotes& other);
  // Everything that was noticed since the last call, each reaction once: by step, row and column.
  std::vector<NoticedReaction> take();

 private:
  void note(const NoticedReaction& reaction);

  std::optional<CellBox> watched_;
  std::uint64_t step_ = 0;
  std::vector<NoticedReaction> noticed_;
};

}  // namespace repose
