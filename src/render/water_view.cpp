#include "render/water_view.hpp"

#include "render/shading_programs.hpp"

namespace repose {

using namespace shading;

std::vector<ShaderConstant> water_constants(const WaterVariant& variant) {
  std::vector<ShaderConstant> constants = false_color_constants();
  constants.insert(constants.end(), {{"kGrain", std::uint32_t{variant.grain}},
                                     {"kDepthTint", std::uint32_t{variant.depth_tint}},
                                     {"kPressure", std::uint32_t{variant.pressure}},
                                     {"kReduced", std::uint32_t{variant.reduced}},
                                     {"kInSquares", std::uint32_t{variant.in_squares}},
                                     {"kColorRow", PaletteRow::color},
                                     {"kFullCell", kFullCell},
                                     {"kWetFrom", kWetFrom},
                                     {"kCoveredBy", kCoveredBy},
                                     {"kFarFill", kFarFill},
                                     {"kFarLooks", kFarLooks},
                                     {"kPressureRow", kPressureRow},
                                     {"kPressureMost", kPressureMost},
                                     {"kDeepRows", kDeepRows},
                                     {"kDeepByPressure", kDeepByPressure},
                                     {"kShallowLight", kShallowLight},
                                     {"kDeepDark", kDeepDark},
                                     {"kDeepGreen", kDeepGreen},
                                     {"kDepthUntinted", kDepthUntinted},
                                     {"kWaterLine", kWaterLine},
                                     {"kVeil", kVeil},
                                     {"kVeilLight", kVeilLight},
                                     {"kWaterDense", kWaterDense},
                                     {"kDepthTaps", kDepthTaps},
                                     {"kDepthReach", kDepthReach},
                                     {"kFarDepth", kFarDepth},
                                     {"kSolidEdgeLight", kSolidEdgeLight},
                                     {"kSolidEdgeShade", kSolidEdgeShade},
                                     {"kSkyLight", kSkyLight},
                                     {"kSkyTint", kSkyTint},
                                     {"kDither", kDither}});
  return constants;
}

bool WaterView::prepare(const CellView& view, const Looks& looks, const SampleGrid& grid, std::string& error) {
  variant_ = {looks.grain, looks.depth_tint, looks.pressure, grid.reduced(), view.texture() != nullptr};
  Programs& set = programs();
  if (set.paint) return true;  // the program that is loaded last
  const auto load = [&](std::optional<Program>& program, std::string_view fragment,
                        std::initializer_list<const char*> units) {
    program = Program::load({"common/fullscreen.vert", fragment}, water_constants(variant_), error);
    int unit = 0;
    for (const char* name : units) {
      if (program) program->set_unit(name, unit++);
    }
    return program.has_value();
  };
  if (!passes_.no_vertices()) passes_.start();
  return load(set.samples, "view/water_samples.frag", {"u_masses", "u_cells", "u_palette", "u_mass_squares"}) &&
         load(set.paint, "view/water_paint.frag", {"u_filled", "u_ground"});
}

void WaterView::make_rooms(Extent extent, Extent pixels) {
  extent_ = extent;
  make_room(picture_, kTexelRgba8, pixels, false, "water");
  if (!too_small(filled_, extent)) return;
  const int width = rounded_up(extent.width), height = rounded_up(extent.height);
  filled_ = Texture(kTexelRgba8, width, height, "how full of water");
  ground_ = Texture(kTexelRgba8, width, height, "ground around water");
  filled_.filter_linear();
  ground_.filter_linear();
  samples_ = Framebuffer(filled_, ground_, "samples of water");
}

void WaterView::take_samples(const Program& program, const CellView& view, const SampleGrid& grid,
                             const Texture& palette) {
  program.use();
  // Shading reads cells beyond those that it shades.
  Area area = grid.cells;
  area.x = {std::max(area.x.begin - 2, 0), std::min(area.x.end + 2, view.width)};
  area.y = {std::max(area.y.begin - static_cast<int>(kFarDepth) - 1, 0), std::min(area.y.end + 2, view.height)};
  const CellPoint mass = mass_plane_.bind_amounts(0, 3, Plane::mass, area, view);
  const CellPoint cell = cell_plane_.bind(1, Plane::cells, area, view);
  bind_image(2, palette);
  glUniform2i(program.uniform("u_first_mass"), mass.x, mass.y);
  glUniform2i(program.uniform("u_first_cell"), cell.x, cell.y);
  glUniform2i(program.uniform("u_world"), view.width, view.height);
  set_grid(program, grid);
  passes_.run(samples_, extent_);
}

const Texture& WaterView::draw(const CellView& view, const SampleGrid& grid, const Texture& palette, Color background,
                               Light water) {
  const Extent pixels{grid.pixels.x.size(), grid.pixels.y.size()};
  make_rooms({grid.width, grid.height}, pixels);
  take_samples(*programs().samples, view, grid, palette);
  const Program& program = *programs().paint;
  program.use();
  bind_image(0, filled_);
  bind_image(1, ground_);
  set_extent(program, "u_extent", extent_);
  set_grid(program, grid);
  glUniform1f(program.uniform("u_line"), water_line(grid));
  glUniform3f(program.uniform("u_background"), static_cast<float>(background.r) / 255.0f,
              static_cast<float>(background.g) / 255.0f, static_cast<float>(background.b) / 255.0f);
  glUniform3f(program.uniform("u_water"), water.r, water.g, water.b);
  glUniform1f(program.uniform("u_height"), static_cast<float>(view.height));
  passes_.run(picture_.framebuffer, pixels);
  return picture_.texture;
}

}  // namespace repose
