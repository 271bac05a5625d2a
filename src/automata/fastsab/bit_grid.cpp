#include "automata/fastsab/bit_grid.hpp"

#include <algorithm>
#include <cstring>

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

void BitGrid::read(int x, int word, std::uint8_t* cells) const {
  // Byte i of a number: bit i of its index.
  static const std::array<std::uint64_t, 256> kSpread = [] {
    std::array<std::uint64_t, 256> spread{};
    for (std::size_t bits = 0; bits < spread.size(); ++bits) {
      for (std::size_t i = 0; i < 8; ++i) spread[bits] |= std::uint64_t{bits >> i & 1} << (8 * i);
    }
    return spread;
  }();
  const std::uint64_t* const column_word = column(x) + word;
  for (int i = 0; i < kWordCells; i += 8) {
    std::uint64_t bytes = 0;
    for (int p = 0; p < planes_; ++p) bytes |= kSpread[column_word[p * stride_] >> i & 0xff] << p;
    for (int k = 0; k < 8; ++k) cells[i + k] = static_cast<std::uint8_t>(bytes >> (8 * k));
  }
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
