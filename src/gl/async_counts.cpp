#include "gl/async_counts.hpp"

#include <utility>

namespace repose {

namespace {

GLint get_integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

GLenum as_enum(GLint value) { return static_cast<GLenum>(value); }

}  // namespace

AdditiveBlending::AdditiveBlending()
    : equation_rgb_(get_integer(GL_BLEND_EQUATION_RGB)),
      equation_alpha_(get_integer(GL_BLEND_EQUATION_ALPHA)),
      source_rgb_(get_integer(GL_BLEND_SRC_RGB)),
      source_alpha_(get_integer(GL_BLEND_SRC_ALPHA)),
      target_rgb_(get_integer(GL_BLEND_DST_RGB)),
      target_alpha_(get_integer(GL_BLEND_DST_ALPHA)) {
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE);
}

AdditiveBlending::~AdditiveBlending() {
  glBlendEquationSeparate(as_enum(equation_rgb_), as_enum(equation_alpha_));
  glBlendFuncSeparate(as_enum(source_rgb_), as_enum(target_rgb_), as_enum(source_alpha_), as_enum(target_alpha_));
}

AsyncCounts::AsyncCounts(TexelFormat format, int columns, int rows, std::string_view label)
    : format_(format), canvas_(format, columns, rows, label), arrived_(make_gl_buffer()) {
  glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
  glBufferData(GL_PIXEL_PACK_BUFFER, bytes(), nullptr, GL_STREAM_READ);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

GLsizeiptr AsyncCounts::bytes() const {
  const GLsizeiptr channels = format_.format == GL_RGBA ? 4 : 1;
  return channels * canvas_.texture.width() * canvas_.texture.height() * static_cast<GLsizeiptr>(sizeof(float));
}

AsyncCounts::~AsyncCounts() { drop_fence(); }

void AsyncCounts::reset() {
  drop_fence();
  clear();
  uncollected_ = 0;
}

void AsyncCounts::clear() const {
  constexpr GLfloat kZeros[4] = {};
  canvas_.framebuffer.bind();
  glClearBufferfv(GL_COLOR, 0, kZeros);
}

void AsyncCounts::ask() {
  canvas_.framebuffer.bind();
  glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
  glReadPixels(0, 0, canvas_.texture.width(), canvas_.texture.height(), format_.format, format_.type, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  clear();
  uncollected_ = 0;
  fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
}

bool AsyncCounts::arrive(bool wait) {
  if (fence_ == nullptr) return false;
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum state = GL_TIMEOUT_EXPIRED;
  do {
    state = wait_for_fence(fence_, wait ? kSecond : 0);
  } while (wait && state == GL_TIMEOUT_EXPIRED);
  if (state == GL_TIMEOUT_EXPIRED) return false;
  drop_fence();
  return true;
}

void AsyncCounts::drop_fence() {
  if (fence_ != nullptr) glDeleteSync(std::exchange(fence_, nullptr));
}

}  // namespace repose
