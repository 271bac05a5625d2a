// The registry of this machine, with the GL context that its gpu solvers need; `repose-cli solvers` lists it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bench/gpu_meter.hpp"
#include "cli/verbs.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/registry.hpp"

namespace repose {
class HeadlessContext;
}

namespace repose::cli {

class Backends {
 public:
  // Creates a GL context only if `with_gpu`. If that fails, the registry's gpu entries say why.
  explicit Backends(bool with_gpu, int gl_device = kAnyGlDevice, std::optional<GlPath> gl_path = std::nullopt);
  ~Backends();
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;

  const Registry& registry() const { return registry_; }
  // The solver that the gpu backend of density is measured against; empty without a GL context.
  std::optional<SolverEntry> yardstick() const;
  // Measures the GPU beside its solvers; null without a GL context.
  std::unique_ptr<bench::GpuMeter> gpu_meter() const;
  // The name of the GL renderer; empty without a GL context.
  std::string renderer() const;

 private:
  std::unique_ptr<HeadlessContext> context_;  // outlives every solver made from the registry
  Registry registry_;
};

// Whether that value of --backend is gpu. Fails if it is no backend.
bool asks_for_gpu(std::string_view word);
// The value of --backend. If it is not given: cpu, or scalar for automata that have nothing faster.
Backend chosen_backend(std::string_view word, const Registry& registry, std::string_view automaton);

}  // namespace repose::cli
