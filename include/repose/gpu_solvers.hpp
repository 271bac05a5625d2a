// The gpu backends, which are in the library repose_gl.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "repose/registry.hpp"

namespace repose {

// The shaders of gpu backends that have both kinds. Both kinds give the same bytes.
enum class GlPath : std::uint8_t {
  fragment,  // fragment shaders of OpenGL 3.3
  compute,   // compute shaders of OpenGL 4.3
};

// Adds the gpu backends to a registry. `unavailable` says why OpenGL cannot be used here; empty when a context of
// OpenGL 3.3 or later is current on this thread. That context must be current in every call to a gpu solver.
// `path` is for measurements and tests: without it, each backend follows its own rule.
void add_gpu_solvers(Registry& registry, const std::string& unavailable, std::optional<GlPath> path = std::nullopt);

}  // namespace repose
