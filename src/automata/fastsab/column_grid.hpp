// How the fast fastsab solver keeps a world: by columns, as the scan goes, with a bit for each flag of a cell, 64 cells
// to a word. Beyond the edge of the world nothing is void and nothing differs from void's byte, so that neither looks nor
// slides need to ask where the world ends.
//
// The cell (x, y) is byte y of column x, and bit y % 64 of word y / 64 of that column in every plane of bits.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/fastsab/fastsab.hpp"

namespace repose::fastsab {

inline constexpr int kWordCells = 64;
inline constexpr int kReach = kLiquidFriction;  // columns beyond either side: the longest slide

// Traits of what stands in a cell, kept beside it so that 64 cells give a word of bits without a look-up.
inline constexpr std::uint8_t kGrainTrait = 0x80, kDissolverTrait = 0x40, kVictimTrait = 0x20, kLiquidTrait = 0x10;

// The traits of every element.
class Traits {
 public:
  Traits() = default;
  explicit Traits(const Substances& substances) {
    for (int i = 1; i < substances.element_count(); ++i) {
      const auto element = static_cast<std::uint8_t>(i);
      const Grain& grain = substances.at(element);
      if (grain.wall) continue;
      traits_[element] = static_cast<std::uint8_t>(kGrainTrait | (substances.dissolves_anything(element) ? kDissolverTrait : 0) |
                                                   (substances.is_dissolved(element) ? kVictimTrait : 0) |
                                                   (grain.liquid ? kLiquidTrait : 0));
    }
  }
  std::uint8_t of(std::uint8_t element) const { return traits_[element]; }

 private:
  std::array<std::uint8_t, kElementsMax> traits_{};
};

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

// One byte for each cell, with a word's worth of zeros above and below each column.
class ByteColumns {
 public:
  ByteColumns() = default;
  ByteColumns(int width, int words)
      : stride_((words + 2) * kWordCells), bytes_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(stride_)) {}

  std::uint8_t* column(int x) {
    return &bytes_[static_cast<std::size_t>((x + kReach) * std::int64_t{stride_} + kWordCells)];
  }
  const std::uint8_t* column(int x) const { return const_cast<ByteColumns*>(this)->column(x); }

 private:
  int stride_ = 0;
  std::vector<std::uint8_t> bytes_;
};

class ColumnGrid {
 public:
  ColumnGrid() = default;
  // All cells are void and dirty. Throws std::bad_alloc.
  ColumnGrid(int width, int height)
      : width_(width), height_(height), words_((height + kWordCells - 1) / kWordCells),
        cells(width, words_), traits(width, words_), voids(width, words_), processed(width, words_), active(width, words_),
        grains(width, words_), dissolvers(width, words_), victims(width, words_), liquids(width, words_),
        dirty(width, summary_words()), visited(width, summary_words()), unpainted(width, summary_words()) {
    for (int x = 0; x < width; ++x) {
      for (int y = 0; y < height; ++y) voids.set(x, y);
    }
    mark_all_dirty();
  }

  int width() const { return width_; }
  int height() const { return height_; }
  int words() const { return words_; }
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

  bool any_dirty() const {
    for (int x = 0; x < width_; ++x) {
      for (int i = 0; i < summary_words(); ++i) {
        if (dirty.column(x)[i] != 0) return true;
      }
    }
    return false;
  }

  void mark_all_dirty() {
    for (int x = 0; x < width_; ++x) {
      for (int w = 0; w < words_; ++w) dirty.set(x, w);
    }
  }

 private:
  int width_ = 0, height_ = 0, words_ = 0;

 public:
  ByteColumns cells, traits;
  BitColumns voids, processed, active;
  // As of the last refresh of the flags.
  BitColumns grains, dissolvers, victims, liquids;
  // A bit for each word: something in it has changed since the flags were refreshed; it holds active cells; it has changed
  // since the picture was taken.
  BitColumns dirty, visited, unpainted;
};

// Brings `active` up to date with all cells, clears `processed`, and hands `dirty` on to `unpainted`. Touches only what
// may have changed. Returns whether any cell is active.
bool refresh_flags(ColumnGrid& grid, const Substances& substances, bool dissolving);

}  // namespace repose::fastsab
