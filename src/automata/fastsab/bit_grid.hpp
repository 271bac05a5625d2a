// The memory of the fast fastsab solver: planes of bits, by columns, in the order of the scan. A word holds the same
// bit of 64 cells of a column, so that one operation on a word, or on a vector of words, treats 64 cells or more.
//
// A column has, one after another: the planes of its elements' numbers (plane p holds bit p), the void cells, the
// processed cells, the active cells. The cell (x, y) is bit y % 64 of word y / 64 of each plane. A plane of a column is
// a whole number of blocks of 8 words (64 bytes, aligned), and its last word is always 0. So the word above the first
// and the word below the last one can be read. There are kReach columns beyond either side. Beyond the edge of the
// world all bits are 0: nothing is void, and the number is void's, so that visits need no check of the edge.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "automata/fastsab/fastsab.hpp"

namespace repose::fastsab {

inline constexpr int kWordCells = 64;
inline constexpr int kBlockWords = 8, kBlockCells = kBlockWords * kWordCells;
inline constexpr int kReach = kLiquidFriction;  // columns: the longest slide

// Right for y = -1 too.
constexpr int word_of(int y) { return y >> 6; }
constexpr std::uint64_t bit_of(int y) { return std::uint64_t{1} << (y & 63); }
static_assert(kWordCells == 64);

class BitGrid {
 public:
  BitGrid() : BitGrid(0, 0, 3) {}
  // All cells are void and dirty. Throws std::bad_alloc.
  BitGrid(int width, int height, int planes)
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
        unpainted_(dirty_.size()),
        column_marks_(static_cast<std::size_t>(width + 2 * kReach)) {
    for (int x = 0; x < width; ++x) {
      for (int y = 0; y < height; ++y) voids(x)[word_of(y)] |= bit_of(y);
    }
    mark_all_dirty();
  }

  int width() const { return width_; }
  int height() const { return height_; }
  int words() const { return words_; }    // of cells, in a column
  int blocks() const { return blocks_; }  // in a column
  int planes() const { return planes_; }  // of the elements' numbers
  int stride() const { return stride_; }  // words from a plane to the next one

  // The first word of the column's first plane. x from -kReach to width() + kReach - 1.
  std::uint64_t* column(int x) {
    return memory_[1].words + static_cast<std::ptrdiff_t>(x + kReach) * stride_ * (planes_ + 3);
  }
  const std::uint64_t* column(int x) const { return const_cast<BitGrid*>(this)->column(x); }
  std::uint64_t* voids(int x) { return column(x) + planes_ * stride_; }
  const std::uint64_t* voids(int x) const { return const_cast<BitGrid*>(this)->voids(x); }
  std::uint64_t* processed(int x) { return column(x) + (planes_ + 1) * stride_; }
  std::uint64_t* active(int x) { return column(x) + (planes_ + 2) * stride_; }
  const std::uint64_t* active(int x) const { return const_cast<BitGrid*>(this)->active(x); }

  bool is_void(int x, int y) const { return (voids(x)[word_of(y)] & bit_of(y)) != 0; }
  std::uint8_t element(int x, int y) const {
    const std::uint64_t* word = column(x) + word_of(y);
    const auto bit = [&](int p) { return static_cast<unsigned>(word[p * stride_] >> (y & 63) & 1) << p; };
    unsigned element = bit(0) | bit(1) | bit(2);  // there are three planes at least
    for (int p = 3; p < planes_; ++p) element |= bit(p);
    return static_cast<std::uint8_t>(element);
  }
  void put(int x, int y, std::uint8_t element) {
    std::uint64_t* word = column(x) + word_of(y);
    const std::uint64_t bit = bit_of(y);
    const auto set = [&](int p) {
      std::uint64_t& bits = word[p * stride_];
      bits = (bits & ~bit) | (std::uint64_t{element} >> p & 1) << (y & 63);
    };
    set(0);
    set(1);
    set(2);
    for (int p = 3; p < planes_; ++p) set(p);
    std::uint64_t& voids = word[planes_ * stride_];
    voids = element == 0 ? voids | bit : voids & ~bit;
    mark_dirty(x, y / kBlockCells, word_bit(y));
  }

  // One bit for each word of a block. Dirty: a cell has changed since the flags were refreshed. Awake: the word holds
  // active cells, or processed ones. Unpainted: a cell has changed since the picture was made; without the dirty ones.
  // Use mark_dirty() and mark_awake() to add bits, because they mark the column too.
  static std::uint8_t word_bit(int y) { return static_cast<std::uint8_t>(1u << (word_of(y) % kBlockWords)); }
  std::uint8_t& dirty(int x, int block) { return dirty_[mark(x, block)]; }
  std::uint8_t& awake(int x, int block) { return awake_[mark(x, block)]; }
  std::uint8_t& unpainted(int x, int block) { return unpainted_[mark(x, block)]; }
  void mark_dirty(int x, int block, std::uint8_t words) {
    dirty(x, block) |= words;
    column_marks(x) |= words != 0 ? kChanged : 0;
  }
  void mark_awake(int x, int block, std::uint8_t words) {
    awake(x, block) |= words;
    column_marks(x) |= words != 0 ? kRestless : 0;
  }
  void mark_all_dirty() {
    for (int x = 0; x < width_; ++x) {
      for (int w = 0; w < words_; ++w) mark_dirty(x, w / kBlockWords, word_bit(w * kWordCells));
    }
  }
  // Whether a column has any such block, eight blocks at a time.
  bool is_awake(int x) const {
    std::uint64_t any = 0, eight;
    for (int i = 0; i < mark_stride_; i += 8) {
      std::memcpy(&eight, &awake_[mark(x, i)], 8);
      any |= eight;
    }
    return any != 0;
  }
  // The number of blocks that are dirty or awake.
  std::int64_t restless_blocks() const {
    std::int64_t count = 0;
    for_each_column(kRestless, 0, width_, [&](int x) {
      for (int b = 0; b < blocks_; ++b) count += (dirty_[mark(x, b)] | awake_[mark(x, b)]) != 0 ? 1 : 0;
    });
    return count;
  }

  // Marks of a column, so that a calm one is passed without reading its blocks. Restless: it may have dirty or awake
  // blocks. Unpainted: it may have dirty or unpainted ones. At the rim: it has changed since those who step over the
  // rim were removed.
  // Moved: it has changed since this step refreshed it; moved before: in the step before. Calm: when it was visited
  // last, nothing could move or dissolve.
  static constexpr std::uint8_t kRestless = 1, kUnpainted = 2, kAtRim = 4, kMoved = 8, kMovedBefore = 16, kCalm = 32;
  static constexpr std::uint8_t kChanged = kRestless | kUnpainted | kAtRim | kMoved;
  std::uint8_t& column_marks(int x) { return column_marks_[static_cast<std::size_t>(x + kReach)]; }
  std::uint8_t column_marks(int x) const { return column_marks_[static_cast<std::size_t>(x + kReach)]; }
  // Call it when a step has refreshed the column, before it visits those in reach.
  void begin_step(int x) {
    std::uint8_t& marks = column_marks(x);
    const bool moved = (marks & kMoved) != 0;
    marks = static_cast<std::uint8_t>((marks & ~(kMoved | kMovedBefore)) | (moved ? kMovedBefore : 0));
  }
  void set_calm(int x, bool calm) {
    column_marks(x) = static_cast<std::uint8_t>((column_marks(x) & ~kCalm) | (calm ? kCalm : 0));
  }
  // Whether nothing can move or dissolve, as in the step before, because no column in reach has changed since.
  bool is_calm(int x) const {
    const int end = x + kReach + 1;
    return (column_marks(x) & kCalm) != 0 && find_column(kMoved | kMovedBefore, x - kReach, end) == end;
  }
  // Makes the active cells of some blocks processed.
  void process_active(int x, int block_begin, int block_end) {
    for (int b = block_begin; b < block_end; ++b) {
      if (awake(x, b) == 0) continue;
      for (int w = b * kBlockWords; w < (b + 1) * kBlockWords; ++w) processed(x)[w] |= active(x)[w];
    }
  }
  // The first column from `begin` on with any of the marks, or `end` if none before it has one. Reads only those.
  int find_column(std::uint8_t marks, int begin, int end) const {
    const std::uint64_t wanted = marks * 0x0101010101010101u;
    const std::uint8_t* const column = column_marks_.data() + kReach;
    int x = begin;
    for (std::uint64_t eight; x + 8 <= end; x += 8) {
      std::memcpy(&eight, column + x, 8);
      if ((eight & wanted) != 0) break;
    }
    while (x < end && (column[x] & marks) == 0) ++x;
    return x;
  }
  // Calls use(x) for each column with any of the marks.
  template <class Use>
  void for_each_column(std::uint8_t marks, int begin, int end, const Use& use) const {
    for (int x = begin; (x = find_column(marks, x, end)) < end; ++x) use(x);
  }

 private:
  struct alignas(64) Block {
    std::uint64_t words[kBlockWords] = {};
  };
  std::size_t mark(int x, int block) const {
    return static_cast<std::size_t>((x + kReach) * std::int64_t{mark_stride_} + block);
  }

  int width_ = 0, height_ = 0, planes_ = 0, words_ = 0, blocks_ = 0, stride_ = 0, mark_stride_ = 0;
  std::vector<Block> memory_;  // one block more at either end
  std::vector<std::uint8_t> dirty_, awake_, unpainted_, column_marks_;
};

// ---- sets of elements ----

// The rules of fastsab as sets of elements, in the form in which the kernel looks 64 cells or more up at once.

// For P planes: 2^P words, a pair for each value of the bits above bit 0: all ones if the even element is in the set,
// and all ones if the odd one differs from it. So a member is found by choosing among pairs, one plane after another.
using ElementSet = std::vector<std::uint64_t>;

struct StepRules {
  StepRules() : StepRules(Substances()) {}
  explicit StepRules(const Substances& substances);

  struct Sliders {
    int friction = 0;
    ElementSet elements;
  };
  // Any of the upper ones sinks into any of the lower ones.
  struct Sinking {
    ElementSet upper, lower;
  };
  struct Dissolving {
    ElementSet dissolvers, victims;
    std::uint32_t last_hit = 0;  // a higher draw dissolves none of the victims
  };

  int planes = 3;  // of bits of an element's number: 3, 5 or 8
  ElementSet grains, falling, liquids;
  std::vector<Sliders> sliders;  // those with a friction above 0, by friction, ascending
  std::vector<Sinking> sinkings;
  std::vector<Dissolving> dissolvings;
};

}  // namespace repose::fastsab
