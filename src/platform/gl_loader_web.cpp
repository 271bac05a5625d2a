#include <emscripten/html5_webgl.h>

#include <string_view>

#include "platform/gl_loader.hpp"

#undef glGetBufferSubData  // the loader's name for it

extern "C" {
GLenum emscripten_glClientWaitSync(GLsync fence, GLbitfield flags, GLuint64 nanoseconds);
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr bytes, void* into);
}

namespace repose {

namespace {

// JavaScript takes numbers of 64 bits as two halves. A direct call is translated, a call by address is not.
GLenum GLAD_API_PTR wait_for_sync(GLsync fence, GLbitfield flags, GLuint64 nanoseconds) {
  return emscripten_glClientWaitSync(fence, flags, nanoseconds);
}

}  // namespace

// Not by SDL: it asks Emscripten so that it prefers extensions of WebGL 1, so that queries would be those of a timer.
GlFunction find_gl_function(const char* name) {
  if (std::string_view(name) == "glClientWaitSync") return reinterpret_cast<GlFunction>(wait_for_sync);
  if (std::string_view(name) == "glGetBufferSubData") return reinterpret_cast<GlFunction>(glGetBufferSubData);
  return reinterpret_cast<GlFunction>(emscripten_webgl_get_proc_address(name));
}

}  // namespace repose
