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
                                           {"kDrains", GroundAction::drains}};
  constants.insert(constants.end(), own);
  return constants;
}

std::optional<Program> load_field_program(std::string_view fragment, const char* between,
                                          std::span<const ShaderConstant> constants, std::string& error) {
  auto program = Program::load({"common/fullscreen.vert", fragment}, constants, error);
  if (!program) return std::nullopt;
  program->set_unit("u_cells", 0);
  program->set_unit("u_ground", 1);
  program->set_unit(between, 2);
  program->set_unit("u_patch", 2);
  return program;
}

Status GpuFieldPlanes::make(int width, int height, TexelFormat format) {
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  if (width > side_max || height > side_max) {
    return Status::failure(fmt::format("A world of {}x{} cells is too large for this GPU, which takes {} a side.",
                                       width, height, side_max));
  }
  cells = PingPong(kTexelR32i, width, height, "field");
  ground = PingPong(kTexelRgba8, width, height, "field ground");
  between = Canvas(format, width, height, "field between passes");
  no_vertices_ = make_gl_vertex_array();
  const bool complete = cells.complete() && ground.complete() && between.framebuffer.complete();
  if (Status status = check_gl_errors("Making room for the world on the GPU"); !status) return status;
  return complete ? Status() : Status::failure("This GPU cannot draw into the textures that fields need.");
}

void GpuFieldPlanes::write(const FieldPlane& field, const FieldBox& box) const {
  cells.front().texture.write(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin,
                              field.row(box.y_begin) + box.x_begin, static_cast<int>(field.stride()));
}

void GpuFieldPlanes::read(FieldPlane& field, const FieldBox& box) const {
  cells.front().framebuffer.bind();
  glPixelStorei(GL_PACK_ROW_LENGTH, static_cast<GLint>(field.stride()));
  glReadPixels(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin, kTexelR32i.format,
               kTexelR32i.type, field.row(box.y_begin) + box.x_begin);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
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

void GpuFieldPlanes::draw(const Canvas& target) const {
  target.framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void GpuFieldPlanes::draw_patch(const EditPatch& patch, const Program& cells_program,
                                const Program& ground_program) const {
  const FieldBox& box = patch.box;
  const int width = box.x_end - box.x_begin, height = box.y_end - box.y_begin;
  copy_to_back(cells, box);  // a texture cannot be read and drawn at the same time
  copy_to_back(ground, box);
  glActiveTexture(GL_TEXTURE2);
  const Texture operations(kTexelRg32i, width, height, "field edit");
  operations.write(0, 0, width, height, patch.texels.data(), width);
  bind(0, cells.back());
  bind(1, ground.back());
  glBindVertexArray(no_vertices_.get());
  for (const auto& [program, target] :
       {std::pair{&cells_program, &cells.front()}, {&ground_program, &ground.front()}}) {
    program->use();
    glUniform2i(program->uniform("u_origin"), box.x_begin, box.y_begin);
    glUniform1i(program->uniform("u_only_over"), patch.only_over);
    glUniform1i(program->uniform("u_clears"), patch.clears ? 1 : 0);
    target->framebuffer.bind();
    glViewport(box.x_begin, box.y_begin, width, height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
}

void GpuFieldPlanes::copy_to_back(const PingPong& planes, const FieldBox& box) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, planes.front().framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, planes.back().framebuffer.name());
  glBlitFramebuffer(box.x_begin, box.y_begin, box.x_end, box.y_end, box.x_begin, box.y_begin, box.x_end, box.y_end,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void GpuFieldPlanes::bind(int unit, const Canvas& source) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, source.texture.name());
}

}  // namespace repose
