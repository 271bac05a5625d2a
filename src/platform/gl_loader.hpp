// Where the functions of OpenGL are.
#pragma once

#include "gl/gl.hpp"

namespace repose {

// The address of a function for the current context (desktop: SDL's); null if there is none. A GlLoader.
GlFunction find_gl_function(const char* name);

}  // namespace repose
