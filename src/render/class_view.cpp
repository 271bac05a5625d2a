#include "render/class_view.hpp"

#include "render/shading_programs.hpp"

namespace repose {

void bind_cells(const Program& program, PlaneTexture& cells, const CellView& view, const Area& area) {
  const bool packed = view.texture() != nullptr && view.texture()->packed();
  const CellPoint first_cell = cells.bind(packed ? 3 : 0, Plane::cells, area, view);
  glUniform2i(program.uniform("u_first_cell"), first_cell.x, first_cell.y);
  if (!packed) return;
  glActiveTexture(GL_TEXTURE4);
  glBindTexture(GL_TEXTURE_2D, view.texture()->elements_by_code);
  glUniform1i(program.uniform("u_cell_bits"), view.texture()->code_bits());
}

bool ClassView::load(std::optional<Program>& program, std::string_view fragment, bool packed, std::string& error) {
  if (program) return true;
  program =
      Program::load({"common/fullscreen.vert", fragment}, view_constants({}, shading::EnergyUse::none, packed), error);
  return program.has_value();
}

bool ClassView::load_first(std::string& error) {
  if (!load(traits_[0], "view/class_traits.frag", false, error) ||
      !load(columns_, "view/class_columns.frag", false, error) || !load(rows_, "view/class_rows.frag", false, error) ||
      !load(classify_, "view/class_cells.frag", false, error)) {
    return false;
  }
  classify_->set_unit("u_image", 0);
  classify_->set_unit("u_rows", 1);
  return true;
}

bool ClassView::find(const CellView& view, const Area& area, const Palette& palette, const Texture& palette_texture,
                     shading::MotionParts parts, PlaneTexture& cells) {
  area_ = area;
  if (view.memory() == nullptr) return find_in_textures(view, palette_texture, parts, cells);
  in_memory_.classify(view.memory()->cells, area, palette, parts);
  const Extent extent{area.x.size(), area.y.size()};
  glActiveTexture(GL_TEXTURE0);
  if (too_small(uploaded_, extent)) {
    uploaded_ = Texture(kTexelRgba8, rounded_up(extent.width), rounded_up(extent.height), "classes of cells");
  }
  uploaded_.write(0, 0, extent.width, extent.height, in_memory_.data(), extent.width);
  result_ = &uploaded_;
  return true;
}

bool ClassView::find_in_textures(const CellView& view, const Texture& palette_texture, shading::MotionParts parts,
                                 PlaneTexture& cells) {
  const bool packed = view.texture()->packed();
  std::string error;
  if (!load(traits_[packed], "view/class_traits.frag", packed, error)) return false;
  const Extent extent{area_.x.size(), area_.y.size()};
  glActiveTexture(GL_TEXTURE0);
  for (Canvas* canvas : {&traits_canvas_, &columns_canvas_, &rows_canvas_, &classes_canvas_}) {
    make_room(*canvas, kTexelRgba8, extent, false, "classes of cells");
  }
  const Program& traits = *traits_[packed];
  traits.set_unit("u_cells", 0);
  traits.set_unit("u_palette", 1);
  traits.set_unit("u_packed_cells", 3);
  traits.set_unit("u_codes", 4);
  traits.use();
  bind_cells(traits, cells, view, area_);
  bind_image(1, palette_texture);
  glUniform2i(traits.uniform("u_area_first"), area_.x.begin, area_.y.begin);
  passes_.run(traits_canvas_.framebuffer, extent);
  run(*columns_, traits_canvas_, columns_canvas_);
  run(*rows_, columns_canvas_, rows_canvas_);
  classify_->use();
  glUniform1i(classify_->uniform("u_motion"), parts.motion ? 1 : 0);
  glUniform1i(classify_->uniform("u_bubbles"), parts.bubbles ? 1 : 0);
  bind_image(1, rows_canvas_.texture);
  run(*classify_, columns_canvas_, classes_canvas_);
  result_ = &classes_canvas_.texture;
  return true;
}

void ClassView::run(const Program& program, const Canvas& from, Canvas& to) {
  const Extent extent{area_.x.size(), area_.y.size()};
  program.use();
  glUniform2i(program.uniform("u_extent"), extent.width, extent.height);
  bind_image(0, from.texture);
  passes_.run(to.framebuffer, extent);
}

void ClassView::bind(const Program& program, int unit) const {
  if (result_ == nullptr) return;
  bind_image(unit, *result_);
  glUniform2i(program.uniform("u_first_class"), area_.x.begin, area_.y.begin);
}

}  // namespace repose
