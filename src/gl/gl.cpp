#include "gl/gl.hpp"

#include <algorithm>

#include "core/language.hpp"

namespace repose {

namespace {

constexpr int kErrorsAtOnceMax = 16;  // a lost context may return an error for every call of glGetError

const char* error_name(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM: return tr("invalid enum");
    case GL_INVALID_VALUE: return tr("invalid value");
    case GL_INVALID_OPERATION: return tr("invalid operation");
    case GL_INVALID_FRAMEBUFFER_OPERATION: return tr("incomplete framebuffer");
    case GL_OUT_OF_MEMORY: return tr("out of memory");
    default: return tr("unknown error");
  }
}

bool has_gl_es = false, has_web_gl = false, is_lost = false;

// The next error. Notes a lost context, which WebGL reports only once.
GLenum next_error() {
  const GLenum error = glGetError();
  is_lost = is_lost || error == 0x0507 || error == 0x9242;  // GL_CONTEXT_LOST, CONTEXT_LOST_WEBGL
  return error;
}

// The version of the current context, before its functions are loaded.
std::string_view version_of_context(GlLoader loader) {
  const auto get_string = reinterpret_cast<PFNGLGETSTRINGPROC>(loader("glGetString"));
  const auto* const version = get_string != nullptr ? reinterpret_cast<const char*>(get_string(GL_VERSION)) : nullptr;
  return version != nullptr ? version : "";
}

std::string gl_string(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text == nullptr ? std::string("unknown") : std::string(reinterpret_cast<const char*>(text));
}

}  // namespace

bool load_gl(GlLoader loader, std::string& error) {
  is_lost = false;
  const std::string_view name = version_of_context(loader);
  has_gl_es = name.starts_with("OpenGL ES");
  has_web_gl = name.find("WebGL") != name.npos;
  const int version = has_gl_es ? gladLoadGLES2(loader) : gladLoadGL(loader);
  if (version == 0) {
    error = tr("No OpenGL context could be used.");
    return false;
  }
  // WebGL cannot map buffers, but reads them, unlike OpenGL ES.
  if (has_web_gl) glad_glGetBufferSubData = reinterpret_cast<PFNGLGETBUFFERSUBDATAPROC>(loader("glGetBufferSubData"));
  const int major = GLAD_VERSION_MAJOR(version), minor = GLAD_VERSION_MINOR(version);
  if (major * 10 + minor < (has_gl_es ? 30 : 33)) {
    error =
        has_gl_es
            ? trf("OpenGL 3.3 or OpenGL ES 3.0 is needed; {} offers ES {}.{}.", gl_string(GL_RENDERER), major, minor)
            : trf("OpenGL 3.3 or OpenGL ES 3.0 is needed; {} offers {}.{}.", gl_string(GL_RENDERER), major, minor);
    return false;
  }
  return true;
}

bool is_gl_es() { return has_gl_es; }
bool is_web_gl() { return has_web_gl; }

GLenum wait_for_fence(GLsync fence, GLuint64 nanoseconds) {
  const GLenum state = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, has_web_gl ? 0 : nanoseconds);
  return has_web_gl && nanoseconds > 0 && state == GL_TIMEOUT_EXPIRED ? GL_CONDITION_SATISFIED : state;
}

void finish_gl() {
  if (!has_web_gl) return glFinish();
  GLint bound = 0;
  GLubyte pixel[4] = {};
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(bound));
}

std::string gl_renderer_name() { return gl_string(GL_RENDERER) + ", OpenGL " + gl_string(GL_VERSION); }

bool is_software_renderer(std::string_view name) {
  constexpr std::string_view kNames[] = {"llvmpipe", "softpipe", "swrast", "SwiftShader"};
  return std::ranges::any_of(kNames, [name](std::string_view part) { return name.find(part) != name.npos; });
}

void label_gl_object(GLenum kind, GLuint name, std::string_view label) {
  if (GLAD_GL_KHR_debug == 0 || glObjectLabel == nullptr) return;
  glObjectLabel(kind, name, static_cast<GLsizei>(label.size()), label.data());
}

void note_lost_gl_context() { is_lost = true; }

void clear_gl_errors() {
  for (int i = 0; i < kErrorsAtOnceMax && next_error() != GL_NO_ERROR; ++i) {
  }
}

Status check_gl_errors(std::string_view what) {
  const GLenum first = next_error();
  if (is_lost) return Status::failure(tr("The graphics context was taken away."));
  if (first == GL_NO_ERROR) return {};
  clear_gl_errors();
  return Status::failure(trf("{} failed: OpenGL reports {} (0x{:04x}).", tr(what.data()), error_name(first), first));
}

bool gpu_setup_succeeded(std::string& error) {
  const Status status = check_gl_errors(text_id("Setting up the GPU backend"));
  if (error.empty() && !status) error = status.message();
  return error.empty();
}

GlStateGuard::GlStateGuard() {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_framebuffer_);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_framebuffer_);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &pixel_unpack_buffer_);
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pixel_pack_buffer_);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active_unit_);
  glGetIntegerv(GL_VIEWPORT, viewport_);
  glGetIntegerv(GL_SCISSOR_BOX, scissor_);
  if (!is_gl_es()) glGetIntegerv(GL_POLYGON_MODE, polygon_mode_);
  glGetBooleanv(GL_COLOR_WRITEMASK, color_mask_);
  glGetFloatv(GL_COLOR_CLEAR_VALUE, clear_color_);
  for (int unit = 0; unit < kTextureUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[unit]);
    glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[unit]);
    glBindSampler(static_cast<GLuint>(unit), 0);
  }
  for (int i = 0; i < switch_count(); ++i) {
    switches_[i] = glIsEnabled(kSwitches[i]) == GL_TRUE;
    glDisable(kSwitches[i]);
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  if (!is_gl_es()) glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

GlStateGuard::~GlStateGuard() {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_framebuffer_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_framebuffer_));
  // A program that was deleted while in use no longer exists once another one is used.
  const bool program_lives = glIsProgram(static_cast<GLuint>(program_)) == GL_TRUE;
  glUseProgram(program_lives ? static_cast<GLuint>(program_) : 0);
  glBindVertexArray(static_cast<GLuint>(vertex_array_));
  glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(array_buffer_));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(pixel_unpack_buffer_));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(pixel_pack_buffer_));
  for (int unit = 0; unit < kTextureUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[unit]));
    glBindSampler(static_cast<GLuint>(unit), static_cast<GLuint>(samplers_[unit]));
  }
  glActiveTexture(static_cast<GLenum>(active_unit_));
  for (int i = 0; i < switch_count(); ++i) (switches_[i] ? glEnable : glDisable)(kSwitches[i]);
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
  if (!is_gl_es()) glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(polygon_mode_[0]));
  glColorMask(color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
  glClearColor(clear_color_[0], clear_color_[1], clear_color_[2], clear_color_[3]);
}

}  // namespace repose
