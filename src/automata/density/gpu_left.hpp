// Counts on the GPU what leaves an open world, and brings the numbers over without waiting.
//
// Each rim cell that holds after a step what then leaves becomes a point, drawn with additive blending into a row of
// 256 floats, one an element. Now and then the row is copied into a buffer, cleared, and read once the copy is there.
// Floats count exactly up to 2^24: before that many cells could have left, the row is taken over.
#pragma once

#include <memory>
#include <string>

#include "automata/density/gpu_cells.hpp"
#include "automata/density/open_edge.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose::density {

// Makes drawing add to what is there while it lives; expects blending to be off and leaves it so.
class AdditiveBlending {
 public:
  AdditiveBlending();
  ~AdditiveBlending();
  AdditiveBlending(const AdditiveBlending&) = delete;
  AdditiveBlending& operator=(const AdditiveBlending&) = delete;

 private:
  GLint equation_rgb_ = 0, equation_alpha_ = 0;
  GLint source_rgb_ = 0, source_alpha_ = 0, target_rgb_ = 0, target_alpha_ = 0;
};

class LeftCounter {
 public:
  // Null and a sentence on failure.
  static std::unique_ptr<LeftCounter> create(std::string& error);
  ~LeftCounter();
  LeftCounter(const LeftCounter&) = delete;
  LeftCounter& operator=(const LeftCounter&) = delete;

  // For a new world: forgets what was not handed over yet.
  void reset(const GpuCells& cells);

  // Counts what leaves `cells`, the world after a step and before its rim is cleared. Needs AdditiveBlending, the tables of
  // GpuCells and some vertex array; changes the program, the framebuffer, and the texture of the active unit, which must be 0.
  void count(const Texture& cells, OpenEdge& edge);

  // True while something counted has not been handed over.
  bool pending() const { return fence_ != nullptr || uncollected_max_ != 0; }
  // Hands over what has arrived and asks for more. Never waits.
  void collect(OpenEdge& edge);
  // Hands over everything. Waits for the GPU.
  void collect_all(OpenEdge& edge);

 private:
  explicit LeftCounter(Program program);
  void clear() const;
  void ask();
  void take(OpenEdge& edge, bool wait);
  void drop_fence();

  Program program_;
  Canvas counts_;
  GlBuffer arrived_;
  GLsync fence_ = nullptr;            // there while numbers are on their way into arrived_
  GLsizei rim_cells_ = 0;
  std::uint64_t uncollected_max_ = 0;  // no more cells than this can stand in counts_
};

}  // namespace repose::density
