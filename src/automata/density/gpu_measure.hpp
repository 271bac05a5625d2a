// Measures which shaders are fastest on this GPU.
#pragma once

#include <optional>
#include <string>

#include "automata/gpu_tuning.hpp"

namespace repose::density {

// The same as repose::measure_gpu, with falling sand and water, in calls of as many steps as the compute path takes at
// once: calls of one step are the same on both paths.
std::optional<GpuChoice> measure_gpu(std::string& error);

}  // namespace repose::density
