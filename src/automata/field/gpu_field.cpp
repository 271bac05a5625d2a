#include "automata/field/gpu_field.hpp"

#include <fmt/format.h>

namespace repose {

std::vector<ShaderConstant> field_constants(std::initializer_list<ShaderConstant> own) {
  std::vector<ShaderConstant> constants = {{"kNone", PatchOperation::none},
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
  constants.insert(constants.end(), own);
  return constants;
}

std::optional<Program> load_field_program(std::string_view fragment, std::span<const ShaderConstant> constants,
                                          std::string& error) {
  auto program = Program::load({"common/fullscreen.vert", fragment}, constants, error);
  if (!program) return std::nullopt;
  program->set_unit("u_cells", 0);
  program->set_unit("u_ground", 1);
  program->set_unit("u_patch", 2);
  return program;
}

bool GpuFieldPlanes::make_programs(std::string& error) {
  copy_ = load_field_program("common/copy_squares.frag", field_constants({}), error);
  return copy_.has_value();
}

Status GpuFieldPlanes::make(int width, int height, std::int32_t rim) {
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  if (width > side_max || height > side_max) {
    return Status::failure(fmt::format("A world of {}x{} cells is too large for this GPU, which takes {} a side.",
                                       width, height, side_max));
  }
  FieldSquares first(width, height, rim, "field 0"), second(width, height, rim, "field 1");
  PingPong new_ground(kTexelRgba8, width, height, "field ground");
  GlVertexArray no_vertices = make_gl_vertex_array();
  const bool complete = first.complete() && second.complete() && new_ground.complete();
  if (Status status = check_gl_errors("Making room for the world on the GPU"); !status) return status;
  if (!complete) return Status::failure("This GPU cannot draw into the textures that fields need.");
  width_ = width;
  height_ = height;
  rim_ = rim;
  cells_[0] = std::move(first);
  cells_[1] = std::move(second);
  ground = std::move(new_ground);
  no_vertices_ = std::move(no_vertices);
  return {};
}

void GpuFieldPlanes::write(const std::vector<GroundTexel>& texels) const {
  const Texture& texture = ground.front().texture;
  texture.write(0, 0, texture.width(), texture.height(), texels.data(), texture.width());
}

std::vector<GroundTexel> GpuFieldPlanes::read_ground() const {
  return read_ground({0, 0, ground.front().texture.width(), ground.front().texture.height()});
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
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, ground.front().texture.name());
  glBindVertexArray(no_vertices_.get());
}

void GpuFieldPlanes::draw_cells() {
  bind();
  front_ = 1 - front_;
  front().draw(all());
}

void GpuFieldPlanes::draw_ground() {
  bind();
  ground.back().framebuffer.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
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
  copy_->use();
  glUniform2i(copy_->uniform("u_size"), width_, height_);
  glUniform1i(copy_->uniform("u_rim"), rim_);
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
  glBindFramebuffer(GL_READ_FRAMEBUFFER, ground.back().framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, ground.front().framebuffer.name());
  glBlitFramebuffer(box.x_begin, box.y_begin, box.x_end, box.y_end, box.x_begin, box.y_begin, box.x_end, box.y_end,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
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

}  // namespace repose
