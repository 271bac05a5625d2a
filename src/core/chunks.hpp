// Which parts of a world can change in the next step. The world is divided into chunks: ChunkFlags decides for whole
// chunks, DirtyChunks exactly to the cell.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "repose/solver.hpp"

namespace repose {

// Cells. 64 bytes of a row are one cache line; 32 rows keep the two rows of halo above and below a chunk cheap.
// Smaller chunks sleep sooner, larger ones cost less to keep.
inline constexpr int kChunkWidth = 64;
inline constexpr int kChunkHeight = 32;
// In cells: the next state of a cell depends on cells at most this far away. Callers that record where in a chunk
// something has changed use it.
inline constexpr int kReach = 2;
// The longest run that is given to a thread as one piece of work: 1024 cells across, so that the rows in use stay in
// the L1 cache and wide worlds give work to several threads.
inline constexpr int kRunChunksMax = 16;

// Neighbouring awake chunks of one row of chunks: columns column_begin..column_end-1.
struct ChunkRun {
  int row = 0, column_begin = 0, column_end = 0;
};

// A world of chunks with a border of one chunk around it, so that edges are not a special case.
class ChunkGrid {
 protected:
  ChunkGrid(int width, int height)
      : width_(width),
        height_(height),
        columns_((width + kChunkWidth - 1) / kChunkWidth),
        rows_((height + kChunkHeight - 1) / kChunkHeight),
        stride_(static_cast<std::size_t>(columns_) + 2) {}

  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row + 1) * stride_ + static_cast<std::size_t>(column + 1);
  }
  std::size_t count() const { return index(columns_, rows_) + 1; }  // with the border

  int width_, height_;  // cells
  int columns_, rows_;  // chunks
  std::size_t stride_;
};

// Where a step has changed a chunk: anywhere, and within kReach of each edge.
struct ChunkChange {
  bool any = false, left = false, right = false, top = false, bottom = false;
};

// Which chunks can change in the next step. A chunk sleeps while nothing within its reach has changed since it was last
// seen to stay the same under both biases. Skipping a sleeping chunk does not change the result: computing it would
// give the same bytes again.
//
// Proof. Let a cell depend on cells at most kReach away. The cells within kReach of an edge of a chunk are that edge's
// *band*. A chunk, or a band of it, is *settled* once a left-biased and a right-biased step have passed over it since
// its last change. A chunk is *awake* while it is unsettled itself, or while a band within its reach, of a chunk beside
// it, is unsettled; at a corner, while both bands that meet there are. Consider the last change within the reach of a
// sleeping chunk. Since then a step of each bias has computed the chunk while it was awake, from the present cells, and
// changed nothing. So the next step changes nothing either. And because the last step that wrote the chunk changed
// nothing, both buffers of a double-buffered world hold the same bytes there.
class ChunkFlags : ChunkGrid {
 public:
  ChunkFlags() : ChunkFlags(1, 1) {}
  // All chunks are awake.
  ChunkFlags(int width, int height);

  // Cells x_begin..x_end-1 of rows y_begin..y_end-1 were written from outside. Precondition: inside the world, not
  // empty.
  void wake(int x_begin, int y_begin, int x_end, int y_end);

  // The awake chunks as runs, in reading order; empty once the world is at rest. Valid until the next call.
  const std::vector<ChunkRun>& find_awake();

  // Records what a step of this bias did to an awake chunk. Different threads may record different chunks.
  void record(int column, int row, Bias bias, const ChunkChange& change);
  // For callers that have no positions, or whose reach is a whole chunk.
  void record(int column, int row, Bias bias, bool changed) {
    record(column, row, bias, {changed, changed, changed, changed, changed});
  }
  // For automata without bias, which see at once whether a chunk can change.
  bool is_settled(int column, int row) const { return settled_[index(column, row)] == kSettled; }
  void record(int column, int row, bool settled) { settled_[index(column, row)] = settled ? kSettled : Settled{0}; }

  // Cells of awake chunks.
  std::uint64_t awake_cells() const;
  // The awake chunks, clipped to the world.
  std::vector<CellBox> awake_boxes() const;

 private:
  // Two bits each for the whole chunk and its four bands: unchanged under left bias, unchanged under right bias.
  using Settled = std::uint16_t;
  static constexpr Settled kWhole = 3, kLeft = 3 << 2, kRight = 3 << 4, kTop = 3 << 6, kBottom = 3 << 8;
  static constexpr Settled kSettled = kWhole | kLeft | kRight | kTop | kBottom;

  // For each chunk of a row, 1 when it is awake.
  void mark_awake(int row, std::vector<std::uint8_t>& awake) const;
  template <class Visit>
  void for_each_awake(const Visit& visit) const;

  std::vector<Settled> settled_;  // so is the border
  bool at_rest_ = false;          // no chunk is awake; stays true until something is written
  std::vector<ChunkRun> runs_;
  std::vector<std::uint8_t> awake_;  // temporary storage of find_awake
};

// Columns x_begin..x_end-1 of rows y_begin..y_end-1.
struct CellArea {
  int x_begin = 0, y_begin = 0, x_end = 0, y_end = 0;

  bool empty() const { return x_begin >= x_end || y_begin >= y_end; }
  std::uint64_t cell_count() const {
    return static_cast<std::uint64_t>(x_end - x_begin) * static_cast<std::uint64_t>(y_end - y_begin);
  }
};

// Which cells can change in the next steps. Each chunk stores a box around the cells that have changed since they were
// last seen to stay the same under both biases. Cells out of reach of all boxes cannot change: computing them would
// give the same bytes again.
//
// Proof. A cell depends on cells at most `reach` away in each direction. Where nothing within its reach has changed
// since a left-biased step computed it, the next left-biased step does not change it either; likewise for right-biased
// steps. A box holds what has changed since the last left-biased step that visited it, and another box holds the same
// for right-biased steps. Together they hold all that the last pass has changed, so outside of the areas both buffers
// of a double-buffered world hold the same bytes.
class DirtyChunks : ChunkGrid {
 public:
  DirtyChunks() : DirtyChunks(1, 1) {}
  // All cells count as changed.
  DirtyChunks(int width, int height);

  // The cells of the area were written by something other than a step. Precondition: inside the world, not empty.
  void mark(const CellArea& area);

  // The areas that can change in steps of this reach; `reach` is at most one chunk. The areas do not overlap, are at
  // most columns_max chunks wide and rows_max chunks high, and are in reading order of their first chunks. Empty once
  // the world is at rest. Valid until the next call.
  const std::vector<CellArea>& find_areas(int reach, int columns_max, int rows_max);

  // Call it before an area of find_areas() is stepped: forgets the changes recorded so far in the area, under one bias
  // or under both. Different threads may begin different areas and record changes in them.
  void begin(const CellArea& area, std::optional<Bias> bias);
  // Cells in these columns and rows of a chunk have changed in a step since begin(); one bit for each.
  void record(int column, int row, std::uint64_t columns, std::uint32_t rows);

  // The number of cells in the areas that find_areas() would return.
  std::uint64_t cells_in_reach(int reach) const;
  // These cells as boxes that do not overlap, at most one for each chunk.
  std::vector<CellBox> boxes_in_reach(int reach) const;

 private:
  struct Box {
    std::uint8_t x_begin = kChunkWidth, y_begin = kChunkHeight, x_end = 0, y_end = 0;

    bool empty() const { return x_end == 0; }
    bool whole() const { return x_begin == 0 && y_begin == 0 && x_end == kChunkWidth && y_end == kChunkHeight; }
    void unite(int left, int top, int right, int bottom);
  };
  using Boxes = std::array<Box, 2>;  // by bias

  // Whether any chunk of a row is dirty. Adds what is in reach of its boxes to `reached`, one box for each chunk of the
  // world.
  bool reach_from_row(int row, int reach, std::vector<Box>& reached) const;
  CellArea area_of(int column, int row, const Box& box) const;
  template <class Visit>
  void for_each_in_reach(int reach, const Visit& visit) const;
  // Turns a row of reached_ into row_areas_.
  void find_row_areas(int row, int columns_max);
  void join_to_row_above(int rows_max);

  std::vector<Boxes> boxes_;                // empty in the border
  std::vector<std::uint8_t> may_be_dirty_;  // rows of chunks, with one more at either end
  bool at_rest_ = false;                    // no row may be dirty
  std::vector<CellArea> areas_;
  std::vector<Box> reached_;  // temporary storage of find_areas(), like the two below; empty boxes between calls
  std::vector<CellArea> row_areas_;
  std::vector<std::size_t> row_above_, this_row_;  // indices into areas_
};

}  // namespace repose
