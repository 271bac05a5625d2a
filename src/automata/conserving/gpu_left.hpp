// What leaves a world of the gpu backend over open sides: removed by one pass, and counted on the GPU by another. The
// counts are read back asynchronously.
#pragma once

#include <memory>
#include <string>

#include "automata/conserving/borders.hpp"
#include "automata/conserving/gpu_packed_cells.hpp"
#include "automata/gpu_rim_counts.hpp"
#include "gl/program.hpp"

namespace repose::conserving {

class GpuLeft {
 public:
  // Null, with a sentence in `error`, on failure.
  static std::unique_ptr<GpuLeft> create(std::string& error);

  // For a new world of that size: drops counts that were not handed over yet.
  void reset(int width, int height) { counts_.reset(width, height); }
  // The end of a step. Does nothing if no side is open.
  void run(PackedCells& cells, const Borders& borders, LeftCells& left);

  // True while counts were not handed over.
  bool is_pending() const { return counts_.is_pending(); }
  // Hands over the counts that have arrived and requests newer ones. Never waits.
  void collect(LeftCells& left) { counts_.collect(left); }
  // Hands over all counts. Waits for the GPU.
  void collect_all(LeftCells& left) { counts_.collect_all(left); }

 private:
  GpuLeft(Program leave, Program count);

  Program leave_, count_;
  GlVertexArray no_vertices_;
  GpuRimCounts<LeftCells> counts_;
};

}  // namespace repose::conserving
