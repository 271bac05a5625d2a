// Which shaders and which parameter suit the GPU at hand, by a short measurement.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/gl_path.hpp"

namespace repose {

struct GpuFigure {
  GlPath path = GlPath::compute;  // compute or fragment
  int block = 0;                  // of the parameter with ParameterInfo::Role::tuned_for_gpu
  double cells_per_second = 0;    // cells of the world times steps
};

struct GpuChoice {
  GlPath path = GlPath::fragment;
  int block = 0;
  std::vector<GpuFigure> figures;  // in the order in which they were taken; at least one
};

// Runs a world of its own in each way, on this thread: about a fifth of a second. Needs a current context of OpenGL
// 3.3. Nothing and a sentence when this automaton has nothing to choose, or cannot run here.
std::optional<GpuChoice> measure_gpu(std::string_view automaton, std::string& error);

}  // namespace repose
