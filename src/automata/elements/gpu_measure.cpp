#include "automata/elements/gpu_measure.hpp"

#include "automata/elements/gpu.hpp"
#include "automata/gpu_measure.hpp"

namespace repose::elements {

std::optional<GpuChoice> measure_gpu(std::string& error) {
  constexpr std::string_view kRules = R"(//subversion 4.4
element Empty 0 0 0 0 1 0 0 1
element Sand 238 204 128 0.9 0.5 0.9 0 1
element Water 32 32 255 0.7 1 0.5 0.4 1
neighbor 0.01 Water Sand 1 Water Sand
)";
  // On a software renderer fragment shaders are ten times slower than compute shaders and take seconds to compile.
  return measure_paths({.make = make_gpu_solver,
                        .rules = kRules,
                        .small_side = 128,
                        .large_side = 1024,
                        .steps_a_call = 1,
                        .fragments_if_slow = false},
                       error);
}

}  // namespace repose::elements
