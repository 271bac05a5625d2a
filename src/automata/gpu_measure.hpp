// Measures the paths of a gpu backend against each other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "automata/gpu_tuning.hpp"
#include "repose/solver.hpp"

namespace repose {

// What is measured: a square world of random cells.
struct GpuTrial {
  std::unique_ptr<Solver> (*make)(GlPath path, std::string& error);
  std::string_view rules;  // a config without errors
  // Sides of worlds: the small one for a software renderer, the large one uses a whole graphics card.
  int small_side, large_side;
  std::uint64_t steps_a_call;
  // False: fragment shaders are not measured where compute shaders need long for the small world.
  bool fragments_if_slow;
};

// The same as repose::measure_gpu.
std::optional<GpuChoice> measure_paths(const GpuTrial& trial, std::string& error);

}  // namespace repose
