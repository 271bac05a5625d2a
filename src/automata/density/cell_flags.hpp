// Which cells of a density world can change in the next steps: one flag for each cell, as in "Sand And Below" (2008),
// but for each bias its own, because a cell that stays the same in a left-biased step may change in a right-biased one.
//
// Proof. The next state of a cell depends only on the bias and on the cells around it. A step clears the flag of its
// bias, and every change sets both flags of all cells that depend on the changed cell. So a cell without the flag of a
// bias would stay the same again: since a step of that bias has looked at it, nothing that it depends on has changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "repose/active_cells.hpp"
#include "repose/solver.hpp"

namespace repose::density {

class CellFlags {
 public:
  // Sets the flags of all cells.
  void begin(int width, int height) {
    width_ = width;
    height_ = height;
    stride_ = static_cast<std::size_t>(width) + 2 * kReach;
    const auto rows = static_cast<std::size_t>(height) + 2 * kReach;
    flags_.assign(rows * stride_, 0);
    for (int y = 0; y < height; ++y) std::fill_n(row(y), width, kBoth);
    row_is_awake_.assign(rows, 1);
    before_.assign(static_cast<std::size_t>(width), 0);
  }

  // The cell has changed. The cells that depend on it are those whose partner() reads it. Sets flags beyond the edge of
  // the world too, where nothing reads them.
  void wake_around(int x, int y) {
    std::uint8_t* here = row(y) + x;
    const std::size_t stride = stride_;
    std::memset(here - 2 * stride - 2, kBoth, 5);
    std::memset(here - stride - 2, kBoth, 5);
    std::memset(here - 1, kBoth, 3);
    std::memset(here + stride - 1, kBoth, 3);
    here[2 * stride] = kBoth;
    std::memset(&row_is_awake_[static_cast<std::size_t>(y)], 1, 2 * kReach + 1);
  }

  // Calls look(x, y) for every cell that has the flag of this bias, and takes the flag away. look() must not change the
  // flags.
  template <class Look>
  void for_each(Bias bias, const Look& look) {
    const std::uint8_t flag = bias == Bias::left ? kLeft : kRight;
    for (int y = 0; y < height_; ++y) {
      if (!is_awake(y)) continue;
      std::uint8_t* const flags = row(y);
      std::copy_n(flags, width_, before_.begin());
      std::uint8_t all = 0;
      for (int x = 0; x < width_; ++x) all |= flags[x] = static_cast<std::uint8_t>(flags[x] & ~flag);
      row_is_awake_[static_cast<std::size_t>(y) + kReach] = all;
      for (auto at = before_.cbegin(); at != before_.cend(); ++at) {
        at = std::find_if(at, before_.cend(),
                          [flag](std::uint8_t flags_of_cell) { return (flags_of_cell & flag) != 0; });
        if (at == before_.cend()) break;
        look(static_cast<int>(at - before_.cbegin()), y);
      }
    }
  }

  bool at_rest() const {
    for (int y = 0; y < height_; ++y) {
      if (is_awake(y)) return false;
    }
    return true;
  }
  std::uint64_t count() const {
    std::uint64_t cells = 0;
    for (int y = 0; y < height_; ++y) {
      const auto asleep = is_awake(y) ? std::count(row(y), row(y) + width_, std::uint8_t{0}) : width_;
      cells += static_cast<std::uint64_t>(width_ - asleep);
    }
    return cells;
  }
  ActiveCells active_cells() const {
    ActiveCells active{ActiveCells::Unit::cell};
    for (int y = 0; y < height_; ++y) {
      const std::uint8_t *const flags = row(y), *const end = flags + width_;
      for (const std::uint8_t *from = flags, *to = flags; from != end; from = to) {
        from = std::find_if(from, end, [](std::uint8_t flag) { return flag != 0; });
        to = std::find(from, end, std::uint8_t{0});
        if (from != to) active.boxes.push_back({static_cast<int>(from - flags), y, static_cast<int>(to - from), 1});
      }
    }
    return active;
  }

 private:
  static constexpr std::uint8_t kLeft = 1, kRight = 2, kBoth = kLeft | kRight;
  static constexpr std::size_t kReach = 2;  // columns and rows around the world, so that no change needs to be clipped

  std::uint8_t* row(int y) { return &flags_[(static_cast<std::size_t>(y) + kReach) * stride_ + kReach]; }
  const std::uint8_t* row(int y) const { return const_cast<CellFlags*>(this)->row(y); }
  bool is_awake(int y) const { return row_is_awake_[static_cast<std::size_t>(y) + kReach] != 0; }

  int width_ = 0, height_ = 0;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> flags_;         // one byte for each cell
  std::vector<std::uint8_t> row_is_awake_;  // not 0: some cell of the row may have a flag
  std::vector<std::uint8_t> before_;        // the flags of a row before a step looks at it
};

}  // namespace repose::density
