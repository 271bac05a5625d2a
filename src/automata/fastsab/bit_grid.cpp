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
      memory_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(stride_ / kBlockWords) *
                  static_cast<std::size_t>(planes + 3) +
              2),
      marks_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(blocks_)) {
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
  return std::ranges::count_if(marks_, [](const Marks& marks) { return (marks.dirty | marks.awake) != 0; });
}

bool BitGrid::has_changed() const {
  return std::ranges::any_of(marks_, [](const Marks& marks) { return (marks.dirty | marks.unpainted) != 0; });
}

}  // namespace repose::fastsab
