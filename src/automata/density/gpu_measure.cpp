#include "automata/density/gpu_measure.hpp"

#include "automata/density/gpu.hpp"
#include "automata/density/gpu_steps.hpp"
#include "automata/gpu_measure.hpp"

namespace repose::density {

std::optional<GpuChoice> measure_gpu(std::string& error) {
  constexpr std::string_view kRules = R"(cell Air 0 0 0 0.1
cell Water 32 32 255 0.5
cell Sand 238 204 128 0.9
rule Water Air Air Water
rule Sand Air Air Sand
rule Sand Water Water Sand
)";
  return measure_paths({.make = make_gpu_solver,
                        .rules = kRules,
                        .small_side = 512,
                        .large_side = 2048,
                        .steps_a_call = GpuSteps::kStepsAtOnce,
                        .fragments_if_slow = true},
                       error);
}

}  // namespace repose::density
