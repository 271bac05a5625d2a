// Counts on the GPU what leaves an open world, and reads the counts back asynchronously: each rim cell that leaves
// after a step is drawn as a point at the texel of its element.
#pragma once

#include <memory>
#include <string>

#include "automata/density/gpu_packed_cells.hpp"
#include "automata/density/open_edge.hpp"
#include "automata/gpu_rim_counts.hpp"
#include "gl/program.hpp"

namespace repose::density {

class LeftCounter {
 public:
  // Null, with a sentence in `error`, on failure.
  static std::unique_ptr<LeftCounter> create(std::string& error);

  // For a new world: drops counts that were not handed over yet.
  void reset(const PackedCells& cells);

  // Counts what leaves `cells`, the world after a step and before its rim is cleared. Needs AdditiveBlending, the
  // tables of PackedCells and any vertex array; the active unit must be 0. Changes the program, the framebuffer and the
  // texture of unit 0.
  void count(const Texture& cells, OpenEdge& edge);

  // True while counts were not handed over.
  bool pending() const { return counts_.is_pending(); }
  // Hands over the counts that have arrived and requests newer ones. Never waits.
  void collect(OpenEdge& edge) { counts_.collect(edge); }
  // Hands over all counts. Waits for the GPU.
  void collect_all(OpenEdge& edge) { counts_.collect_all(edge); }

 private:
  explicit LeftCounter(Program program);

  Program program_;
  GpuRimCounts<OpenEdge> counts_;
};

}  // namespace repose::density
