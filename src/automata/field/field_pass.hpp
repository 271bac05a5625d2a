// One pass of a cpu backend over a field: from one plane into another, awake chunks only, divided among threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>

#include "automata/field/field_plane.hpp"
#include "core/chunk_flags.hpp"
#include "repose/worker_pool.hpp"

namespace repose {

// The part of a pass that one thread does: whole blocks of FieldPlane::kBlock cells, so x_end may be beyond the world.
struct FieldRun {
  int x_begin, y_begin, x_end, y_end;
  // One for every column of chunks of the run: set if something in it changed or will change.
  std::array<bool, kRunChunksMax> changed{};
};
inline constexpr int kRunWidthMax = kRunChunksMax * kChunkWidth;  // cells

class FieldPass {
 public:
  explicit FieldPass(int threads) : pool_(threads) {}

  // All chunks become awake.
  void reset(const FieldPlane& front) {
    back_ = FieldPlane(front);
    flags_ = ChunkFlags(front.width(), front.height());
  }
  void wake(const FieldBox& box) { flags_.wake(box.x_begin, box.y_begin, box.x_end, box.y_end); }
  std::uint64_t awake_cells() const { return flags_.awake_cells(); }
  ActiveCells active_cells() const { return {ActiveCells::Unit::chunk, flags_.awake_boxes()}; }

  // Calls kernel(from, to, run), which fills the run's cells of `to`, then swaps. False when the field is at rest.
  template <class Kernel>
  bool run(FieldPlane& front, const Kernel& kernel) {
    const std::vector<ChunkRun>& runs = flags_.find_awake();
    if (runs.empty()) return false;
    // The field's rules have no bias. The passes alternate between left and right, so that a chunk sleeps only when
    // both planes hold the same.
    step_bias_ = step_bias_ == Bias::left ? Bias::right : Bias::left;
    pool_.run(runs.size(), [&](std::size_t i) {
      const ChunkRun& chunks = runs[i];
      const int y_begin = chunks.row * kChunkHeight;
      const int blocks_end = (front.width() + FieldPlane::kBlock - 1) / FieldPlane::kBlock * FieldPlane::kBlock;
      FieldRun part{chunks.column_begin * kChunkWidth, y_begin, std::min(chunks.column_end * kChunkWidth, blocks_end),
                    std::min(y_begin + kChunkHeight, front.height())};
      kernel(front, back_, part);
      for (int column = chunks.column_begin; column < chunks.column_end; ++column) {
        flags_.record(column, chunks.row, step_bias_,
                      part.changed[static_cast<std::size_t>(column - chunks.column_begin)]);
      }
    });
    std::swap(front, back_);
    return true;
  }

 private:
  WorkerPool pool_;
  FieldPlane back_;
  ChunkFlags flags_;
  Bias step_bias_ = Bias::right;
};

}  // namespace repose
