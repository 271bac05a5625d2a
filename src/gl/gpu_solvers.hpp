// Adds the gpu backends to the registry: one call, one line per automaton.
#pragma once

#include <string>

#include "gl/gl_path.hpp"
#include "repose/registry.hpp"

namespace repose {

// `unavailable` is why GL cannot be used here (no context, say); empty when a context is current.
void add_gpu_solvers(Registry& registry, const std::string& unavailable, GlPath path = GlPath::fastest);

}  // namespace repose
