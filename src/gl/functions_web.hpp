// Where the functions of WebGL are. For pages only.
#pragma once

#include "gl/gl.hpp"

namespace repose {

// The address of a function for the current context; null if there is none of that name. A GlLoader.
GlFunction find_web_gl_function(const char* name);

}  // namespace repose
