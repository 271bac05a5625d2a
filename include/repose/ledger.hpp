// The matter ledger: for every element, how much of it was made, destroyed, painted and moved, and how much left the
// world. Activity: where that has happened in the last steps. docs/automata.md says how each automaton counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "repose/world.hpp"

namespace repose {

struct LedgerRow {
  std::int64_t before = 0;     // when the ledger was started
  std::int64_t made = 0;       // by rules, sources and faucets
  std::int64_t destroyed = 0;  // by rules
  std::int64_t painted = 0;    // by edits: the amount added less the amount removed
  std::int64_t left = 0;       // over the edge of the world and into drains
  std::int64_t moved = 0;      // from one cell to another; two moves of one cell count twice
  std::int64_t now = 0;

  // The amount that these figures do not explain. Above 0: matter has vanished. Below 0: matter has appeared.
  std::int64_t lost() const { return before + made - destroyed + painted - left - now; }
};

// The pressure of all tiles of air, added up, in the units of AirTile::pressure.
struct AirLedger {
  std::int64_t before = 0;  // when the ledger was started
  std::int64_t given = 0;   // by sources and bursts, less what sources took
  std::int64_t left = 0;    // over open borders, less what came in
  std::int64_t now = 0;

  // The pressure that these figures do not explain; see LedgerRow::lost().
  std::int64_t lost() const { return before + given - left - now; }
  friend bool operator==(const AirLedger&, const AirLedger&) = default;
};

struct Ledger {
  // What is counted. `cells`: one row for every element of the ruleset. A plane of amounts: one row, in its units.
  Plane quantity = Plane::cells;
  std::vector<LedgerRow> rows;
  std::optional<AirLedger> air = {};  // only of automata with Plane::air
};

// What has happened to a cell. A cell of the background counts as empty.
//   made       the cell was empty and is not empty now; its element did not move there
//   destroyed  the cell was not empty and is empty now: by a rule, or because its element left the world
//   converted  one element became another
//   moved      the element of the cell came from another cell
enum class ActivityKind : std::uint8_t { made, destroyed, converted, moved };
inline constexpr std::size_t kActivityKindCount = 4;
// For how many steps events are remembered: one second of the fastest automaton.
inline constexpr int kActivitySteps = 160;

// The sides of the blocks of cells whose latest times are kept too, so that pictures of very large worlds are cheap.
inline constexpr std::array<int, 2> kActivityBlocks = {4, 16};
// How many blocks a row or a column of cells has.
constexpr int activity_blocks(int cells, int side) { return (cells + side - 1) / side; }

// When each kind of event last happened in each cell.
struct ActivityView {
  const std::uint8_t* times = nullptr;  // row by row without gaps, kActivityKindCount a cell; null: not kept
  int now = 0;                          // the time of the last step
  // The latest times of each block of cells, like `times`, for each side of kActivityBlocks; null: not kept.
  std::array<const std::uint8_t*, kActivityBlocks.size()> blocks = {};
  // Not 0. While it stays the same, times only become later.
  std::uint64_t epoch = 0;

  bool present() const { return times != nullptr; }
  // Steps since this happened to the cell y * width + x; 0: the last step. From kActivitySteps on: long ago or never.
  int age(std::size_t cell, ActivityKind kind) const {
    return now - times[cell * kActivityKindCount + static_cast<std::size_t>(kind)];
  }
};

}  // namespace repose
