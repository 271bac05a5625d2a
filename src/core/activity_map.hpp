// Where what the ledger counts has happened lately, cell by cell. Every cell has a stamp for each kind: when that last
// happened there, by a clock of a byte. So nothing is done for cells where nothing happens, however much activity
// fades.
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
  bool is_kept() const { return !stamps_.empty(); }
  // Begins with a cold world of that size, or ends. False when there is no memory for it.
  bool keep(bool on, int width, int height);
  // Another world has come.
  void begin_again(int width, int height) { keep(is_kept(), width, height); }
  // So many steps begin. What is noted from now on happens in the last of them.
  void pass(std::uint64_t steps);

  // What happens to cells, as LedgerEvents counts it. Only while it is kept. None of it stands here, where it would
  // crowd the loops of solvers that mostly have no activity to keep.
  void meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d);
  void trade(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b);
  void become(CellPoint at, std::uint8_t from, std::uint8_t to);
  // The background comes and goes with everything else: it is neither made nor destroyed.
  void change(CellPoint at, std::uint8_t from, std::uint8_t to, LedgerEvents::Change change);
  void note(CellPoint at, ActivityKind kind);

  // Nothing unless it is kept. Valid until the next call that is not const.
  ActivityView view() const { return is_kept() ? ActivityView{stamps_.front().data(), now_} : ActivityView{}; }

 private:
  using Stamps = std::array<std::uint8_t, kActivityKindCount>;
  static constexpr int kLast = std::numeric_limits<std::uint8_t>::max();

  int width_ = 0;
  std::vector<Stamps> stamps_;
  // Never less than kActivitySteps, so that a stamp of 0 is always out of date. Before it would run over, all stamps
  // are set back.
  std::uint8_t now_ = kActivitySteps;
};

}  // namespace repose
