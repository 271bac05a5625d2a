// Loads the GL functions, describes the driver, checks for errors, and restores the state of others. All functions need
// the context's thread.
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
bool is_web_gl();  // then also is_gl_es()

// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6". Needs a loaded context.
std::string gl_renderer_name();
// Whether a renderer of that name runs on the processor (llvmpipe, for example).
bool is_software_renderer(std::string_view name);

// As glClientWaitSync(), with commands flushed. A page cannot wait: in WebGL a fence that is waited for counts as
// passed, unless the context is lost, and the next read waits instead.
GLenum wait_for_fence(GLsync fence, GLuint64 nanoseconds);

// As glFinish(). WebGL's own returns at once, so there this reads a pixel, which waits for all earlier commands.
void finish_gl();

// Names a GL object for debuggers and driver messages. Does nothing without KHR_debug.
void label_gl_object(GLenum kind, GLuint name, std::string_view label);

// Call when the context is lost. A check may have noticed it before. Every check fails until another context is loaded.
void note_lost_gl_context();
// Clears the errors of earlier calls, so that the next check reports only later ones.
void clear_gl_errors();
// The errors since the last check as a sentence that starts with `what`; ok if there were none. A lost context is an
// error.
Status check_gl_errors(std::string_view what);
// For the end of functions that make a gpu solver: false, with a sentence in `error`, if there were errors since the
// last check.
bool gpu_setup_succeeded(std::string& error);

// Restores the GL state that our passes change, so that solvers, renderer and user interface can share a context. On
// construction: saves the state and sets what every pass expects (no blending, depth, scissor or culling; all
// colours written; filled polygons; no pixel buffer bound). On destruction: restores the state.
class GlStateGuard {
 public:
  GlStateGuard();
  ~GlStateGuard();
  GlStateGuard(const GlStateGuard&) = delete;
  GlStateGuard& operator=(const GlStateGuard&) = delete;

  GLuint draw_framebuffer() const { return static_cast<GLuint>(draw_framebuffer_); }

  static constexpr int kTextureUnits = 5;  // units 0..4: 2D textures are restored

 private:
  static constexpr GLenum kSwitches[] = {GL_BLEND,         GL_DEPTH_TEST, GL_SCISSOR_TEST,       GL_STENCIL_TEST,
                                         GL_CULL_FACE,     GL_DITHER,     GL_RASTERIZER_DISCARD, GL_FRAMEBUFFER_SRGB,
                                         GL_COLOR_LOGIC_OP};
  static constexpr int kSwitchCount = sizeof(kSwitches) / sizeof(kSwitches[0]);
  static int switch_count() { return is_gl_es() ? kSwitchCount - 2 : kSwitchCount; }  // OpenGL ES lacks the last two

  GLint draw_framebuffer_ = 0, read_framebuffer_ = 0, program_ = 0, vertex_array_ = 0, array_buffer_ = 0;
  GLint pixel_unpack_buffer_ = 0, pixel_pack_buffer_ = 0, active_unit_ = 0;
  GLint textures_[kTextureUnits] = {}, samplers_[kTextureUnits] = {};
  GLint viewport_[4] = {}, scissor_[4] = {};
  GLint polygon_mode_[2] = {};
  GLboolean color_mask_[4] = {};
  GLfloat clear_color_[4] = {};
  bool switches_[kSwitchCount] = {};
};

}  // namespace repose
