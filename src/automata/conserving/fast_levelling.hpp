// The exchanges of level_cells(), fast: for the cpu solver. The cost of a levelling is that of three
// bits a cell, of the runs of liquid and, while something is not level, of the runs of background.
//
// A run is as many neighbours of a row as possible that hold the same element. Runs of all liquids are found together,
// with bits; bodies are connected by union-find over runs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "automata/padded_plane.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// ---- union-find over runs: neighbouring cells begin..end-1 of a row. The runs of a connected set form a tree ----

// The runs of a row, as indices begin..end-1. Rows that are equal share them.
struct RowRuns {
  std::size_t begin = 0, end = 0;
};

// The run that represents the connected set of a run. Shortens the path to it.
template <class Run>
int root_of(std::vector<Run>& runs, int run) {
  const auto parent = [&](int i) -> int& { return runs[static_cast<std::size_t>(i)].parent; };
  while (parent(run) != run) run = parent(run) = parent(parent(run));
  return run;
}

// Connects the runs of two neighbouring rows where they touch and `agrees(run, other run)`. Precondition: those of
// `row` are roots.
template <class Run, class Agrees>
void connect_rows(std::vector<Run>& runs, const RowRuns& other_row, const RowRuns& row, const Agrees& agrees) {
  std::size_t first = other_row.begin;
  for (std::size_t i = row.begin; i < row.end; ++i) {
    int root = static_cast<int>(i);
    while (first < other_row.end && runs[first].end <= runs[i].begin) ++first;
    for (std::size_t k = first; k < other_row.end && runs[k].begin < runs[i].end; ++k) {
      if (!agrees(runs[k], runs[i])) continue;
      const int other = root_of(runs, static_cast<int>(k));
      if (other == root) continue;
      runs[static_cast<std::size_t>(std::max(root, other))].parent = std::min(root, other);
      root = std::min(root, other);
    }
  }
}

// Connects the first and the last run of a row if they touch over the seam of a world that wraps.
template <class Run, class Agrees>
void connect_over_seam(std::vector<Run>& runs, const RowRuns& row, int width, const Agrees& agrees) {
  if (row.begin == row.end) return;
  const std::size_t first = row.begin, last = row.end - 1;
  if (runs[first].begin != 0 || runs[last].end != width || !agrees(runs[first], runs[last])) return;
  const int a = root_of(runs, static_cast<int>(first)), b = root_of(runs, static_cast<int>(last));
  runs[static_cast<std::size_t>(std::max(a, b))].parent = std::min(a, b);
}

inline constexpr int kWordCells = 64;

// A bit for each cell of a world, 64 cells of a row in a word. Column 0 is the lowest bit of a row's first word.
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

struct SurfaceCell {
  int body = 0, sky = 0;  // equal numbers for the same body, and for the same connected background above it
  CellPoint at;
};

// The background over the open cells of a levelling: which of it is connected.
class Sky {
 public:
  // Sets `sky` of all cells, which are in order of their bodies. Looks only at as many rows as it needs to see that
  // each body lies under one sky; at all rows if that is not so. True if it is so. `wraps`: the last column and column
  // 0 are neighbours.
  bool find(const BitPlane& background, int width, int height, bool wraps, std::vector<SurfaceCell>& cells);

 private:
  struct Run {
    int begin = 0, end = 0, parent = 0;
  };

  void add_row(const BitPlane& background, int y, int neighbour);
  int run_of(int x, int y) const;
  bool is_one_each(std::vector<SurfaceCell>& cells);

  int width_ = 0;
  bool wraps_ = false;
  std::vector<Run> runs_;
  std::vector<RowRuns> rows_;
};

class FastLevelling {
 public:
  FastLevelling() = default;
  // For a world of this size. Throws std::bad_alloc.
  FastLevelling(const LevellingShares& shares, bool wraps, int width, int height) : wraps_(wraps) {
    set_shares(shares);
    resize(width, height);
  }
  // For another world, all of whose cells are new. Throws std::bad_alloc.
  void resize(int width, int height);
  void set_shares(const LevellingShares& shares);
  // The last column and column 0 are neighbours, or not.
  void set_wraps(bool wraps);
  // Cells of this chunk (chunks.hpp) have changed, or may have, since the last call of level(). The exchanges of
  // level() are changes too.
  void touch(int chunk_column, int chunk_row);
  void touch_all();

  // What a levelling of these cells does; the caller makes the exchanges, and touches the chunks in which they are.
  // Valid until the next call. In no particular order.
  const LevellingResult& level(const PaddedPlane& cells, const LevellingDraws& draws);
  // Until a chunk is touched, level() finds nothing, whatever the draws.
  bool rests() const { return !is_touched_ && result_.is_level; }

 private:
  // Cells begin..end-1 of row y, as in connect_rows().
  struct Run {
    int begin = 0, end = 0, y = 0, parent = 0;
    int top = 0, bottom = -1;  // the rows of its highest and lowest open cell; in a root those of its body
    std::uint8_t element = 0;
  };
  struct Columns {
    std::uint64_t open = 0;  // background is straight above
    std::uint64_t pile = 0;  // a liquid is
  };

  // Background cells begin..end-1 beside a run of liquid; none if the two are equal. As far as the next cell that holds
  // something else, or, if it is deep beside the run, only the cell there.
  struct Gap {
    int begin = 0, end = 0;
    bool is_deep = false;  // at least one of its cells is
  };

  void read_chunk(const PaddedPlane& cells, int chunk_column, int chunk_row);
  void read_changes(const PaddedPlane& cells);

  void compare_row(int y);

  void find_liquid(const PaddedPlane& cells);
  bool goes_on(const std::uint8_t* cells, const RowRuns& above) const;
  void find_row(const std::uint8_t* cells, int y);
  void join_over_seam(const std::uint8_t* cells, int y, const RowRuns& row);
  bool is_stretch(std::size_t i, const std::uint64_t* background) const;
  void drop_first_stretch(const RowRuns& row, const std::uint64_t* background);
  void drop_last_stretch(const RowRuns& row, const std::uint64_t* background);
  bool find_drops(int y);
  bool is_drop(const std::uint8_t* cells, int x, std::uint8_t element) const;
  Gap gap_before(int y, int end) const;
  Gap gap_after(int y, int begin) const;
  void close_row(const PaddedPlane& cells, int y, const RowRuns& row);
  Columns columns_of(const Run& run, int word) const;
  int open_row(const PaddedPlane& cells, const Run& run, int x) const;
  void find_extent(const PaddedPlane& cells, Run& run) const;
  const std::uint64_t* held_row(int y) const { return held_.row(held_rows_[static_cast<std::size_t>(y)]); }

  void find_open(const PaddedPlane& cells);
  void level_surfaces(const LevellingDraws& draws);

  LevellingShares shares_{};
  std::vector<std::uint8_t> liquids_;  // the elements that level
  bool wraps_ = false;
  int width_ = 0, height_ = 0, words_ = 0, chunk_rows_ = 0;
  std::vector<std::uint8_t> touched_;  // by chunk, row by row
  bool is_touched_ = true;             // any chunk
  BitPlane background_;                // two more rows, of zeros, below the world
  BitPlane liquid_;                    // cells of elements that level
  BitPlane begins_;                    // cells that differ from the one to their left; the first cell of each row
  std::vector<std::uint8_t> repeats_;  // by row: whether all these bits are those of the row above
  BitPlane held_;                      // cells that are held
  std::vector<int> held_rows_;         // by row: the row of held_ with its cells
  BitPlane deep_, drops_;              // of one row: deep background; runs of one cell that spill
  bool is_closed_ = false;             // no run of liquid of the last row has background beside it
  std::vector<Run> runs_;
  std::vector<SurfaceCell> open_cells_;
  Sky sky_;
  std::vector<OpenCell> surface_;
  LevellingResult result_;
};

}  // namespace repose::conserving
