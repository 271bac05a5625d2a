// A bit for each cell of a world, 64 cells of a row in a word. Column 0 is the lowest bit of a row's first word.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace repose::conserving {

inline constexpr int kWordCells = 64;

class BitPlane {
 public:
  BitPlane() = default;
  // All zeros.
  BitPlane(int width, int height)
      : stride_(static_cast<std::size_t>((width + kWordCells - 1) / kWordCells)),
        words_(stride_ * static_cast<std::size_t>(height)) {}

  int row_words() const { return static_cast<int>(stride_); }
  std::uint64_t* row(int y) { return words_.data() + static_cast<std::size_t>(y) * stride_; }
  const std::uint64_t* row(int y) const { return words_.data() + static_cast<std::size_t>(y) * stride_; }
  bool equal_rows(int a, int b) const { return std::equal(row(a), row(a) + stride_, row(b)); }

 private:
  std::size_t stride_ = 0;
  std::vector<std::uint64_t> words_;
};

// The bits of cells begin..end-1 that are in a word of a row; at least one is.
inline std::uint64_t bits_within(int word, int begin, int end) {
  const int first = begin - word * kWordCells, last = end - word * kWordCells;
  std::uint64_t bits = ~std::uint64_t{0};
  if (first > 0) bits <<= first;
  if (last < kWordCells) bits &= ~(~std::uint64_t{0} << last);
  return bits;
}

inline bool has_bit(const std::uint64_t* row, int x) { return (row[x / kWordCells] >> (x % kWordCells) & 1) != 0; }

// The first set bit from `from` on; `end` if there is none before it.
inline int next_bit(const std::uint64_t* row, int from, int end) {
  if (from >= end) return end;
  int word = from / kWordCells;
  std::uint64_t bits = row[word] & ~std::uint64_t{0} << (from % kWordCells);
  while (bits == 0) {
    if (++word * kWordCells >= end) return end;
    bits = row[word];
  }
  return std::min(end, word * kWordCells + std::countr_zero(bits));
}

// The first bit from `from` on that is not set; `end` if there is none before it.
inline int next_gap(const std::uint64_t* row, int from, int end) {
  if (from >= end) return end;
  int word = from / kWordCells;
  std::uint64_t bits = ~row[word] & ~std::uint64_t{0} << (from % kWordCells);
  while (bits == 0) {
    if (++word * kWordCells >= end) return end;
    bits = ~row[word];
  }
  return std::min(end, word * kWordCells + std::countr_zero(bits));
}

// The last set bit up to `from`. Precondition: there is one.
inline int previous_bit(const std::uint64_t* row, int from) {
  int word = from / kWordCells;
  std::uint64_t bits = row[word] & ~std::uint64_t{0} >> (kWordCells - 1 - from % kWordCells);
  while (bits == 0) bits = row[--word];
  return word * kWordCells + kWordCells - 1 - std::countl_zero(bits);
}

}  // namespace repose::conserving
