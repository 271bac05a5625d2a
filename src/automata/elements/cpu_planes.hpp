// How the cpu backend of elements stores a world: four bytes a cell, in three planes of the same layout.
//
// Each row starts kMargin cells after the end of the row before, which is rounded up to whole words of 64 cells. So
// vectors may read a word and the cells beside it; the values in the margins do not affect the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "repose/cell_view.hpp"

namespace repose::elements {

// One bit for each of `count` cells that do not fly; `count` is a multiple of 4, at most 64.
inline std::uint64_t still_bits(const Velocity* speeds, int count) {
  std::uint64_t any = 0;
  for (int i = 0; i < count; i += 4) {
    std::uint64_t four;
    std::memcpy(&four, speeds + i, sizeof four);
    any |= four;
  }
  if (any == 0) return ~std::uint64_t{0};
  std::uint64_t still = 0;
  for (int i = 0; i < count; ++i) still |= std::uint64_t{speeds[i] == Velocity{}} << i;
  return still;
}

class CellPlanes {
 public:
  static constexpr std::size_t kMargin = 64;

  CellPlanes() : CellPlanes(0, 0) {}
  // All cells are empty. Throws std::bad_alloc.
  CellPlanes(int width, int height)
      : width_(width),
        height_(height),
        stride_(static_cast<std::ptrdiff_t>((static_cast<std::size_t>(width) + 63) / 64 * 64 + kMargin)),
        element(kMargin + static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height)),
        energy(element.size()),
        speed(element.size()) {}

  int width() const { return width_; }
  int height() const { return height_; }
  std::ptrdiff_t stride() const { return stride_; }
  std::size_t index(int x, int y) const { return kMargin + static_cast<std::size_t>(y * stride_ + x); }
  bool is_border(int x, int y) const { return x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1; }

  // Puts in a fresh cell. Returns whether the cell changed.
  bool put(std::size_t i, std::uint8_t fresh) {
    if (element[i] == fresh && energy[i] == 0 && speed[i] == Velocity{}) return false;
    element[i] = fresh;
    energy[i] = 0;
    speed[i] = {};
    return true;
  }

 private:
  int width_, height_;
  std::ptrdiff_t stride_;

 public:
  std::vector<std::uint8_t> element, energy;
  std::vector<Velocity> speed;
};

}  // namespace repose::elements
