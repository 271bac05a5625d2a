// One int32 a cell, in rows that vector loads can overrun, inside a rim.
//
// Layout, in values, with stride = 32 + width rounded up to 16: two rows of rim, then for every row 32 values of
// margin, `width` cells and padding up to a multiple of 16; after the last row two rows of rim and a margin. A row's
// start is 64-byte aligned; the block of 16 before a row and the one after it, and one value beyond each, can be read.
// Rim, margins and padding all hold the rim's value: the cells beyond the edge of the world.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

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

}  // namespace repose
