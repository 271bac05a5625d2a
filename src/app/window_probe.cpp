#include "app/window_probe.hpp"

#include <cstring>
#include <vector>

namespace repose {

namespace {

// What the buffer holds, one after the other: texels of the cells, values of the field, elements by code.
struct Parts {
  int first_texel = 0, texels = 0;  // of a row of cells
  std::size_t texel_bytes = 4;
  std::size_t field_at = 0, codes_at = 0, bytes = 0;

  Parts(const CellView& view, const CellBox& box) {
    first_texel = box.x / view.packing;
    texels = (box.x + box.width - 1) / view.packing - first_texel + 1;
    texel_bytes = view.packing > 1 ? 16 : 4;
    field_at = texel_bytes * static_cast<std::size_t>(texels) * static_cast<std::size_t>(box.height);
    codes_at = field_at + (has_amounts(view) ? sizeof(std::int32_t) * static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height) : 0);
    bytes = codes_at + (view.packing > 1 ? 256 * 4 : 0);
  }
  static bool has_amounts(const CellView& view) {
    return view.field.texture != 0 && (view.field.plane == Plane::mass || view.field.plane == Plane::height);
  }
};

// Texels of one cell each: element, and what else the automaton keeps there.
void unpack_texels(const CellView& view, const std::uint8_t* texels, World& into) {
  const bool elements = view.field.plane == Plane::energy, heights = view.field.plane == Plane::height;
  for (const Plane plane : {Plane::energy, Plane::velocity}) {
    if (elements) into.add(plane);
  }
  if (heights) into.add(Plane::wetness);
  for (std::size_t i = 0; i < into.cell_count(); ++i) {
    const std::uint8_t* const texel = texels + 4 * i;
    into.cells()[i] = texel[0];
    if (heights) into.bytes(Plane::wetness)[i] = texel[1];
    if (!elements) continue;
    into.bytes(Plane::energy)[i] = texel[1] & 0x7f;
    into.bytes(Plane::velocity)[2 * i] = texel[2];
    into.bytes(Plane::velocity)[2 * i + 1] = static_cast<std::uint8_t>(255 - texel[3]);
  }
}

// Many cells a texel: codes of one byte or two, the second of which is the density.
void unpack_codes(const CellView& view, const Parts& parts, const CellBox& box, const std::uint8_t* buffer, World& into) {
  const std::size_t cell_bytes = 16 / static_cast<std::size_t>(view.packing);
  if (cell_bytes == 2) into.add(Plane::density);
  for (int y = 0; y < box.height; ++y) {
    const std::uint8_t* const row = buffer + parts.texel_bytes * static_cast<std::size_t>(parts.texels) * static_cast<std::size_t>(y);
    for (int x = 0; x < box.width; ++x) {
      const std::uint8_t* const code = row + cell_bytes * static_cast<std::size_t>(box.x + x - parts.first_texel * view.packing);
      into.cell(x, y) = buffer[parts.codes_at + 4 * std::size_t{code[0]}];
      if (cell_bytes == 2) into.bytes(Plane::density)[into.index(x, y)] = code[1];
    }
  }
}

}  // namespace

WindowProbe::~WindowProbe() {
  if (arrival_ != nullptr) glDeleteSync(arrival_);
  if (buffer_ != 0) glDeleteBuffers(1, &buffer_);
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
}

const std::optional<SeenWindow>& WindowProbe::read(const CellView& view, const CellBox& box, std::uint64_t step) {
  if (view.kind == CellView::Kind::memory) {
    seen_ = SeenWindow{read_memory(view, box), view.generation, step};
  } else if (view.kind == CellView::Kind::texture) {
    collect();
    const bool known = seen_ && seen_->generation == view.generation && seen_->step == step && seen_->window.box == box;
    if (arrival_ == nullptr && !known) ask(view, box, step);
  }
  return seen_;
}

void WindowProbe::collect() {
  if (arrival_ == nullptr) return;
  const GLenum state = glClientWaitSync(arrival_, 0, 0);
  if (state == GL_TIMEOUT_EXPIRED) return;
  glDeleteSync(arrival_);
  arrival_ = nullptr;
  if (state == GL_WAIT_FAILED) return;
  const CellBox& box = asked_.window.box;
  const Parts parts(asked_view_, box);
  std::vector<std::uint8_t> bytes(parts.bytes);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  World cells(box.width, box.height);
  if (asked_view_.packing > 1) {
    unpack_codes(asked_view_, parts, box, bytes.data(), cells);
  } else {
    unpack_texels(asked_view_, bytes.data(), cells);
  }
  if (Parts::has_amounts(asked_view_)) {
    cells.add(asked_view_.field.plane);
    std::memcpy(cells.bytes(asked_view_.field.plane).data(), &bytes[parts.field_at], parts.codes_at - parts.field_at);
  }
  seen_ = asked_;
  seen_->window.cells = std::move(cells);
}

void WindowProbe::ask(const CellView& view, const CellBox& box, std::uint64_t step) {
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenBuffers(1, &buffer_);
  }
  const Parts parts(view, box);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_);
  glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(parts.bytes), nullptr, GL_STREAM_READ);
  const auto copy = [](GLuint texture, const CellBox& from, GLenum format, GLenum type, std::size_t to) {
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glReadPixels(from.x, from.y, from.width, from.height, format, type, reinterpret_cast<void*>(to));
  };
  const CellBox texels = {parts.first_texel, box.y, parts.texels, box.height};
  if (view.packing > 1) {
    copy(view.texture, texels, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 0);
    copy(view.codes, {0, 0, 256, 1}, GL_RGBA, GL_UNSIGNED_BYTE, parts.codes_at);
  } else {
    copy(view.texture, texels, GL_RGBA, GL_UNSIGNED_BYTE, 0);
  }
  if (Parts::has_amounts(view)) copy(view.field.texture, box, GL_RED_INTEGER, GL_INT, parts.field_at);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  arrival_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  asked_view_ = view;
  asked_ = {{view.width, view.height, box, World(1, 1)}, view.generation, step};
}

}  // namespace repose
