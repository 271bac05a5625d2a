#include "gl/objects.hpp"

#include <string>

namespace repose {

bool wait_until_passed(const GlFence& fence) {
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum state = fence ? GL_TIMEOUT_EXPIRED : GL_WAIT_FAILED;
  while (state == GL_TIMEOUT_EXPIRED) state = wait_for_fence(fence.get(), kSecond);
  return state != GL_WAIT_FAILED;
}

Texture::Texture(TexelFormat format, int width, int height, std::string_view label)
    : name_(make_gl_texture()), format_(format), width_(width), height_(height) {
  glBindTexture(GL_TEXTURE_2D, name());
  glTexImage2D(GL_TEXTURE_2D, 0, format.internal, width, height, 0, format.format, format.type, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  label_gl_object(GL_TEXTURE, name(), label);
}

void Texture::write(int x, int y, int width, int height, const void* pixels, int stride_texels) const {
  glBindTexture(GL_TEXTURE_2D, name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, stride_texels);
  glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, format_.format, format_.type, pixels);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void Texture::filter_linear() const {
  glBindTexture(GL_TEXTURE_2D, name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

void Texture::bind(int unit) const {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, name());
}

Framebuffer::Framebuffer(const Texture& target, std::string_view label)
    : name_(make_gl_framebuffer()), width_(target.width()), height_(target.height()) {
  glBindFramebuffer(GL_FRAMEBUFFER, name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.name(), 0);
  label_gl_object(GL_FRAMEBUFFER, name(), label);
}

Framebuffer::Framebuffer(const Texture& first, const Texture& second, std::string_view label)
    : Framebuffer(first, label) {
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, second.name(), 0);
  constexpr GLenum kBoth[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  glDrawBuffers(2, kBoth);
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, name());
  glViewport(0, 0, width_, height_);
}

void Framebuffer::draw(const GlVertexArray& no_vertices) const {
  bind();
  glBindVertexArray(no_vertices.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void copy_texels(const Framebuffer& from, const Framebuffer& to, int x, int y, int width, int height) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.name());
  glBlitFramebuffer(x, y, x + width, y + height, x, y, x + width, y + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

bool Framebuffer::complete() const {
  glBindFramebuffer(GL_FRAMEBUFFER, name());
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

PingPong::PingPong(TexelFormat format, int width, int height, std::string_view label)
    : canvases_{Canvas(format, width, height, std::string(label) + " 0"),
                Canvas(format, width, height, std::string(label) + " 1")} {}

}  // namespace repose
