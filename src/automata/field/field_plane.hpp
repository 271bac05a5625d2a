// One int32 a cell, in rows that vector loads can overrun, inside a rim.
//
// Layout, in values, with stride = 32 + width rounded up to 16: two rows of rim, then for every row 32 values of
// margin, `width` cells and padding up to a multiple of 16; after the last row two rows of rim and a margin. A row's
// start is 64-byte aligned; the block of 16 before a row and the one after it, and one value beyond each, can be read.
// Rim, margins and padding all hold the rim's value: the cells beyond the edge of the world.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "core/chunks.hpp"
#include "repose/worker_pool.hpp"

namespace repose {

class FieldPlane {
 public:
  static constexpr int kBlock = 16;  // cells; 64 bytes, the widest vectors
  static constexpr int kMargin = 2 * kBlock;
  static constexpr int kRimRows = 2;

  FieldPlane() : FieldPlane(1, 1, 0) {}
  // Every cell holds `rim`. Throws std::bad_alloc.
  FieldPlane(int width, int height, std::int32_t rim)
      : width_(width), height_(height), stride_(kMargin + (width + kBlock - 1) / kBlock * kBlock) {
    const std::size_t count = value_count();
    values_.reset(static_cast<std::int32_t*>(::operator new (count * sizeof(std::int32_t), std::align_val_t{64})));
    std::fill_n(values_.get(), count, rim);
  }
  FieldPlane(const FieldPlane& other) : FieldPlane(other.width_, other.height_, 0) {
    std::copy_n(other.values_.get(), value_count(), values_.get());
  }
  FieldPlane(FieldPlane&&) noexcept = default;
  FieldPlane& operator=(FieldPlane&&) noexcept = default;

  int width() const { return width_; }
  int height() const { return height_; }
  std::ptrdiff_t stride() const { return stride_; }

  // Rows -kRimRows..height + kRimRows - 1.
  std::int32_t* row(int y) { return values_.get() + kMargin + (y + kRimRows) * stride_; }
  const std::int32_t* row(int y) const { return values_.get() + kMargin + (y + kRimRows) * stride_; }

  // One cell of the world or of the rim around it.
  std::int32_t& at(int x, int y) { return row(y)[x]; }
  std::int32_t at(int x, int y) const { return row(y)[x]; }

 private:
  struct Free {
    void operator()(std::int32_t* values) const { ::operator delete (values, std::align_val_t{64}); }
  };

  std::size_t value_count() const {
    return static_cast<std::size_t>(stride_ * (height_ + 2 * kRimRows) + kMargin + kBlock);
  }

  int width_, height_;
  std::ptrdiff_t stride_;
  std::unique_ptr<std::int32_t, Free> values_;
};

// Cells x_begin..x_end-1 of rows y_begin..y_end-1.
struct FieldBox {
  int x_begin = 0, y_begin = 0, x_end = 0, y_end = 0;
  bool empty() const { return x_begin >= x_end || y_begin >= y_end; }
  void include(int x, int y) {
    if (empty()) {
      *this = {x, y, x + 1, y + 1};
      return;
    }
    x_begin = std::min(x_begin, x);
    y_begin = std::min(y_begin, y);
    x_end = std::max(x_end, x + 1);
    y_end = std::max(y_end, y + 1);
  }
};

// One pass of a cpu backend over a field: from one plane into another, awake chunks only, divided among threads.

// The part of a pass that one thread does: whole blocks of FieldPlane::kBlock cells, so x_end may be beyond the world.
// It begins at a chunk and has up to kRowsMax rows of chunks.
struct FieldRun {
  // The rows around a run are computed too, so tall runs cost less.
  static constexpr int kRowsMax = 4;
  int x_begin, y_begin, x_end, y_end;
  // One for every chunk of the run: set if something in it changed or will change.
  std::array<std::array<bool, kRunChunksMax>, kRowsMax> changed{};

  // `column` is the chunk's, counted from the run's first one.
  void set_changed(int column, int y) {
    changed[static_cast<std::size_t>((y - y_begin) / kChunkHeight)][static_cast<std::size_t>(column)] = true;
  }
};
inline constexpr int kRunWidthMax = kRunChunksMax * kChunkWidth;  // cells

class FieldPass {
 public:
  explicit FieldPass(int threads) : pool_(threads) {}

  // All chunks become awake.
  void reset(const FieldPlane& front) {
    back_ = FieldPlane(front);
    flags_ = ChunkFlags(front.width(), front.height());
  }
  void wake(const FieldBox& box) { flags_.wake(box.x_begin, box.y_begin, box.x_end, box.y_end); }
  std::uint64_t awake_cells() const { return flags_.awake_cells(); }
  ActiveCells active_cells() const { return {ActiveCells::Unit::chunk, flags_.awake_boxes()}; }

  // Calls kernel(from, to, run), which fills the run's cells of `to`, then swaps. False when the field is at rest.
  template <class Kernel>
  bool run(FieldPlane& front, const Kernel& kernel) {
    const std::vector<ChunkRun>& runs = flags_.find_awake();
    if (runs.empty()) return false;
    // The field's rules have no bias. The passes alternate between left and right, so that a chunk sleeps only when
    // both planes hold the same.
    step_bias_ = step_bias_ == Bias::left ? Bias::right : Bias::left;
    stack(runs);
    pool_.run(stacks_.size(), [&](std::size_t i) {
      const Stack& chunks = stacks_[i];
      FieldRun part = run_of(chunks, front.width(), front.height());
      kernel(front, back_, part);
      for (int row = chunks.row; row < chunks.row_end; ++row) {
        for (int column = chunks.column_begin; column < chunks.column_end; ++column) {
          flags_.record(column, row, step_bias_,
                        part.changed[static_cast<std::size_t>(row - chunks.row)]
                                    [static_cast<std::size_t>(column - chunks.column_begin)]);
        }
      }
    });
    std::swap(front, back_);
    return true;
  }

 private:
  // Runs of the same columns in neighbouring rows of chunks.
  struct Stack : ChunkRun {
    int row_end = 0;
  };

  // Puts runs that lie below one another together, but leaves several pieces to each thread.
  void stack(const std::vector<ChunkRun>& runs) {
    const auto pieces = 8 * static_cast<std::size_t>(pool_.thread_count());
    const int rows_max = static_cast<int>(std::clamp<std::size_t>(runs.size() / pieces, 1, FieldRun::kRowsMax));
    stacks_.clear();
    open_.clear();
    for (const ChunkRun& run : runs) {
      const auto column = static_cast<std::size_t>(run.column_begin);
      if (open_.size() <= column) open_.resize(column + 1, 0);
      if (std::size_t& open = open_[column]; open != 0) {
        Stack& above = stacks_[open - 1];
        if (above.row_end == run.row && above.column_end == run.column_end && run.row - above.row < rows_max) {
          ++above.row_end;
          continue;
        }
      }
      stacks_.push_back({run, run.row + 1});
      open_[column] = stacks_.size();
    }
  }

  static FieldRun run_of(const Stack& chunks, int width, int height) {
    const int blocks_end = (width + FieldPlane::kBlock - 1) / FieldPlane::kBlock * FieldPlane::kBlock;
    return {chunks.column_begin * kChunkWidth, chunks.row * kChunkHeight,
            std::min(chunks.column_end * kChunkWidth, blocks_end), std::min(chunks.row_end * kChunkHeight, height)};
  }

  WorkerPool pool_;
  FieldPlane back_;
  ChunkFlags flags_;
  Bias step_bias_ = Bias::right;
  // Temporary storage of run().
  std::vector<Stack> stacks_;
  std::vector<std::size_t> open_;  // by the first column of chunks: the latest stack, counted from 1
};

}  // namespace repose
