// Where the functions of OpenGL are. gl_loader.cpp implements it, for pages gl_loader_web.cpp.
#pragma once

#include "gl/gl.hpp"

namespace repose {

// The address of a function for the current context of SDL; null if there is none of that name.
GlFunction find_gl_function(const char* name);

}  // namespace repose
