// One byte a cell in rows that vector loads can overrun.
//
// Layout, in bytes, with stride = 64 + width rounded up to 64:
//
//   offset 0                       64 bytes of margin
//   offset 64 + y * stride         row y: `width` cells, then padding up to a multiple of 64,
//                                  then 64 bytes that are the left margin of row y + 1
//
// So the start of every row is 64-byte aligned, and for every cell the 64 bytes on either side of its 64-byte block can
// be read and written. The values in margins and padding are arbitrary and never used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "platform/machine.hpp"

namespace repose {

class PaddedPlane {
 public:
  static constexpr std::size_t kAlignment = 64;  // one cache line
  static constexpr std::size_t kMargin = 64;
  static_assert(kMargin % kAlignment == 0, "rows must start aligned");

  PaddedPlane() = default;
  // All zeros. Throws std::bad_alloc.
  PaddedPlane(int width, int height)
      : stride_(kMargin + (static_cast<std::size_t>(width) + kAlignment - 1) / kAlignment * kAlignment),
        size_(kMargin + stride_ * static_cast<std::size_t>(height)) {
    bytes_.reset(static_cast<std::uint8_t*>(::operator new (size_, std::align_val_t{kAlignment})));
    // In a large world each row of a chunk is on another page: more pages than the processor's TLB holds.
    ask_for_huge_pages(bytes_.get(), size_);
    fill(0);
  }

  // Sets the margins and the padding too.
  void fill(std::uint8_t byte) { std::memset(bytes_.get(), byte, size_); }

  std::size_t stride() const { return stride_; }
  std::uint8_t* row(int y) { return bytes_.get() + kMargin + static_cast<std::size_t>(y) * stride_; }
  const std::uint8_t* row(int y) const { return bytes_.get() + kMargin + static_cast<std::size_t>(y) * stride_; }

 private:
  struct Free {
    void operator()(std::uint8_t* bytes) const { ::operator delete (bytes, std::align_val_t{kAlignment}); }
  };

  std::unique_ptr<std::uint8_t, Free> bytes_;
  std::size_t stride_ = 0, size_ = 0;
};

}  // namespace repose
