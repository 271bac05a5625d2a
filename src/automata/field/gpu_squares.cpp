#include "automata/field/gpu_squares.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "repose/cell_view.hpp"

namespace repose {

namespace {

constexpr int kLayers = kSquareSide;
static_assert(FieldPlane::kBlock % kSquareSide == 0, "rows are padded to whole texels");

constexpr std::array<GLenum, kLayers> kAttachments = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                                      GL_COLOR_ATTACHMENT3};

int squares_over(int cells) { return (cells + kSquareSide - 1) / kSquareSide; }

// The texels of one layer that hold cells of a box, without the margin.
struct LayerPart {
  int x, y, width, height;
  int first_row;  // of cells
};

LayerPart part_of_layer(const FieldBox& box, int layer) {
  const int first_row = box.y_begin + (layer - box.y_begin % kLayers + kLayers) % kLayers;
  const int x = box.x_begin / kSquareSide;
  return {x, first_row / kSquareSide, squares_over(box.x_end) - x,
          first_row < box.y_end ? squares_over(box.y_end - first_row) : 0, first_row};
}

}  // namespace

FieldSquares::FieldSquares(int width, int height, std::int32_t rim, std::string_view label)
    : texture_(make_gl_texture()),
      framebuffer_(make_gl_framebuffer()),
      columns_(squares_over(width)),
      rows_(squares_over(height)) {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D_ARRAY, name());
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, kTexelRgba32i.internal, columns_ + 2, rows_ + 2, kLayers, 0,
               kTexelRgba32i.format, kTexelRgba32i.type, nullptr);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
  label_gl_object(GL_TEXTURE, name(), label);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  for (int layer = 0; layer < kLayers; ++layer)
    glFramebufferTextureLayer(GL_FRAMEBUFFER, kAttachments[static_cast<std::size_t>(layer)], name(), 0, layer);
  glDrawBuffers(kLayers, kAttachments.data());
  label_gl_object(GL_FRAMEBUFFER, framebuffer_.get(), label);
  const GLint all[] = {rim, rim, rim, rim};
  for (int layer = 0; layer < kLayers; ++layer) glClearBufferiv(GL_COLOR, layer, all);
}

bool FieldSquares::complete() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void FieldSquares::bind(int unit) const {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D_ARRAY, name());
}

void FieldSquares::draw(const FieldBox& box) const {
  const int x = box.x_begin / kSquareSide, y = box.y_begin / kSquareSide;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  glViewport(1 + x, 1 + y, squares_over(box.x_end) - x, squares_over(box.y_end) - y);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void FieldSquares::draw_with_margin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  glViewport(0, 0, columns_ + 2, rows_ + 2);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

// Rows of a layer are every fourth row of the plane: rows of stride() texels, because a texel holds four values.
void FieldSquares::write(const FieldPlane& field, const FieldBox& box) const {
  bind(0);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(field.stride()));
  for (int layer = 0; layer < kLayers; ++layer) {
    const LayerPart part = part_of_layer(box, layer);
    if (part.height == 0) continue;
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 1 + part.x, 1 + part.y, layer, part.width, part.height, 1,
                    kTexelRgba32i.format, kTexelRgba32i.type, field.row(part.first_row) + part.x * kSquareSide);
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void FieldSquares::read(FieldPlane& field, const FieldBox& box) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  glPixelStorei(GL_PACK_ROW_LENGTH, static_cast<GLint>(field.stride()));
  for (int layer = 0; layer < kLayers; ++layer) {
    const LayerPart part = part_of_layer(box, layer);
    if (part.height == 0) continue;
    glReadBuffer(kAttachments[static_cast<std::size_t>(layer)]);
    glReadPixels(1 + part.x, 1 + part.y, part.width, part.height, kTexelRgba32i.format, kTexelRgba32i.type,
                 field.row(part.first_row) + part.x * kSquareSide);
  }
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
}

std::vector<ReadBackSource> FieldSquares::sources() const {
  std::vector<ReadBackSource> layers;
  for (const GLenum attachment : kAttachments)
    layers.push_back({framebuffer_.get(), attachment, 1, 1, columns_, rows_, kTexelRgba32i});
  return layers;
}

void FieldSquares::take(const TexelBytes* layers, FieldPlane& field) {
  const auto row_texels = static_cast<std::size_t>(squares_over(field.width()));
  for (int y = 0; y < field.height(); ++y) {
    const std::size_t first = static_cast<std::size_t>(y / kSquareSide) * row_texels * kSquareSide;
    std::memcpy(field.row(y), layers[y % kSquareSide].data() + first * sizeof(std::int32_t),
                static_cast<std::size_t>(field.width()) * sizeof(std::int32_t));
  }
}

}  // namespace repose
