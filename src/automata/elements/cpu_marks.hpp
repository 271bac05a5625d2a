// Two marks for every cell, one bit each:
//
//   restless   it may act in its next turn. A cell without the mark cannot act, whatever the draws: its turn may be
//              skipped. Code that changes a cell marks the 3 x 3 cells around it.
//   served     as in scalar_area.hpp: it has no more turns in this frame
//
// Blocks of one pass share words of a row but no cells. So a block works on a copy of the marks and writes it back.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "automata/elements/lattice.hpp"

namespace repose::elements {

// One bit a cell, with one word to the left and right and one row above and below, so that reading beyond the edge
// needs no check.
class BitRows {
 public:
  BitRows() : BitRows(0, 0) {}
  BitRows(int width, int height)
      : words_(width / 64 + 1),
        stride_(words_ + 2),
        bits_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height + 2)) {}

  int words() const { return words_; }
  // The word of the cells 64 * i ..., at [i], for i = -1..words().
  std::uint64_t* row(int y) { return bits_.data() + (std::ptrdiff_t{y} + 1) * stride_ + 1; }
  const std::uint64_t* row(int y) const { return bits_.data() + (std::ptrdiff_t{y} + 1) * stride_ + 1; }
  void clear() { bits_.assign(bits_.size(), 0); }

 private:
  int words_;
  std::ptrdiff_t stride_;
  std::vector<std::uint64_t> bits_;
};

// Calls visit(bit) for the set bits of `due()` that are ahead, one after another; calls due() again after each visit.
template <class Due, class Visit>
void for_each_due_bit(std::uint64_t ahead, bool upwards, Due due, Visit visit) {
  while (const std::uint64_t bits = due() & ahead) {
    const int bit = upwards ? std::countr_zero(bits) : 63 - std::countl_zero(bits);
    ahead &= upwards ? ~std::uint64_t{1} << bit : (std::uint64_t{1} << bit) - 1;
    visit(bit);
  }
}

// The marks of a whole world, for one thread.
class WorldMarks {
 public:
  WorldMarks() = default;
  WorldMarks(int width, int height) : restless_(width, height), served_(width, height) {}

  BitRows& restless() { return restless_; }
  const BitRows& restless() const { return restless_; }
  BitRows& served() { return served_; }

  void touch(int x, int y) {
    const int word = (x - 1) >> 6, bit = (x - 1) & 63;
    for (int row = y - 1; row <= y + 1; ++row) {
      std::uint64_t* const words = restless_.row(row) + word;
      words[0] |= std::uint64_t{7} << bit;
      if (bit > 61) words[1] |= std::uint64_t{7} >> (64 - bit);
    }
  }
  void settle(int x, int y) { restless_.row(y)[x >> 6] &= ~bit_of(x); }
  void serve(int x, int y) { served_.row(y)[x >> 6] |= bit_of(x); }
  bool served(int x, int y) const { return (served_.row(y)[x >> 6] & bit_of(x)) != 0; }

  // Calls visit(x) for each cell of x_begin..x_end-1 that is restless and not served when the scan reaches it.
  template <class Visit>
  void for_each_due(int y, int x_begin, int x_end, bool rightwards, Visit visit) {
    const int first = x_begin >> 6, count = ((x_end - 1) >> 6) - first + 1;
    for (int k = 0; k < count; ++k) {
      const int word = rightwards ? first + k : first + count - 1 - k;
      const std::uint64_t *const restless = restless_.row(y) + word, *const served = served_.row(y) + word;
      const auto due = [=] { return *restless & ~*served; };
      for_each_due_bit(within(word, x_begin, x_end), rightwards, due, [&](int bit) { visit(word * 64 + bit); });
    }
  }

  // The bits of a word that belong to the cells x_begin..x_end-1.
  static std::uint64_t within(int word, int x_begin, int x_end) {
    if (x_end <= word * 64 || x_begin >= word * 64 + 64) return 0;
    std::uint64_t bits = ~std::uint64_t{0};
    if (x_begin > word * 64) bits &= ~std::uint64_t{0} << (x_begin - word * 64);
    if (x_end < word * 64 + 64) bits &= ~(~std::uint64_t{0} << (x_end - word * 64));
    return bits;
  }

 private:
  static std::uint64_t bit_of(int x) { return std::uint64_t{1} << (x & 63); }

  BitRows restless_, served_;
};

// A copy of the marks of a block and of the ring of cells around it. Bit k of a row belongs to the cell first_lane() -
// 1 + k.
class BlockMarks {
 public:
  static constexpr int kSideMax = 32;  // cells of a block

  // The block is within kSideMax cells from `first_lane` on. `shared`: other threads write back other blocks at the
  // same time.
  BlockMarks(WorldMarks& world, const Area& block, int first_lane, bool shared);
  int first_lane() const { return left_ + 1; }
  // Whether any cell of the block is restless.
  bool any_restless() const { return any_restless_; }
  // Writes the marks back. `group`: the cells that may have been settled.
  void give_back(const Area& group);

  void touch(int x, int y) {
    const std::uint64_t three = std::uint64_t{7} << (x - 1 - left_);
    std::uint64_t* const rows = &restless_[static_cast<std::size_t>(y - 1 - top_)];
    changed_ = true;
    rows[0] |= three;
    rows[1] |= three;
    rows[2] |= three;
  }
  void settle(int x, int y) { settle_bits(y, bit_of(x)); }
  void serve(int x, int y) {
    served_[row(y)] |= bit_of(x);
    changed_ = true;
  }
  bool served(int x, int y) const { return (served_[row(y)] & bit_of(x)) != 0; }

  std::uint64_t due(int y) const { return restless_[row(y)] & ~served_[row(y)]; }
  std::uint64_t within(int x_begin, int x_end) const { return bit_of(x_end) - bit_of(x_begin); }
  void settle_bits(int y, std::uint64_t bits) {
    changed_ |= (restless_[row(y)] & bits) != 0;
    restless_[row(y)] &= ~bits;
  }
  // Cells of row y have swapped with those below them.
  void fall_bits(int y, std::uint64_t bits) {
    const std::uint64_t around = bits | bits << 1 | bits >> 1;
    std::uint64_t* const restless = &restless_[row(y - 1)];
    for (int k = 0; k < 4; ++k) restless[k] |= around;
    served_[row(y)] |= bits;
    served_[row(y + 1)] |= bits;
    changed_ = true;
  }

 private:
  using Rows = std::array<std::uint64_t, kSideMax + 2>;
  static constexpr std::uint64_t kAll = (std::uint64_t{1} << (kSideMax + 2)) - 1;

  void give_back_alone(const Area& group);
  std::size_t row(int y) const { return static_cast<std::size_t>(y - top_); }
  std::uint64_t bit_of(int x) const { return std::uint64_t{1} << (x - left_); }
  std::uint64_t taken(const BitRows& rows, int y) const;
  void add(BitRows& rows, int y, std::uint64_t bits) const;
  void remove(BitRows& rows, int y, std::uint64_t bits) const;

  WorldMarks& world_;
  Area block_;
  int left_, top_;  // of the ring, clipped or not
  bool shared_, any_restless_ = false, changed_ = false;
  Rows restless_, served_;
};

}  // namespace repose::elements
