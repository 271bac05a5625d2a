// Where the events of the ledger have happened in the last steps, cell by cell. Stores one byte for each cell and kind
// of event: the time of the last one. So fading costs nothing for cells in which nothing happens.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/ledger_book.hpp"
#include "repose/edit.hpp"
#include "repose/ledger.hpp"

namespace repose {

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

}  // namespace repose
