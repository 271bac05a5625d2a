// Loads the GL functions, describes the driver and checks for errors. All functions need the context's thread.
#pragma once

#include <glad/gl.h>

#include <string>
#include <string_view>

#include "repose/status.hpp"

namespace repose {

// SDL_GL_GetProcAddress or eglGetProcAddress, cast to this.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char* name);

// Loads the functions of the current context. False, with a sentence in `error`, if there is no context or it is older
// than OpenGL 3.3 and OpenGL ES 3.0.
bool load_gl(GlLoader loader, std::string& error);
// Whether the context is of OpenGL ES, the OpenGL of small computers and of browsers (as WebGL).
bool is_gl_es();
// Whether it is WebGL, where also is_gl_es().
bool is_web_gl();

// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6". Needs a loaded context.
std::string gl_renderer_name();
// Whether a renderer of that name runs on the processor (llvmpipe, for example).
bool is_software_renderer(std::string_view name);

// As glClientWaitSync(), with commands flushed. A page cannot wait: in WebGL a fence that is waited for counts as
// passed, and the next read waits instead.
GLenum wait_for_fence(GLsync fence, GLuint64 nanoseconds);

// As glFinish(). WebGL's own returns at once, so there this reads a pixel, which waits for all earlier commands.
void finish_gl();

// Names a GL object for debuggers and driver messages. Does nothing without KHR_debug.
void label_gl_object(GLenum kind, GLuint name, std::string_view label);

// Call when the context is lost: from then on, until the functions of another context are loaded, every check reports
// it. A lost context of WebGL itself reports this only once.
void note_lost_gl_context();
// Clears the errors of earlier calls, so that the next check reports only later ones.
void clear_gl_errors();
// The errors since the last check as a sentence that starts with `what`; ok if there were none. A lost context is an
// error.
Status check_gl_errors(std::string_view what);
// For the end of functions that make a gpu solver: false, with a sentence in `error`, if there were errors since the
// last check.
bool gpu_setup_succeeded(std::string& error);

}  // namespace repose
