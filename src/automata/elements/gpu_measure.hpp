// Measures which shaders and which block size are fastest on this GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "automata/gpu_tuning.hpp"

namespace repose::elements {

// Precondition: `figures` is not empty. Chooses the fastest path, because all paths give the same bytes. Blocks do not:
// of those that are not much slower than the fastest, chooses the largest, because its order of turns is nearest to the
// original's.
GpuChoice choose(std::vector<GpuFigure> figures);

// The same as repose::measure_gpu, with falling sand and water.
std::optional<GpuChoice> measure_gpu(std::string& error);

}  // namespace repose::elements
