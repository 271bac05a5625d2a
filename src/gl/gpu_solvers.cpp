#include "gl/gpu_solvers.hpp"

#include "automata/conserving/gpu.hpp"
#include "automata/density/gpu.hpp"
#include "automata/sandpile/gpu.hpp"
#include "automata/water/gpu.hpp"

namespace repose {

namespace {
using MakeGpuSolver = std::unique_ptr<Solver> (*)(std::string& error);

void add(Registry& registry, std::string_view automaton, MakeGpuSolver make, const std::string& unavailable) {
  SolverEntry entry{automaton, Backend::gpu, unavailable, nullptr};
  if (unavailable.empty()) {
    entry.create = [make](const SolverOptions&, std::string& error) { return make(error); };
  }
  registry.add(std::move(entry));
}
}  // namespace

void add_gpu_solvers(Registry& registry, const std::string& unavailable) {
  add(registry, "conserving", conserving::make_gpu_solver, unavailable);
  add(registry, "density", density::make_gpu_solver, unavailable);
  add(registry, "water", water::make_gpu_solver, unavailable);
  add(registry, "sandpile", sandpile::make_gpu_solver, unavailable);
}

}  // namespace repose
