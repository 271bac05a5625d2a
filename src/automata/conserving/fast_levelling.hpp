// The exchanges of level_cells() (levelling.hpp), fast: for the cpu solver. The cost of a levelling is that of three
// bits a cell, of the runs of liquid and, while something is not level, of the runs of background.
//
// A run is as many neighbours of a row as possible that hold the same element. Runs of all liquids are found together,
// with bits; bodies are connected by union-find over runs.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/conserving/levelling.hpp"
#include "automata/padded_plane.hpp"

namespace repose::conserving {

class FastLevelling {
 public:
  // For a world of this size, all of whose cells are new. Throws std::bad_alloc.
  void resize(int width, int height);
  void set_shares(const LevellingShares& shares);
  // Cells of this chunk (chunk_flags.hpp) have changed, or may have, since the last call of level(). The exchanges of
  // level() are changes too.
  void touch(int chunk_column, int chunk_row);
  void touch_all();

  // What a levelling of these cells does; the caller makes the exchanges, and touches the chunks in which they are.
  // Valid until the next call. In no particular order.
  const LevellingResult& level(const PaddedPlane& cells, const LevellingDraws& draws);

 private:
  // A bit for each cell, 64 cells of a row in a word; column 0 is the lowest bit of a row's first word.
  class BitPlane {
   public:
    BitPlane() = default;
    BitPlane(int width, int height);
    std::uint64_t* row(int y) { return words_.data() + static_cast<std::size_t>(y) * stride_; }
    const std::uint64_t* row(int y) const { return words_.data() + static_cast<std::size_t>(y) * stride_; }

   private:
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> words_;
  };

  // Cells begin..end-1 of a row. The runs of a body form a tree. `top` and `bottom` are the rows of the highest and the
  // lowest open cell of the body; they are valid in its root only.
  struct Run {
    int begin = 0, end = 0, parent = 0;
    int top = 0, bottom = -1;
    std::uint8_t element = 0;
  };
  struct SkyRun {
    int begin = 0, end = 0, parent = 0;
  };

  // Background cells begin..end-1 beside a run of liquid; none if the two are equal. As far as the next cell that holds
  // something else, or, if it is deep beside the run, only the cell there.
  struct Gap {
    int begin = 0, end = 0;
    bool is_deep = false;  // at least one of its cells is
  };

  // The runs of a row. Rows that are equal share them.
  struct RowRuns {
    std::size_t begin = 0, end = 0;
  };

  struct SurfaceCell {
    int body = 0, sky = 0;  // runs; for sorting, the roots
    OpenCell cell;
  };

  void read_chunk(const PaddedPlane& cells, int chunk_column, int chunk_row);
  void read_changes(const PaddedPlane& cells);

  void find_liquid(const PaddedPlane& cells);
  bool repeats(const std::uint8_t* cells, int y, std::size_t above_begin) const;
  bool equal_rows(const BitPlane& plane, int y) const;
  void find_row(const std::uint8_t* cells, int y);
  void close_row(const PaddedPlane& cells, int y, std::size_t row_begin);
  void find_open(const PaddedPlane& cells, int y, int run_index);
  Gap gap_before(int y, int end) const;
  Gap gap_after(int y, int begin) const;
  void find_deep(int y);
  bool find_uneven();
  void find_sky();
  int sky_of(int x, int y) const;
  void find_surfaces(const LevellingDraws& draws);
  void level_surfaces(const LevellingDraws& draws);

  LevellingShares shares_{};
  std::vector<std::uint8_t> liquids_;  // the elements that level
  int width_ = 0, height_ = 0, words_ = 0, chunk_rows_ = 0;
  std::vector<std::uint8_t> touched_;  // by chunk, row by row
  bool is_touched_ = true;             // any chunk
  BitPlane background_;                // two more rows, of zeros, below the world
  BitPlane liquid_;                    // cells of elements that level
  BitPlane held_;                      // of the last levelling
  BitPlane begins_;                    // cells that differ from the one to their left; the first cell of each row
  std::vector<std::uint64_t> deep_;    // of the present row
  std::vector<Run> runs_;
  std::vector<SkyRun> sky_runs_;
  std::vector<RowRuns> sky_rows_;
  bool is_closed_ = false;  // no run of liquid of the last row has background beside it
  std::vector<SurfaceCell> open_cells_;
  std::vector<OpenCell> surface_;
  LevellingResult result_;
};

}  // namespace repose::conserving
