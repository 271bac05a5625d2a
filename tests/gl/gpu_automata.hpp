// The automata that run on the GPU of this machine.
#pragma once

#include <string_view>
#include <vector>

#include "repose/gpu_solvers.hpp"
#include "repose/registry.hpp"

namespace repose::test {

inline Registry registry_with_gpu() {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  return registry;
}

// Those of a registry with gpu solvers.
inline std::vector<std::string_view> gpu_automata(const Registry& registry) {
  std::vector<std::string_view> names;
  for (const AutomatonDefinition& info : registry.automata()) {
    const SolverEntry* gpu = registry.solver(info.name, Backend::gpu);
    if (gpu != nullptr && gpu->available()) names.push_back(info.name);
  }
  return names;
}

}  // namespace repose::test
