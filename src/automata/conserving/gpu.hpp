// The conserving automaton in fragment shaders.
#pragma once

#include <memory>
#include <string>

#include "repose/solver.hpp"

namespace repose::conserving {

// Needs a current context of OpenGL 3.3, which must be current in every later call too. Null, with a sentence in
// `error` (with file and line if a shader does not compile), on failure.
std::unique_ptr<Solver> make_gpu_solver(std::string& error);

}  // namespace repose::conserving
