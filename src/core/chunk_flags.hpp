// Which parts of a world can change in the next step. The world is cut into chunks; a chunk sleeps while nothing within
// its reach has changed since it was last seen to stay as it is under both biases. Skipping a sleeping chunk is
// invisible: looking at it would give the bytes that stand there.
//
// Why that is so. Let a cell depend on cells at most kReach away. What lies within kReach of an edge of a chunk is that
// edge's *band*. A chunk, or a band of it, is *settled* once a left-biased and a right-biased step have passed over it
// since its last change. A chunk is *awake* while it is unsettled itself, or a band of a chunk beside it is that lies
// within its reach; at a corner, while both bands that meet there are. Take the last change within the reach of a
// sleeping chunk: since then each bias has passed over it while it was awake, saw what stands there now, and changed
// nothing. So the next step changes nothing either; and because the last step that wrote it changed nothing, both
// buffers of a double-buffered world hold the same bytes there.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/solver.hpp"

namespace repose {

// Cells. 64 bytes of a row are one cache line; 32 rows keep the two rows of halo above and below a chunk cheap.
// Smaller chunks sleep sooner, larger ones cost less to keep.
inline constexpr int kChunkWidth = 64;
inline constexpr int kChunkHeight = 32;
// In cells: how far away the cells may lie on which a cell's next state depends. Used by callers that record where in a
// chunk something has changed.
inline constexpr int kReach = 2;
// Longest run that is handed out as one piece of work: 1024 cells across, so that the rows in flight stay in the L1
// cache and wide worlds give work to several threads.
inline constexpr int kRunChunksMax = 16;

// Neighbouring awake chunks of one row of chunks: columns column_begin..column_end-1.
struct ChunkRun {
  int row = 0, column_begin = 0, column_end = 0;
};

// Where a step has changed a chunk: anywhere at all, and within kReach of its edges.
struct ChunkChange {
  bool any = false, left = false, right = false, top = false, bottom = false;

  // For callers that do not know where, or whose reach is a whole chunk.
  static constexpr ChunkChange anywhere(bool changed) { return {changed, changed, changed, changed, changed}; }
};

class ChunkFlags {
 public:
  ChunkFlags() : ChunkFlags(1, 1) {}
  // All chunks are awake.
  ChunkFlags(int width, int height);

  // Cells x_begin..x_end-1 of rows y_begin..y_end-1 were written from outside. Precondition: inside the world, not
  // empty.
  void wake(int x_begin, int y_begin, int x_end, int y_end);

  // The awake chunks as runs, in reading order; empty once the world is at rest. Valid until the next call.
  const std::vector<ChunkRun>& find_awake();

  // What a step of this bias did to an awake chunk. Different chunks may be recorded by different threads.
  void record(int column, int row, Bias bias, const ChunkChange& change);
  void record(int column, int row, Bias bias, bool changed) {
    record(column, row, bias, ChunkChange::anywhere(changed));
  }
  // For automata without bias that know at a glance whether a chunk can change.
  bool is_settled(int column, int row) const { return settled_[index(column, row)] == kSettled; }
  void record(int column, int row, bool settled) { settled_[index(column, row)] = settled ? kSettled : Settled{0}; }

  // Cells of awake chunks.
  std::uint64_t awake_cells() const;
  // The awake chunks, as far as they lie inside of the world.
  std::vector<CellBox> awake_boxes() const;

 private:
  // Two bits each for the whole chunk and its four bands: unchanged under left bias, unchanged under right bias.
  using Settled = std::uint16_t;
  static constexpr Settled kWhole = 3, kLeft = 3 << 2, kRight = 3 << 4, kTop = 3 << 6, kBottom = 3 << 8;
  static constexpr Settled kSettled = kWhole | kLeft | kRight | kTop | kBottom;

  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row + 1) * stride_ + static_cast<std::size_t>(column + 1);
  }
  // For each chunk of a row, 1 when it is awake.
  void mark_awake(int row, std::vector<std::uint8_t>& awake) const;
  void append_runs(int row, const std::vector<std::uint8_t>& awake);
  template <class Visit>
  void for_each_awake(const Visit& visit) const;

  int width_, height_;  // cells
  int columns_, rows_;  // chunks
  std::size_t stride_;  // columns_ + 2: a border of settled chunks spares the edges a special case
  std::vector<Settled> settled_;
  bool at_rest_ = false;  // no chunk is awake: known without looking until something is written
  std::vector<ChunkRun> runs_;
  std::vector<std::uint8_t> awake_;  // scratch of find_awake
};

}  // namespace repose
