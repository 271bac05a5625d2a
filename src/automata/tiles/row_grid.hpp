// The memory layout of the fast tiles solver: one byte a tile, and rows of bits in which it finds tiles that may act
// and how far the path is free. Beyond the edge nothing is empty and nothing acts.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/bit_runs.hpp"

namespace repose::tiles {

inline constexpr int kWordBits = 64;

// One bit a column, in rows with a word of zeros at either end, and one more row above and below.
class BitRows {
 public:
  BitRows() = default;
  BitRows(int width, int height)
      : stride_((width + kWordBits - 1) / kWordBits + 2),
        words_(static_cast<std::size_t>(height + 2) * static_cast<std::size_t>(stride_)) {}

  std::uint64_t* row(int y) { return &words_[static_cast<std::size_t>((y + 1) * std::int64_t{stride_} + 1)]; }
  const std::uint64_t* row(int y) const { return const_cast<BitRows*>(this)->row(y); }
  bool has(int x, int y) const { return (word(x, y) >> (x & (kWordBits - 1)) & 1) != 0; }
  void set(int x, int y) { row(y)[x >> 6] |= std::uint64_t{1} << (x & (kWordBits - 1)); }
  void clear(int x, int y) { row(y)[x >> 6] &= ~(std::uint64_t{1} << (x & (kWordBits - 1))); }
  int words() const { return stride_ - 2; }  // words in a row

  // The bits from column x on; x may be up to a word outside the row.
  std::uint64_t from(int x, int y) const {
    const std::uint64_t* first = row(y) + (x >> 6);
    const int shift = x & (kWordBits - 1);
    return shift == 0 ? *first : (*first >> shift) | (first[1] << (kWordBits - shift));
  }

 private:
  std::uint64_t word(int x, int y) const { return row(y)[x >> 6]; }

  int stride_ = 0;
  std::vector<std::uint64_t> words_;
};

// Bits with a fast search for the next set one: words, and one bit for each word that is not zero.
class ActiveRows {
 public:
  ActiveRows() = default;
  ActiveRows(int width, int height) : bits_(width, height), words_(bits_.words(), height), rows_(height, 1) {}

  void set(int x, int y) {
    bits_.set(x, y);
    words_.set(x >> 6, y);
    rows_.set(y, 0);
  }
  void clear(int x, int y) { bits_.clear(x, y); }
  // The first set column at or after x, or before it when `down`; -1 when there is none.
  int next_column(int x, int y, bool down) const;
  // The lowest row at or above y that may hold a set bit; -1 when there is none.
  int next_row_up(int y) const { return y < 0 ? -1 : last_at_or_before(rows_.row(0), y); }
  // Clears the flags of words that have no set bits left.
  void tidy_row(int y);
  std::uint64_t count() const;
  // Calls visit(x_begin, x_end, y) for each run of set bits of a row.
  template <class Visit>
  void for_each_run(const Visit& visit) const {
    for (int y = next_row_up(rows_.words() * kWordBits - 1); y >= 0; y = next_row_up(y - 1)) {
      const std::uint64_t* const row = bits_.row(y);
      repose::for_each_run(
          bits_.words(), [row](int w) { return row[w]; }, [&](int begin, int end) { visit(begin, end, y); });
    }
  }
  bool any() const;

 private:
  static int first_at_or_after(const std::uint64_t* row, int x, int words);
  static int last_at_or_before(const std::uint64_t* row, int x);

  BitRows bits_, words_, rows_;
};

}  // namespace repose::tiles
