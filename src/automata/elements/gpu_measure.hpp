// Measures which shaders are fastest on this GPU.
#pragma once

#include <optional>
#include <string>

#include "automata/gpu_tuning.hpp"

namespace repose::elements {

// The same as repose::measure_gpu, with falling sand and water. Measures with the default block size. It never chooses
// the block size, because that changes the result.
std::optional<GpuChoice> measure_gpu(std::string& error);

}  // namespace repose::elements
