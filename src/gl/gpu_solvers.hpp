// Adds the gpu backends to the registry: one call, one line per automaton.
#pragma once

#include <functional>
#include <string>

#include "gl/gl_path.hpp"
#include "repose/registry.hpp"

namespace repose {

// `unavailable` is why GL cannot be used here (no context, say); empty when a context is current.
void add_gpu_solvers(Registry& registry, const std::string& unavailable, GlPath path = GlPath::fastest);
// The same where the path is known only when a solver that knows two is made.
void add_gpu_solvers(Registry& registry, const std::string& unavailable, const std::function<GlPath()>& path);

}  // namespace repose
