// Measures which shaders are fastest on this GPU, for automata that have a choice.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/gl_path.hpp"

namespace repose {

struct GpuFigure {
  GlPath path = GlPath::compute;  // compute or fragment
  double cells_per_second = 0;    // cells of the world times steps
};

struct GpuChoice {
  GlPath path = GlPath::fragment;  // the fastest; all give the same bytes
  std::vector<GpuFigure> figures;  // one for each path that works here; at least one
};

// Whether the automaton has more than one path on a GPU.
bool has_gl_paths(std::string_view automaton);

// The path that the solver of such an automaton takes when it is made for `path`; differs from it only for `fastest`,
// where nothing is measured. Needs a current context.
GlPath taken_gl_path(std::string_view automaton, GlPath path);

// Runs a world in each way, on this thread, for about a fifth of a second in all. Needs a current context of OpenGL
// 3.3. Empty, with a sentence in `error`, when this automaton has only one way or cannot run here.
std::optional<GpuChoice> measure_gpu(std::string_view automaton, std::string& error);

}  // namespace repose
