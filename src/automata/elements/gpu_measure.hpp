// Which shaders and which blocks suit the GPU at hand, by a short measurement.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gl/gl_path.hpp"

namespace repose::elements {

struct GpuFigure {
  GlPath path = GlPath::compute;  // compute or fragment
  int block = 0;                  // 8, 16 or 32
  double cells_per_second = 0;    // cells of the world times frames
};

struct GpuChoice {
  GlPath path = GlPath::fragment;
  int block = 0;
  std::vector<GpuFigure> figures;  // in the order in which they were taken; at least one
};

// Paths give the same bytes, so the fastest is chosen. Blocks do not: of those that are not much slower than the
// fastest it is the largest, whose order of turns is nearest to the original's. Precondition: figures are not empty.
GpuChoice choose(std::vector<GpuFigure> figures);

// Runs a world of falling sand and water in each way, on this thread: about a fifth of a second.
// Needs a current context of OpenGL 3.3. Nothing and a sentence when elements cannot run here.
std::optional<GpuChoice> measure_gpu(std::string& error);

}  // namespace repose::elements
