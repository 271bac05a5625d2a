// The matter ledger: where what is in a world came from and where it went, element by element. What each automaton
// counts as moved, made and destroyed: docs/automata.md. And its activity: where that has happened lately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "repose/world.hpp"

namespace repose {

struct LedgerRow {
  std::int64_t before = 0;     // when the counting began
  std::int64_t made = 0;       // by rules, sources and faucets
  std::int64_t destroyed = 0;  // by rules
  std::int64_t painted = 0;    // by edits: what they added less what they took away
  std::int64_t left = 0;       // over the edge of the world and into drains
  std::int64_t moved = 0;      // from one cell to another; what moves twice counts twice
  std::int64_t now = 0;

  // What nothing of all this accounts for: above 0 it has vanished, below 0 it has come from nowhere.
  std::int64_t lost() const { return before + made - destroyed + painted - left - now; }
};

struct Ledger {
  // What is counted: `cells`, with a row for every element of the ruleset, or the amounts of a plane, in its units,
  // with one row.
  Plane quantity = Plane::cells;
  std::vector<LedgerRow> rows;
};

// What can have happened to a cell: something came to be there where nothing was, or went and left nothing, by a rule
// or out of the world; one thing became another; or what is there came from somewhere else. The background is nothing.
enum class ActivityKind : std::uint8_t { made, destroyed, turned, moved };
inline constexpr std::size_t kActivityKindCount = 4;
// So many steps are remembered: a second of the fastest automaton.
inline constexpr int kActivitySteps = 160;

// When things last happened to cells.
struct ActivityView {
  const std::uint8_t* stamps = nullptr;  // row by row, without gaps, kActivityKindCount a cell
  int now = 0;

  bool present() const { return stamps != nullptr; }
  // Steps since it last happened, `cell` = y * width + x: 0 in the last one; kActivitySteps or more: not lately, or
  // never.
  int age(std::size_t cell, ActivityKind kind) const {
    return now - stamps[cell * kActivityKindCount + static_cast<std::size_t>(kind)];
  }
};

}  // namespace repose
