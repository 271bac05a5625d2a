// Which parts of a world can change in the next step. The world is divided into chunks. A chunk sleeps while nothing
// within its reach has changed since it was last seen to stay the same under both biases. Skipping a sleeping chunk
// does not change the result: computing it would give the same bytes again.
//
// Proof. Let a cell depend on cells at most kReach away. The cells within kReach of an edge of a chunk are that edge's
// *band*. A chunk, or a band of it, is *settled* once a left-biased and a right-biased step have passed over it since
// its last change. A chunk is *awake* while it is unsettled itself, or while a band within its reach, of a chunk beside
// it, is unsettled; at a corner, while both bands that meet there are. Take the last change within the reach of a
// sleeping chunk. Since then a step of each bias has computed the chunk while it was awake, from the present cells, and
// changed nothing. So the next step changes nothing either. And because the last step that wrote the chunk changed
// nothing, both buffers of a double-buffered world hold the same bytes there.
#pragma once

#include <cstdint>
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

// Where a step has changed a chunk: anywhere, and within kReach of each edge.
struct ChunkChange {
  bool any = false, left = false, right = false, top = false, bottom = false;

  // For callers that have no positions, or whose reach is a whole chunk.
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

  // Records what a step of this bias did to an awake chunk. Different threads may record different chunks.
  void record(int column, int row, Bias bias, const ChunkChange& change);
  void record(int column, int row, Bias bias, bool changed) {
    record(column, row, bias, ChunkChange::anywhere(changed));
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
  std::size_t stride_;  // columns_ + 2: a border of settled chunks, so that edges are not a special case
  std::vector<Settled> settled_;
  bool at_rest_ = false;  // no chunk is awake; stays true until something is written
  std::vector<ChunkRun> runs_;
  std::vector<std::uint8_t> awake_;  // temporary storage of find_awake
};

}  // namespace repose
