// The gpu backends, a line for each.
#include "repose/gpu_solvers.hpp"

#include "automata/conserving/conserving.hpp"
#include "automata/density/density.hpp"
#include "automata/elements/elements.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "automata/shadow_ledger.hpp"
#include "automata/water/water.hpp"
#include "gl/gl.hpp"

namespace repose {

namespace {

bool has_compute_shaders() { return GLAD_GL_VERSION_4_3 != 0; }

// On llvmpipe fragment shaders are three times as fast (docs/performance.md). Unmeasured on a graphics card.
GlPath density_path() {
  const bool computes = has_compute_shaders() && !is_software_renderer(gl_renderer_name());
  return computes ? GlPath::compute : GlPath::fragment;
}

// On llvmpipe compute shaders are five times as fast (docs/performance.md). Unmeasured on a graphics card.
GlPath elements_path() { return has_compute_shaders() ? GlPath::compute : GlPath::fragment; }

struct GpuBackend {
  const AutomatonDefinition& (*definition)();
  std::unique_ptr<Solver> (*make)(std::optional<GlPath> path, std::string& error);
};

constexpr GpuBackend kGpuBackends[] = {
    {density::definition,
     [](std::optional<GlPath> path, std::string& error) {
       return density::make_gpu_solver(path ? *path : density_path(), error);
     }},
    {conserving::definition,
     [](std::optional<GlPath>, std::string& error) { return conserving::make_gpu_solver(error); }},
    {elements::definition,
     [](std::optional<GlPath> path, std::string& error) {
       return elements::make_gpu_solver(path ? *path : elements_path(), error);
     }},
    {water::definition, [](std::optional<GlPath>, std::string& error) { return water::make_gpu_solver(error); }},
    {sandpile::definition, [](std::optional<GlPath>, std::string& error) { return sandpile::make_gpu_solver(error); }},
};

}  // namespace

void add_gpu_solvers(Registry& registry, const std::string& unavailable, std::optional<GlPath> path) {
  for (const GpuBackend& backend : kGpuBackends) {
    const AutomatonDefinition& automaton = backend.definition();
    SolverEntry entry{automaton.name, Backend::gpu, unavailable, nullptr};
    if (unavailable.empty()) {
      entry.create = [&backend, &automaton, path](const SolverOptions&, std::string& error) {
        auto solver = backend.make(path, error);
        return solver ? with_shadow_ledger(std::move(solver), automaton) : nullptr;
      };
    }
    registry.add(std::move(entry));
  }
}

}  // namespace repose
