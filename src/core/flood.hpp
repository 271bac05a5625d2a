// Finds connected cells of one kind, for flood fills.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "repose/edit.hpp"

namespace repose {

// One byte a cell, its kind: row y starts at rows + y * stride_bytes.
struct KindRows {
  const std::uint8_t* rows = nullptr;
  std::size_t stride_bytes = 0;
  int width = 0, height = 0;
};

// A set of cells, a bit each.
class CellSet {
 public:
  CellSet(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  bool has(int x, int y) const { return (word(x, y) >> (x % 64)) & 1u; }
  void add(const Span& span);

  // The bounding box of all cells, ends exclusive. Precondition: not empty.
  int x_begin() const { return x_begin_; }
  int x_end() const { return x_end_; }
  int y_begin() const { return y_begin_; }
  int y_end() const { return y_end_; }
  bool empty() const { return count_ == 0; }
  std::uint64_t count() const { return count_; }

  // The first x or later of the row that is in the set, or that is not in it; width() where there is none.
  int next_in(int x, int y) const { return next(x, y, 0); }
  int next_outside(int x, int y) const { return next(x, y, ~std::uint64_t{0}); }

 private:
  std::uint64_t word(int x, int y) const {
    return bits_[static_cast<std::size_t>(y) * row_words_ + static_cast<std::size_t>(x) / 64];
  }
  int next(int x, int y, std::uint64_t flipped) const;

  int width_, height_;
  std::size_t row_words_;
  std::vector<std::uint64_t> bits_;
  int x_begin_, x_end_ = 0, y_begin_, y_end_ = 0;
  std::uint64_t count_ = 0;
};

// All cells that are connected to a cell of `from` by edges, through cells of its kind. Points outside of the world are
// ignored. Stops soon after it has found `most` cells. Time grows with the cells that are found, not with the world.
CellSet flood(const KindRows& kinds, std::span<const CellPoint> from,
              std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

}  // namespace repose
