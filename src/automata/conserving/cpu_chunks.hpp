// Which chunks of a world a step of the cpu backend computes: those that are awake before it, those that falls enter
// from below, and the neighbours of these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "automata/conserving/band.hpp"
#include "core/chunks.hpp"

namespace repose::conserving {

class StepChunks {
 public:
  StepChunks() : StepChunks(0, 0) {}
  // In chunks.
  StepChunks(int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  // From one row of marks to the next.
  std::size_t stride() const { return static_cast<std::size_t>(columns_) + 1; }

  // From now on the first and the last column of chunks are neighbours, or not.
  void set_wraps(bool wraps) { wraps_ = wraps; }
  // Whether a change in a chunk of this column can reach a cell beyond the seam within a step: the last chunk may be
  // narrow, so the last but one is near the seam too.
  bool is_near_seam(int column) const { return wraps_ && (column == 0 || column >= columns_ - 2); }
  // Begins a step. Returns the number of cells in chunks that are awake; if it is 0, the step changes nothing.
  std::uint64_t begin(ChunkFlags& flags);
  // What is unsettled on one side of the seam wakes the other side.
  void wake_over_seam(ChunkFlags& flags) const;
  // Ends it.
  void clear();

  // The runs of these columns in which cells may fall; `runs` is overwritten. The rows below must be done. Different
  // threads may use different columns.
  void find_falls(int row, int begin, int end, std::vector<ColumnRange>& runs);
  // Whether falls enter row `row`, which is the next one, from below.
  bool is_entered() const;
  // True if nothing falls in this row or in any above it, unless it enters from below.
  bool sleeps_from(int row) const { return row < top_awake_row_; }
  bool has_awake(int row) const { return row_awake_[static_cast<std::size_t>(row)] != 0; }
  // Finds the runs of a row after its falls: what was awake, and the neighbours of chunks that falls have entered, in
  // this row or, if they changed there, in the row below. Call it for rows from the bottom up. Uses no row above the
  // next one.
  void widen(int row);
  // What widen(row) would find if no row above were done, for a thread that needs a copy of it.
  std::vector<ColumnRange> runs_ahead(int row) const;
  void gather_rows();  // after all widen()

  // After widen(); empty for other rows.
  const std::vector<ColumnRange>* runs() const { return runs_.data(); }
  const std::vector<ColumnRange>& runs(int row) const { return runs_[static_cast<std::size_t>(row)]; }
  // After gather_rows().
  const std::vector<int>& rows_with_runs() const { return rows_with_runs_; }

  // Bits, one for each column of cells: whether the last pair there has fallen.
  std::uint8_t* moved() { return reinterpret_cast<std::uint8_t*>(moved_.data()); }
  const std::vector<std::uint64_t>& moved_words() const { return moved_; }
  // One byte for each chunk of a row: set if something in it has changed.
  std::uint8_t* changed(int row) { return marks(changed_, row); }

  // Calls visit(column, row) for every chunk with cells that may have changed, some of them more than once: pairs and
  // blocks that begin in a chunk may change the next column and row too. After gather_rows().
  template <class Visit>
  void for_each_changed(const Visit& visit) const {
    for (const int row : rows_with_runs_) {
      for (int column = 0; column < columns_; ++column) {
        if (marks(changed_, row)[column] != 0) for_each_partner(column, row, visit);
      }
    }
  }
  // Calls visit(column, row) for a chunk and for those with partners of its cells.
  template <class Visit>
  void for_each_partner(int column, int row, const Visit& visit) const {
    for (int y = row; y < std::min(row + 2, rows_); ++y) {
      for (int x = column; x < std::min(column + 2, columns_); ++x) visit(x, y);
      if (wraps_ && column + 1 == columns_) visit(0, y);
    }
  }

 private:
  static_assert(kChunkWidth == 64, "moved_ has a word for each column of chunks");
  std::uint8_t* marks(std::vector<std::uint8_t>& all, int row) const {
    return &all[static_cast<std::size_t>(row) * stride()];
  }
  const std::uint8_t* marks(const std::vector<std::uint8_t>& all, int row) const {
    return &all[static_cast<std::size_t>(row) * stride()];
  }
  // Calls visit(near) for a column of chunks and its neighbours.
  template <class Visit>
  void for_each_near(int column, const Visit& visit) const {
    for (int near = std::max(column - 1, 0); near < std::min(column + 2, columns_); ++near) visit(near);
    if (!is_near_seam(column)) return;
    for (const int near : {0, std::max(columns_ - 2, 0), columns_ - 1}) visit(near);
  }
  static void append(std::vector<ColumnRange>& runs, int column);

  int columns_, rows_;
  bool wraps_ = false;
  std::vector<std::uint8_t> awake_, entered_, changed_;  // by chunk, rows of stride()
  std::vector<std::uint8_t> row_awake_;                  // by row
  std::vector<std::uint64_t> moved_;
  std::vector<std::vector<ColumnRange>> runs_;  // by row
  std::vector<int> rows_with_runs_;
  int top_awake_row_ = 0;
};

}  // namespace repose::conserving
