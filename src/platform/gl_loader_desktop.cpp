#include "platform/gl_loader.hpp"

#include <SDL.h>

namespace repose {

GlFunction find_gl_function(const char* name) { return reinterpret_cast<GlFunction>(SDL_GL_GetProcAddress(name)); }

}  // namespace repose
