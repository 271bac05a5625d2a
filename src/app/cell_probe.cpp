#include "app/cell_probe.hpp"

#include <array>

namespace repose {

namespace {
constexpr GLsizeiptr kTexelBytes = 4;
}

CellProbe::~CellProbe() {
  if (arrival_ != nullptr) glDeleteSync(arrival_);
  if (buffer_ != 0) glDeleteBuffers(1, &buffer_);
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
}

std::optional<std::uint8_t> CellProbe::read(const CellView& view, CellPoint cell) {
  if (view.kind == CellView::Kind::none) return std::nullopt;
  if (view.kind == CellView::Kind::memory) {
    return view.rows[static_cast<std::size_t>(cell.y) * view.stride_bytes + static_cast<std::size_t>(cell.x)];
  }
  collect();
  if (arrival_ == nullptr) ask(view, cell);
  if (known_ == cell) return known_element_;
  return std::nullopt;
}

void CellProbe::collect() {
  if (arrival_ == nullptr) return;
  const GLenum state = glClientWaitSync(arrival_, 0, 0);
  if (state == GL_TIMEOUT_EXPIRED) return;
  glDeleteSync(arrival_);
  arrival_ = nullptr;
  if (state == GL_WAIT_FAILED) return;
  std::array<std::uint8_t, kTexelBytes> texel{};
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, kTexelBytes, texel.data());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  known_ = asked_;
  known_element_ = texel[0];
}

void CellProbe::ask(const CellView& view, CellPoint cell) {
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenBuffers(1, &buffer_);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
    glBufferData(GL_PIXEL_PACK_BUFFER, kTexelBytes, nullptr, GL_STREAM_READ);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, view.texture, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  glReadPixels(cell.x, cell.y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  arrival_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  asked_ = cell;
}

}  // namespace repose
