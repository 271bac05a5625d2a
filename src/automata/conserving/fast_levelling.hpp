// The exchanges of level_cells() (levelling.hpp), fast: for the cpu solver. The cost of a levelling is that of three
// bits a cell, of the runs of liquid and, while something is not level, of the runs of background.
//
// A run is as many neighbours of a row as possible that hold the same element. Runs of all liquids are found together,
// with bits; bodies are connected by union-find over runs.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/conserving/bit_plane.hpp"
#include "automata/conserving/connected_runs.hpp"
#include "automata/conserving/levelling.hpp"
#include "automata/conserving/sky.hpp"
#include "automata/padded_plane.hpp"

namespace repose::conserving {

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
  // Cells of this chunk (chunk_flags.hpp) have changed, or may have, since the last call of level(). The exchanges of
  // level() are changes too.
  void touch(int chunk_column, int chunk_row);
  void touch_all();

  // What a levelling of these cells does; the caller makes the exchanges, and touches the chunks in which they are.
  // Valid until the next call. In no particular order.
  const LevellingResult& level(const PaddedPlane& cells, const LevellingDraws& draws);
  // Until a chunk is touched, level() finds nothing, whatever the draws.
  bool rests() const { return !is_touched_ && result_.is_level; }

 private:
  // Cells begin..end-1 of row y, as in connected_runs.hpp.
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
