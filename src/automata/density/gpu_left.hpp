// Counts on the GPU what leaves an open world, and brings the numbers over without waiting: each rim cell that
// holds after a step what then leaves becomes a point at its element.
#pragma once

#include <memory>
#include <string>

#include "automata/density/gpu_packed_cells.hpp"
#include "automata/density/open_edge.hpp"
#include "gl/async_counts.hpp"
#include "gl/program.hpp"

namespace repose::density {

class LeftCounter {
 public:
  // Null and a sentence on failure.
  static std::unique_ptr<LeftCounter> create(std::string& error);

  // For a new world: forgets what was not handed over yet.
  void reset(const PackedCells& cells);

  // Counts what leaves `cells`, the world after a step and before its rim is cleared. Needs AdditiveBlending, the
  // tables of PackedCells and some vertex array; changes the program, the framebuffer, and the texture of the active
  // unit, which must be 0.
  void count(const Texture& cells, OpenEdge& edge);

  // True while something counted has not been handed over.
  bool pending() const { return counts_.is_under_way() || !counts_.is_empty(); }
  // Hands over what has arrived and asks for more. Never waits.
  void collect(OpenEdge& edge);
  // Hands over everything. Waits for the GPU.
  void collect_all(OpenEdge& edge);

 private:
  explicit LeftCounter(Program program);
  void take(OpenEdge& edge, bool wait);

  Program program_;
  AsyncCounts counts_;
  GLsizei rim_cells_ = 0;
};

}  // namespace repose::density
