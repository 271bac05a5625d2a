#include "automata/field/gpu_field.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/language.hpp"
#include "repose/cell_view.hpp"

namespace repose {

std::vector<ShaderConstant> field_constants() {
  return {{"kNone", PatchOperation::none},
          {"kPaintAir", painting(FieldRole::air)},
          {"kPaintPowder", painting(FieldRole::powder)},
          {"kPaintGround", painting(FieldRole::ground)},
          {"kPaintLiquid", painting(FieldRole::liquid)},
          {"kPaintFaucet", painting(FieldRole::faucet)},
          {"kPaintDrain", painting(FieldRole::drain)},
          {"kAdd", PatchOperation::add},
          {"kAddWetness", PatchOperation::add_wetness},
          {"kPours", GroundAction::pours},
          {"kDrains", GroundAction::drains},
          {"kSquareSide", kSquareSide}};
}

Program load_field_program(std::string_view fragment, std::span<const ShaderConstant> constants, std::string& error) {
  constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_ground", 1}, {"u_patch", 2}};
  return Program::load({"common/fullscreen.vert", fragment}, constants, error, kUnits);
}

GpuFieldPlanes::GpuFieldPlanes(std::string& error)
    : copy_(load_field_program("common/copy_squares.frag", field_constants(), error)) {}

Status GpuFieldPlanes::make(int width, int height, std::int32_t rim) {
  if (Status fits = check_texture_size(width, height); !fits) return fits;
  glActiveTexture(GL_TEXTURE0);
  FieldSquares first(width, height, rim, "field 0"), second(width, height, rim, "field 1");
  PingPong new_ground(kTexelRgba8, width, height, "field ground");
  const bool complete = first.complete() && second.complete() && new_ground.complete();
  if (Status status = check_gl_errors(text_id("Making room for the world on the GPU")); !status) return status;
  if (!complete) return Status::failure(tr("This GPU cannot draw into the textures that fields need."));
  width_ = width;
  height_ = height;
  rim_ = rim;
  cells_[0] = std::move(first);
  cells_[1] = std::move(second);
  ground = std::move(new_ground);
  return {};
}

void GpuFieldPlanes::write(const std::vector<GroundTexel>& texels) const {
  const Texture& texture = ground.front().texture;
  texture.write(0, 0, texture.width(), texture.height(), texels.data(), texture.width());
}

std::vector<GroundTexel> GpuFieldPlanes::read_ground(const FieldBox& box) const {
  const int width = box.x_end - box.x_begin, height = box.y_end - box.y_begin;
  std::vector<GroundTexel> texels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  ground.front().framebuffer.bind();
  glReadPixels(box.x_begin, box.y_begin, width, height, kTexelRgba8.format, kTexelRgba8.type, texels.data());
  return texels;
}

void GpuFieldPlanes::bind() const {
  front().bind(0);
  ground.front().texture.bind(1);
  glBindVertexArray(no_vertices_.get());
}

void GpuFieldPlanes::draw_cells() {
  bind();
  front_ = 1 - front_;
  front().draw(all());
}

void GpuFieldPlanes::draw_ground() {
  bind();
  ground.back().framebuffer.draw(no_vertices_);
  ground.swap();
}

// A texture cannot be read and drawn at the same time: the box is drawn into the other texture and copied back. If that
// is most of the world, all of it is drawn, and the textures change places.
void GpuFieldPlanes::draw_cells(const FieldBox& box) {
  const auto area = [](const FieldBox& b) { return std::int64_t{b.x_end - b.x_begin} * (b.y_end - b.y_begin); };
  if (2 * area(box) >= area(all())) return draw_cells();
  const FieldSquares& from = front();
  const FieldSquares& to = cells_[1 - front_];
  bind();
  to.draw(box);
  use_copy();
  to.bind(0);
  from.draw(box);
}

void GpuFieldPlanes::use_copy() const {
  copy_.use();
  glUniform2i(copy_.uniform("u_size"), width_, height_);
  glUniform1i(copy_.uniform("u_rim"), rim_);
}

void GpuFieldPlanes::draw_patch(const EditPatch& patch, const Program& cells_program, const Program& ground_program) {
  const FieldBox& box = patch.box;
  const int width = box.x_end - box.x_begin, height = box.y_end - box.y_begin;
  glActiveTexture(GL_TEXTURE2);
  const Texture operations(kTexelRg32i, width, height, "field edit");
  operations.write(0, 0, width, height, patch.texels.data(), width);
  for (const Program* const program : {&cells_program, &ground_program}) {
    program->use();
    glUniform2i(program->uniform("u_origin"), box.x_begin, box.y_begin);
    glUniform1i(program->uniform("u_only_over"), patch.only_over);
    glUniform1i(program->uniform("u_clears"), patch.clears ? 1 : 0);
  }
  // Both programs read the cells and the ground before the edit.
  bind();
  ground_program.use();
  glBindFramebuffer(GL_FRAMEBUFFER, ground.back().framebuffer.name());
  glViewport(box.x_begin, box.y_begin, width, height);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  cells_program.use();
  draw_cells(box);
  copy_texels(ground.back().framebuffer, ground.front().framebuffer, box.x_begin, box.y_begin, width, height);
}

void GpuFieldPlanes::set_rim(std::int32_t rim) {
  if (rim == rim_) return;
  rim_ = rim;
  use_copy();
  for (int twice = 0; twice < 2; ++twice) {
    bind();
    front_ = 1 - front_;
    front().draw_with_margin();
  }
}

namespace {

constexpr int kLayers = kSquareSide;
static_assert(FieldPlane::kBlock % kSquareSide == 0, "rows are padded to whole texels");

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
    : LayeredCanvas(kTexelRgba32i, squares_over(width) + 2, squares_over(height) + 2, kLayers, label),
      columns_(squares_over(width)),
      rows_(squares_over(height)) {
  const GLint all[] = {rim, rim, rim, rim};
  for (int layer = 0; layer < kLayers; ++layer) glClearBufferiv(GL_COLOR, layer, all);
}

void FieldSquares::draw(const FieldBox& box) const {
  const int x = box.x_begin / kSquareSide, y = box.y_begin / kSquareSide;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
  glViewport(1 + x, 1 + y, squares_over(box.x_end) - x, squares_over(box.y_end) - y);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void FieldSquares::draw_with_margin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
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
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
  glPixelStorei(GL_PACK_ROW_LENGTH, static_cast<GLint>(field.stride()));
  for (int layer = 0; layer < kLayers; ++layer) {
    const LayerPart part = part_of_layer(box, layer);
    if (part.height == 0) continue;
    glReadBuffer(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(layer));
    glReadPixels(1 + part.x, 1 + part.y, part.width, part.height, kTexelRgba32i.format, kTexelRgba32i.type,
                 field.row(part.first_row) + part.x * kSquareSide);
  }
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
}

std::vector<ReadBackSource> FieldSquares::sources() const {
  std::vector<ReadBackSource> layers;
  for (GLenum layer = 0; layer < kLayers; ++layer)
    layers.push_back({framebuffer(), GL_COLOR_ATTACHMENT0 + layer, 1, 1, columns_, rows_, kTexelRgba32i});
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
