#include "app/frame/gl_loader.hpp"
#include "gl/functions_web.hpp"

namespace repose {

// Not by SDL: it asks Emscripten in a way that prefers extensions of WebGL 1, so that queries would be those of a
// timer.
GlFunction find_gl_function(const char* name) { return find_web_gl_function(name); }

}  // namespace repose
