// The gpu backends, which are in the library repose_gl.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "repose/gl_path.hpp"
#include "repose/registry.hpp"

namespace repose {

// Adds the gpu backends to a registry. `unavailable` says why OpenGL cannot be used here; empty when a context of
// OpenGL 3.3 or later is current on this thread. That context must be current in every call to a gpu solver.
void add_gpu_solvers(Registry& registry, const std::string& unavailable, GlPath path = GlPath::fastest);
// The same, but the path is chosen when a solver is made. `path_for` gets the name of the automaton; it is called only
// for automata that have more than one path.
void add_gpu_solvers(Registry& registry, const std::string& unavailable,
                     const std::function<GlPath(std::string_view automaton)>& path_for);

}  // namespace repose
