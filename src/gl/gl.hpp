// The GL functions themselves, how they are loaded, and what is known about the driver.
#pragma once

#include <glad/gl.h>

#include <string>
#include <string_view>

#include "repose/status.hpp"

namespace repose {

// SDL_GL_GetProcAddress or eglGetProcAddress, cast to this.
using GlFunction = void (*)();
using GlLoader = GlFunction (*)(const char* name);

// Loads the functions of the current context. False and a sentence when there is none or it is older than OpenGL 3.3.
bool load_gl(GlLoader loader, std::string& error);

// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6". Needs a loaded context.
std::string gl_renderer_name();

// Shows up in debuggers and driver messages; does nothing where KHR_debug is missing.
void label_gl_object(GLenum kind, GLuint name, std::string_view label);

// Forgets the errors that others left behind, so that the next check speaks of our own calls.
void clear_gl_errors();
// The errors since the last check as a sentence that begins with `what`; ok when there were none. A lost context is
// one.
Status check_gl_errors(std::string_view what);

}  // namespace repose
