#include "app/cell_probe.hpp"

#include <array>
#include <cstring>

namespace repose {

namespace {
// What the buffer holds: a texel of the cells, the value of the field, and where cells are packed the elements by their codes.
constexpr GLsizeiptr kFieldAt = 16, kCodesAt = 32, kBufferBytes = kCodesAt + 256 * 4;

// The element of the cell that is `lane` cells into its texel.
std::uint8_t packed_element(const std::uint8_t* buffer, int packing, int lane) {
  const int cell_bytes = 16 / packing;
  const std::size_t code = buffer[lane * cell_bytes];  // its low byte
  return buffer[static_cast<std::size_t>(kCodesAt) + code * 4];
}
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
  for (const Known* const known : {&known_, &known_before_}) {
    if (known->cell == cell) return known->reading;
  }
  return std::nullopt;
}

void CellProbe::collect() {
  if (arrival_ == nullptr) return;
  const GLenum state = glClientWaitSync(arrival_, 0, 0);
  if (state == GL_TIMEOUT_EXPIRED) return;
  glDeleteSync(arrival_);
  arrival_ = nullptr;
  if (state == GL_WAIT_FAILED) return;
  std::array<std::uint8_t, kBufferBytes> texels{};
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, kBufferBytes, texels.data());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  if (known_.cell != asked_) known_before_ = known_;
  known_.cell = asked_;
  const std::uint8_t byte = packing_ > 1 ? packed_element(texels.data(), packing_, asked_.x % packing_) : texels[0];
  known_.reading = {byte, std::nullopt, asked_field_ == Plane::height ? texels[1] : 0};
  if (asked_field_ == Plane::cells) return;
  std::int32_t value = 0;
  std::memcpy(&value, &texels[kFieldAt], sizeof value);
  known_.reading.field = value;
}

void CellProbe::ask(const CellView& view, CellPoint cell) {
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenBuffers(1, &buffer_);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
    glBufferData(GL_PIXEL_PACK_BUFFER, kBufferBytes, nullptr, GL_STREAM_READ);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  const auto copy = [](GLuint texture, CellPoint at, int width, GLenum format, GLenum type, GLsizeiptr to) {
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glReadPixels(at.x, at.y, width, 1, format, type, reinterpret_cast<void*>(to));
  };
  if (view.packing > 1) {
    copy(view.texture, {cell.x / view.packing, cell.y}, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 0);
    copy(view.codes, {0, 0}, 256, GL_RGBA, GL_UNSIGNED_BYTE, kCodesAt);
  } else {
    copy(view.texture, cell, 1, GL_RGBA, GL_UNSIGNED_BYTE, 0);
  }
  if (view.field.texture != 0) copy(view.field.texture, cell, 1, GL_RED_INTEGER, GL_INT, kFieldAt);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  arrival_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  asked_ = cell;
  packing_ = view.packing;
  asked_field_ = view.field.texture != 0 ? view.field.plane : Plane::cells;
}

}  // namespace repose
