#include "app/cell_probe.hpp"

#include <array>
#include <cstring>

namespace repose {

namespace {
constexpr GLsizeiptr kTexelBytes = 4;  // of the cells, and as many of the field
}  // namespace

CellProbe::~CellProbe() {
  if (arrival_ != nullptr) glDeleteSync(arrival_);
  if (buffer_ != 0) glDeleteBuffers(1, &buffer_);
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
}

std::optional<CellReading> CellProbe::read(const CellView& view, CellPoint cell) {
  if (view.kind == CellView::Kind::none) return std::nullopt;
  if (view.kind == CellView::Kind::memory) return read_memory(view, cell);
  collect();
  if (arrival_ == nullptr) ask(view, cell);
  if (known_ == cell) return known_reading_;
  return std::nullopt;
}

void CellProbe::collect() {
  if (arrival_ == nullptr) return;
  const GLenum state = glClientWaitSync(arrival_, 0, 0);
  if (state == GL_TIMEOUT_EXPIRED) return;
  glDeleteSync(arrival_);
  arrival_ = nullptr;
  if (state == GL_WAIT_FAILED) return;
  std::array<std::uint8_t, 2 * kTexelBytes> texels{};
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 2 * kTexelBytes, texels.data());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  known_ = asked_;
  known_reading_ = {texels[0], std::nullopt, asked_field_ == Plane::height ? texels[1] : 0};
  if (asked_field_ == Plane::cells) return;
  std::int32_t value = 0;
  std::memcpy(&value, &texels[kTexelBytes], sizeof value);
  known_reading_.field = value;
}

void CellProbe::ask(const CellView& view, CellPoint cell) {
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenBuffers(1, &buffer_);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
    glBufferData(GL_PIXEL_PACK_BUFFER, 2 * kTexelBytes, nullptr, GL_STREAM_READ);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, view.texture, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  glReadPixels(cell.x, cell.y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  if (view.field.texture != 0) {
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, view.field.texture, 0);
    glReadPixels(cell.x, cell.y, 1, 1, GL_RED_INTEGER, GL_INT, reinterpret_cast<void*>(kTexelBytes));
  }
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  arrival_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  asked_ = cell;
  asked_field_ = view.field.texture != 0 ? view.field.plane : Plane::cells;
}

}  // namespace repose
