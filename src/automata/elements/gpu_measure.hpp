// Which shaders and which blocks suit the GPU at hand, by a short measurement.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "automata/gpu_tuning.hpp"

namespace repose::elements {

// Precondition: `figures` is not empty. Paths give the same bytes, so the fastest is chosen. Blocks do not: of those
// that are not much slower than the fastest it is the largest, whose order of turns is nearest to the original's.
GpuChoice choose(std::vector<GpuFigure> figures);

// As repose::measure_gpu does, with falling sand and water.
std::optional<GpuChoice> measure_gpu(std::string& error);

}  // namespace repose::elements
