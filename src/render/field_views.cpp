#include "render/field_views.hpp"

#include <cmath>
#include <cstring>

namespace repose {

using namespace shading;

namespace {

// True for a texture too, since it is not read back.
bool may_hold_stones(const CellView& view, const Area& cells) {
  const MemoryCells* const shown = view.memory();
  if (shown == nullptr) return true;
  for (int y = cells.y.begin; y < cells.y.end; ++y) {
    const std::uint8_t* const first = shown->wall.row(y) + cells.x.begin;
    if (std::memchr(first, static_cast<int>(HeightGround::obstacle), static_cast<std::size_t>(cells.x.size())) !=
        nullptr)
      return true;
  }
  return false;
}
}  // namespace

std::vector<ShaderConstant> height_constants(const HeightVariant& variant, bool fine_grains) {
  const std::vector<ShaderConstant> own = SHADER_CONSTANTS(
      kNoSand, kHeightOne, kDrawnHeight, kStoneRise, kHighestMargin, kFarWeight, kShadowSoft, kElevationBend, kValley,
      kOchre, kSand, kCrest, kOchreAt, kSandAt, kCrestAt, kSunLight, kSkyLightOnSand, kSunMost, kHollowDark,
      kRidgeLight, kHollowReach, kHeightGrain, kGrainLevels, kGrainLevelOffset, kFineGrainOnStone, kFineGrain, kWetDark,
      kWetGloss, kStone, kSpringMark, kDrainMark, kStoneBevel);
  return joined({grain_constants(),
                 own,
                 {{"kGrain", std::uint32_t{variant.grain}},
                  {"kDepthTint", std::uint32_t{variant.depth_tint}},
                  {"kReduced", std::uint32_t{variant.reduced}},
                  {"kStones", std::uint32_t{variant.stones}},
                  {"kInSquares", std::uint32_t{variant.in_squares}},
                  {"kFineGrains", std::uint32_t{fine_grains}},
                  {"kObstacle", HeightGround::obstacle},
                  {"kSpring", HeightGround::spring},
                  {"kDrain", HeightGround::drain}}});
}

bool HeightView::prepare(const CellView& view, const Looks& looks, const SampleGrid& grid, std::string& error) {
  variant_ = {looks.grain, looks.depth_tint, grid.reduced(), may_hold_stones(view, grid.cells),
              view.texture() != nullptr};
  Programs& set = programs_[variant_];
  if (set.paint) return true;  // the program that is loaded last
  const auto load = [&](std::optional<Program>& program, std::string_view fragment,
                        std::initializer_list<const char*> units, bool fine = false) {
    return load_pass(program, fragment, height_constants(variant_, fine), units, error);
  };
  return load(half_program_, "view/height_half.frag", {"u_image"}) &&
         load(reduce_, "view/height_reduce.frag", {"u_image"}) &&
         load(casters_, "view/height_casters.frag", {"u_half", "u_eighth", "u_sixtyfourth"}) &&
         load(shadow_, "view/height_shadow.frag", {"u_image"}) &&
         load(surface_program_, "view/height_surface.frag", {"u_heights", "u_eighth", "u_sixtyfourth"}) &&
         load(set.samples, "view/height_samples.frag", {"u_heights", "u_cells", "u_wetness", "u_height_squares"}) &&
         load(set.light, "view/height_light.frag",
              {"u_heights", "u_eighth", "u_sixtyfourth", "u_shadows", "u_traits"}) &&
         load(set.paint_fine, "view/height_paint.frag", {"u_sand", "u_stone"}, looks.grain && !variant_.reduced) &&
         load(set.paint, "view/height_paint.frag", {"u_sand", "u_stone"});
}

void HeightView::take_samples(const Program& program, const CellView& view, const SampleGrid& grid) {
  program.use();
  const auto first = [&](const char* name, CellPoint cell) { glUniform2i(program.uniform(name), cell.x, cell.y); };
  first("u_first_height", height_plane_.bind_amounts(0, 3, Plane::height, grid.cells, view));
  first("u_first_cell", wall_plane_.bind(1, Plane::wall, grid.cells, view));
  const bool in_texture = view.texture() != nullptr;  // for the walls' texture, which holds the wetness too
  const bool in_memory = !in_texture && view.has(Plane::wetness);
  if (in_memory) first("u_first_wetness", wetness_plane_.bind(2, Plane::wetness, grid.cells, view));
  glUniform1i(program.uniform("u_wetness_from"), in_memory ? 1 : in_texture ? 2 : 0);
  glUniform2i(program.uniform("u_world"), view.width, view.height);
  set_grid(program, grid);
  passes_.run(samples_, extent_);
}

void HeightView::reduce(const Program& program, const Texture& from, Extent from_extent, int factor,
                        const Means& to) const {
  program.use();
  glUniform1i(program.uniform("u_factor"), factor);
  glUniform1i(program.uniform("u_stones"), variant_.stones ? 1 : 0);
  passes_.run(program, from, from_extent, to.canvas.framebuffer, to.extent);
}

void HeightView::use_stone_height(const Program& program, int first_unit) const {
  eighth_.canvas.texture.bind(first_unit);
  sixtyfourth_.canvas.texture.bind(first_unit + 1);
  set_extent(program, "u_eighth_extent", eighth_.extent);
  set_extent(program, "u_sixtyfourth_extent", sixtyfourth_.extent);
}

void HeightView::light(const CellView& view, const Looks& looks, const SampleGrid& grid) {
  extent_ = {grid.width, grid.height};
  half_.extent = repose::reduced(extent_, 2);
  eighth_.extent = repose::reduced(half_.extent, 4);
  sixtyfourth_.extent = repose::reduced(eighth_.extent, 8);
  make_room(half_.canvas, kTexelRgba32f, half_.extent, false, "heights, half");
  make_room(eighth_.canvas, kTexelRgba32f, eighth_.extent, true, "heights, an eighth");
  make_room(sixtyfourth_.canvas, kTexelRgba32f, sixtyfourth_.extent, true, "heights, a sixty-fourth");
  make_room(shadows_, kTexelR32f, half_.extent, "shadows");
  if (too_small(sand_, extent_)) {
    const int width = rounded_up(extent_.width), height = rounded_up(extent_.height);
    heights_ = Texture(kTexelR32f, width, height, "heights");
    traits_ = Texture(kTexelRgba8, width, height, "traits of heights");
    samples_ = Framebuffer(heights_, traits_, "samples of heights");
    sand_ = Texture(kTexelRgba8, width, height, "lit sand");
    stone_ = Texture(kTexelRgba8, width, height, "lit stone");
    sand_.filter_linear();
    stone_.filter_linear();
    lit_ = Framebuffer(sand_, stone_, "lit heights");
  }
  const Programs& set = programs_[variant_];
  take_samples(*set.samples, view, grid);
  reduce(*half_program_, heights_, extent_, 2, half_);
  reduce(*reduce_, half_.canvas.texture, half_.extent, 4, eighth_);
  reduce(*reduce_, eighth_.canvas.texture, eighth_.extent, 8, sixtyfourth_);
  const Sun sun = sun_of(looks);
  casters_->use();
  half_.canvas.texture.bind(0);
  use_stone_height(*casters_, 1);
  passes_.run(shadows_.front().framebuffer, half_.extent);
  const float across = std::max(std::hypot(sun.x, sun.y), 1e-4f);
  shadow_->use();
  set_extent(*shadow_, "u_extent", half_.extent);
  for (int pass = 0; pass < kShadowPasses; ++pass) {
    const auto way = static_cast<float>(1 << pass);
    glUniform2f(shadow_->uniform("u_way"), sun.x / across * way, sun.y / across * way);
    glUniform1f(shadow_->uniform("u_drop"), way * sun.slope * 2 * grid.step);
    shadows_.front().texture.bind(0);
    passes_.run(shadows_.back().framebuffer, half_.extent);
    shadows_.swap();
  }
  const Program& program = *set.light;
  program.use();
  heights_.bind(0);
  use_stone_height(program, 1);
  shadows_.front().texture.bind(3);
  traits_.bind(4);
  glUniform2i(program.uniform("u_extent"), extent_.width, extent_.height);
  glUniform2i(program.uniform("u_shadow_extent"), half_.extent.width, half_.extent.height);
  glUniform4f(program.uniform("u_sun"), sun.x, sun.y, sun.z, sun.slope);
  set_grid(program, grid);
  passes_.run(lit_, extent_);
}

void HeightView::make_surface() {
  make_room(surface_, kTexelR32f, extent_, true, "surface of heights");
  surface_program_->use();
  heights_.bind(0);
  use_stone_height(*surface_program_, 1);
  passes_.run(surface_.framebuffer, extent_);
}

void HeightView::use_lit(const Program& program, const SampleGrid& grid) const {
  sand_.bind(0);
  stone_.bind(1);
  set_extent(program, "u_extent", extent_);
  glUniform1i(program.uniform("u_grains"), fine_grains(grid.zoom()));
  set_grid(program, grid);
}

const Texture& HeightView::paint(const SampleGrid& grid) {
  const Extent pixels{grid.pixels.x.size(), grid.pixels.y.size()};
  make_room(picture_, kTexelRgba8, pixels, false, "heights from above");
  const Programs& set = programs_[variant_];
  const Program& program = *(fine_grains(grid.zoom()) > 1 ? set.paint_fine : set.paint);
  program.use();
  use_lit(program, grid);
  passes_.run(picture_.framebuffer, pixels);
  return picture_.texture;
}

}  // namespace repose
