// Measures which shaders and which value of a parameter are fastest on this GPU.
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

// Runs a world in each way, on this thread, for about a fifth of a second in all. Needs a current context of OpenGL
// 3.3. Empty, with a sentence in `error`, when this automaton has only one way or cannot run here.
std::optional<GpuChoice> measure_gpu(std::string_view automaton, std::string& error);

}  // namespace repose
