#include "automata/fastsab/bit_grid.hpp"

#include <algorithm>

namespace repose::fastsab {

BitGrid::BitGrid(int width, int height, int planes)
    : width_(width),
      height_(height),
      planes_(planes),
      words_((height + kWordCells - 1) / kWordCells),
      blocks_((words_ + kBlockWords - 1) / kBlockWords),
      stride_((words_ + kBlockWords) / kBlockWords * kBlockWords),
      mark_stride_((blocks_ + 7) / 8 * 8),
      memory_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(stride_ / kBlockWords) *
                  static_cast<std::size_t>(planes + 3) +
              2),
      dirty_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(mark_stride_)),
      awake_(dirty_.size()),
      unpainted_(dirty_.size()) {
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < height; ++y) voids(x)[word_of(y)] |= bit_of(y);
  }
  mark_all_dirty();
}

void BitGrid::mark_all_dirty() {
  for (int x = 0; x < width_; ++x) {
    for (int w = 0; w < words_; ++w) dirty(x, w / kBlockWords) |= word_bit(w * kWordCells);
  }
}

std::int64_t BitGrid::restless_blocks() const {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < dirty_.size(); ++i) count += (dirty_[i] | awake_[i]) != 0 ? 1 : 0;
  return count;
}

bool BitGrid::has_changed() const {
  const auto is_set = [](std::uint8_t mark) { return mark != 0; };
  return std::ranges::any_of(dirty_, is_set) || std::ranges::any_of(unpainted_, is_set);
}

}  // namespace repose::fastsab
