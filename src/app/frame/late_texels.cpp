#include "app/frame/late_texels.hpp"

namespace repose {

LateTexels::~LateTexels() {
  if (arrival_ != nullptr) glDeleteSync(arrival_);
  if (buffer_ != 0) glDeleteBuffers(1, &buffer_);
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
}

void LateTexels::begin(std::size_t bytes) {
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenBuffers(1, &buffer_);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  if (bytes != bytes_) glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
  bytes_ = bytes;
}

void LateTexels::copy(GLuint texture, const CellBox& texels, TexelFormat format, std::size_t to) {
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  read(texels, format, to);
}

void LateTexels::copy_layer(GLuint array, int layer, const CellBox& texels, TexelFormat format, std::size_t to) {
  glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, array, 0, layer);
  read(texels, format, to);
}

void LateTexels::read(const CellBox& texels, TexelFormat format, std::size_t to) {
  glReadPixels(texels.x, texels.y, texels.width, texels.height, format.format, format.type,
               reinterpret_cast<void*>(to));
}

void LateTexels::end() {
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  arrival_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

std::optional<std::vector<std::uint8_t>> LateTexels::collect() {
  if (arrival_ == nullptr) return std::nullopt;
  const GLenum state = glClientWaitSync(arrival_, 0, 0);
  if (state == GL_TIMEOUT_EXPIRED) return std::nullopt;
  glDeleteSync(arrival_);
  arrival_ = nullptr;
  if (state == GL_WAIT_FAILED) return std::nullopt;
  std::vector<std::uint8_t> bytes(bytes_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  read_pack_buffer(bytes.data(), bytes.size());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return bytes;
}

}  // namespace repose
