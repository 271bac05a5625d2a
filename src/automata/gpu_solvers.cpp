// The gpu backends, a line for each.
#include "repose/gpu_solvers.hpp"

#include <algorithm>
#include <array>

#include "automata/conserving/conserving.hpp"
#include "automata/conserving/gpu.hpp"
#include "automata/density/density.hpp"
#include "automata/density/gpu.hpp"
#include "automata/density/gpu_measure.hpp"
#include "automata/elements/elements.hpp"
#include "automata/elements/gpu.hpp"
#include "automata/elements/gpu_measure.hpp"
#include "automata/gpu_tuning.hpp"
#include "automata/sandpile/gpu.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "automata/shadow_ledger.hpp"
#include "automata/water/gpu.hpp"
#include "automata/water/water.hpp"
#include "gl/gl.hpp"

namespace repose {

namespace {

struct GpuBackend {
  const AutomatonDefinition& (*definition)();
  std::unique_ptr<Solver> (*make)(GlPath path, std::string& error);
  // For backends with more than one path.
  std::optional<GpuChoice> (*measure)(std::string& error) = nullptr;
  bool computes_unmeasured = false;  // the compute path is taken if it works and nothing was measured
};

// For backends with one path.
template <std::unique_ptr<Solver> (*kMake)(std::string& error)>
std::unique_ptr<Solver> on_any_path(GlPath, std::string& error) {
  return kMake(error);
}

constexpr GpuBackend kGpuBackends[] = {
    {density::definition, density::make_gpu_solver, density::measure_gpu},
    {conserving::definition, on_any_path<conserving::make_gpu_solver>},
    {elements::definition, elements::make_gpu_solver, elements::measure_gpu, true},
    {water::definition, on_any_path<water::make_gpu_solver>},
    {sandpile::definition, on_any_path<sandpile::make_gpu_solver>},
};

const GpuBackend* backend_with_paths(std::string_view automaton) {
  const auto found = std::ranges::find_if(kGpuBackends, [automaton](const GpuBackend& backend) {
    return backend.measure != nullptr && backend.definition().name == automaton;
  });
  return found == std::end(kGpuBackends) ? nullptr : &*found;
}

}  // namespace

void add_gpu_solvers(Registry& registry, const std::string& unavailable,
                     const std::function<GlPath(std::string_view automaton)>& path_for) {
  for (const GpuBackend& backend : kGpuBackends) {
    const AutomatonDefinition& automaton = backend.definition();
    SolverEntry entry{automaton.name, Backend::gpu, unavailable, nullptr};
    if (unavailable.empty()) {
      entry.create = [&backend, &automaton, path_for](const SolverOptions&, std::string& error) {
        const GlPath path = backend.measure != nullptr ? path_for(automaton.name) : GlPath::fastest;
        auto solver = backend.make(path, error);
        return solver ? with_shadow_ledger(std::move(solver), automaton) : nullptr;
      };
    }
    registry.add(std::move(entry));
  }
}

void add_gpu_solvers(Registry& registry, const std::string& unavailable, GlPath path) {
  add_gpu_solvers(registry, unavailable, [path](std::string_view) { return path; });
}

bool has_gl_paths(std::string_view automaton) { return backend_with_paths(automaton) != nullptr; }

GlPath taken_gl_path(std::string_view automaton, GlPath path) {
  if (path != GlPath::fastest) return path;
  const GpuBackend* backend = backend_with_paths(automaton);
  const bool computes = backend != nullptr && backend->computes_unmeasured && GLAD_GL_VERSION_4_3 != 0;
  return computes ? GlPath::compute : GlPath::fragment;
}

std::optional<GpuChoice> measure_gpu(std::string_view automaton, std::string& error) {
  if (const GpuBackend* backend = backend_with_paths(automaton)) return backend->measure(error);
  error = std::string(automaton) + " has nothing to choose on a GPU";
  return std::nullopt;
}

}  // namespace repose
