// The density automaton on the GPU.
#pragma once

#include <memory>
#include <string>

#include "repose/gpu_solvers.hpp"
#include "repose/solver.hpp"

namespace repose::density {

// Needs a current context of OpenGL 3.3, or 4.3 for the compute path, which must be current in every later call too.
// Null and a sentence (with file and line for a shader that does not compile) on failure.
std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error);

}  // namespace repose::density
