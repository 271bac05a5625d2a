// The registry as this machine can run it, with the GL context that its gpu solvers need.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options.hpp"
#include "repose/gl_path.hpp"
#include "repose/registry.hpp"

namespace repose {
class HeadlessContext;
}

namespace repose::cli {

class Backends {
 public:
  // A GL context is made only when `with_gpu`; where none can be had the registry says why.
  explicit Backends(bool with_gpu, int gl_device = kAnyGlDevice, GlPath gl_path = GlPath::fastest);
  ~Backends();
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;

  const Registry& registry() const { return registry_; }
  // What the gpu backend of density is measured against; nothing without a GL context.
  std::optional<SolverEntry> yardstick() const;
  // What computes on the gpu backends; empty without a GL context.
  std::string renderer() const;

 private:
  std::unique_ptr<HeadlessContext> context_;  // outlives every solver made from the registry
  Registry registry_;
};

}  // namespace repose::cli
