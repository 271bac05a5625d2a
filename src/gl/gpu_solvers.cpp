#include "gl/gpu_solvers.hpp"

#include "automata/conserving/gpu.hpp"
#include "automata/density/gpu.hpp"
#include "automata/elements/gpu.hpp"
#include "automata/sandpile/gpu.hpp"
#include "automata/water/gpu.hpp"

namespace repose {

namespace {

template <class Make>  // std::unique_ptr<Solver>(std::string& error)
void add(Registry& registry, std::string_view automaton, Make make, const std::string& unavailable) {
  SolverEntry entry{automaton, Backend::gpu, unavailable, nullptr};
  if (unavailable.empty()) {
    entry.create = [make](const SolverOptions&, std::string& error) { return make(error); };
  }
  registry.add(std::move(entry));
}

}  // namespace

void add_gpu_solvers(Registry& registry, const std::string& unavailable, const std::function<GlPath()>& path) {
  add(registry, "conserving", conserving::make_gpu_solver, unavailable);
  add(registry, "density", density::make_gpu_solver, unavailable);
  add(
      registry, "elements", [path](std::string& error) { return elements::make_gpu_solver(path(), error); },
      unavailable);
  add(registry, "water", water::make_gpu_solver, unavailable);
  add(registry, "sandpile", sandpile::make_gpu_solver, unavailable);
}

void add_gpu_solvers(Registry& registry, const std::string& unavailable, GlPath path) {
  add_gpu_solvers(registry, unavailable, [path] { return path; });
}

}  // namespace repose
