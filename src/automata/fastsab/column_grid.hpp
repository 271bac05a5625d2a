// The memory layout of the fast fastsab solver: by columns, in the order of the scan, with one bit for each flag of a
// cell, 64 cells in a word. Beyond the edge of the world nothing is void and no byte differs from void's, so that
// visits need no check of the edge.
//
// The cell (x, y) is byte y of column x, and bit y % 64 of word y / 64 of that column in every plane of bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "automata/fastsab/fastsab.hpp"

namespace repose::fastsab {

inline constexpr int kWordCells = 64;
inline constexpr int kReach = kLiquidFriction;  // columns beyond either side: as many as the longest slide

constexpr std::uint64_t bit_of(int y) { return std::uint64_t{1} << (y % kWordCells); }

// One bit for each cell, or for each word of cells: a column of words, with one word of zeros above and below.
class BitColumns {
 public:
  BitColumns() = default;
  BitColumns(int width, int words)
      : stride_(words + 2), words_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(stride_)) {}

  std::uint64_t* column(int x) { return &words_[static_cast<std::size_t>((x + kReach) * std::int64_t{stride_} + 1)]; }
  const std::uint64_t* column(int x) const { return const_cast<BitColumns*>(this)->column(x); }
  bool has(int x, int y) const { return (column(x)[y / kWordCells] & bit_of(y)) != 0; }
  void set(int x, int y) { column(x)[y / kWordCells] |= bit_of(y); }
  void clear(int x, int y) { column(x)[y / kWordCells] &= ~bit_of(y); }

 private:
  int stride_ = 0;
  std::vector<std::uint64_t> words_;
};

// The bits of the cells one row down or up, for a word in its column.
inline std::uint64_t from_below(const std::uint64_t* word) { return (word[0] >> 1) | (word[1] << 63); }
inline std::uint64_t from_above(const std::uint64_t* word) { return (word[0] << 1) | (word[-1] >> 63); }

// One byte for each cell, with zeros above and below each column, as many as a word has cells.
class ByteColumns {
 public:
  ByteColumns() = default;
  ByteColumns(int width, int words)
      : stride_((words + 2) * kWordCells),
        bytes_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(stride_)) {}

  std::uint8_t* column(int x) {
    return &bytes_[static_cast<std::size_t>((x + kReach) * std::int64_t{stride_} + kWordCells)];
  }
  const std::uint8_t* column(int x) const { return const_cast<ByteColumns*>(this)->column(x); }

 private:
  int stride_ = 0;
  std::vector<std::uint8_t> bytes_;
};

// Traits of the element in a cell, stored beside it so that 64 cells give a word of bits without a look-up. The low
// four bits are the friction, or kNeverFalls.
inline constexpr std::uint8_t kGrainTrait = 0x80, kDissolverTrait = 0x40, kVictimTrait = 0x20, kLiquidTrait = 0x10;
inline constexpr std::uint8_t kFrictionTrait = 0x0f, kNeverFalls = 0x0f;

// The traits of every element; 0 for void and walls.
class Traits {
 public:
  Traits() = default;
  explicit Traits(const Substances& substances);

  std::uint8_t of(std::uint8_t element) const { return traits_[element]; }

 private:
  std::array<std::uint8_t, kElementsMax> traits_{};
};

// The traits of 64 cells at the last refresh of their flags. They are still right for cells that are unprocessed and
// not void.
struct Facts {
  std::uint64_t grain = 0, dissolver = 0;
  std::array<std::uint64_t, 4> friction = {};  // its four bits, highest first

  std::uint64_t with_friction(int columns) const {
    std::uint64_t bits = grain;
    for (std::size_t i = 0; i < friction.size(); ++i) bits &= (columns & (8 >> i)) != 0 ? friction[i] : ~friction[i];
    return bits;
  }
  std::uint64_t falls() const { return grain & ~(friction[0] & friction[1]); }  // no friction is above 8
};

class ColumnGrid {
 private:
  int width_ = 0, height_ = 0, words_ = 0;

 public:
  ColumnGrid() = default;
  // All cells are void and dirty. Throws std::bad_alloc.
  ColumnGrid(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  int words() const { return words_; }  // of cells, in a column
  int summary_words() const { return (words_ + kWordCells - 1) / kWordCells; }

  void put(int x, int y, std::uint8_t element, std::uint8_t trait) {
    cells.column(x)[y] = element;
    traits.column(x)[y] = trait;
    if (element == 0) {
      voids.set(x, y);
    } else {
      voids.clear(x, y);
    }
    dirty.set(x, y / kWordCells);
  }
  Facts& facts(int x, int w) {
    return facts_[static_cast<std::size_t>(x) * static_cast<std::size_t>(words_) + static_cast<std::size_t>(w)];
  }
  bool any_dirty() const;
  void mark_all_dirty();

  ByteColumns cells, traits;
  BitColumns voids, processed;
  // Cells into which something that can be dissolved has moved in this step.
  BitColumns victims_came;
  // Cells that may act. Set for void cells only if void cells take part.
  BitColumns active;
  // As of the last refresh of the flags: cells above a lighter liquid; cells that may have something to dissolve beside
  // them; cells that can be dissolved; liquids.
  BitColumns sinks, looks, victims, liquids;
  // One bit for each word: something in it has changed since the flags were refreshed; it holds active cells; it has
  // changed since the picture was made.
  BitColumns dirty, visited, unpainted;

 private:
  std::vector<Facts> facts_;
};

// Updates `active` and the traits of all cells that may have changed, clears `processed`, and adds `dirty` to
// `unpainted`. Returns whether any cell is active.
bool refresh_flags(ColumnGrid& grid, const Substances& substances, const Parameters& parameters);

}  // namespace repose::fastsab
