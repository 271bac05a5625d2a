// The matter ledger of a solver of cells, while it is kept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "repose/ledger.hpp"
#include "repose/ruleset.hpp"

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
  // Two cells swap.
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
  // Starts or stops.
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

// How often each element is in `cells`.
LedgerEvents::Counts count_elements(std::span<const std::uint8_t> cells);
// The sum of a plane of int32.
std::int64_t sum_of_amounts(const World& world, Plane plane);

}  // namespace repose
