// How a picture is made: shade every visible cell once into `shaded_` (in reduced pictures: every pixel); gather and
// blur the light of glowing cells; add the glow to the cells in `composed_`; soften that in `softened_` if the look is
// on; enlarge it into the caller's framebuffer. At two pixels per cell, shading by cell costs a quarter of shading by
// pixel. Heights and water have passes of their own, which give a picture as large as the viewport. All passes except
// the last are skipped while nothing changes.
#include "render/world_view.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "render/field_views.hpp"
#include "render/motion.hpp"
#include "render/painter.hpp"
#include "render/passes.hpp"
#include "render/shading.hpp"

namespace repose {

namespace {

// Binds the cells of a view for view/element.glsl, at least those of `area`: units 0, or 3 and 4 if they are packed.
void bind_cells(const Program& program, PlaneTexture& cells, const CellView& view, const Area& area) {
  const bool packed = view.texture() != nullptr && view.texture()->packed();
  const CellPoint first_cell = cells.bind(packed ? 3 : 0, Plane::cells, area, view);
  glUniform2i(program.uniform("u_first_cell"), first_cell.x, first_cell.y);
  if (!packed) return;
  glActiveTexture(GL_TEXTURE4);
  glBindTexture(GL_TEXTURE_2D, view.texture()->elements_by_code);
  glUniform1i(program.uniform("u_cell_bits"), view.texture()->code_bits());
}

// The classes of cells (motion.hpp) as a texture: uploaded for cells in memory, found by shaders for cells in textures.
class ClassView {
 public:
  void start() { passes_.start(); }

  // Compiles the first programs. False, with a sentence in `error`, on failure.
  bool load_first(std::string& error) {
    const std::vector<ShaderConstant> constants = view_constants();
    return load_traits(false, error) && load_pass(columns_, "view/class_columns.frag", constants, {}, error) &&
           load_pass(rows_, "view/class_rows.frag", constants, {}, error) &&
           load_pass(classify_, "view/class_cells.frag", constants, {"u_image", "u_rows"}, error);
  }

  // Finds the classes of the cells of an area. `palette_texture` has the rows of PaletteRow. False if the driver
  // cannot compile a program.
  bool find(const CellView& view, const Area& area, const Palette& palette, const Texture& palette_texture,
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

  // The classes that were found last; null if they are not in memory.
  const shading::CellClasses* in_memory() const { return result_ == &uploaded_ ? &in_memory_ : nullptr; }

  // Sets the uniforms of view/near.frag.
  void bind(const Program& program, int unit) const {
    if (result_ == nullptr) return;
    bind_image(unit, *result_);
    glUniform2i(program.uniform("u_first_class"), area_.x.begin, area_.y.begin);
  }

 private:
  bool load_traits(bool packed, std::string& error) {
    return load_pass(traits_[packed], "view/class_traits.frag", view_constants({}, shading::EnergyUse::none, packed),
                     {"u_cells", "u_palette", "", "u_packed_cells", "u_codes"}, error);
  }

  bool find_in_textures(const CellView& view, const Texture& palette_texture, shading::MotionParts parts,
                        PlaneTexture& cells) {
    const bool packed = view.texture()->packed();
    std::string error;
    if (!load_traits(packed, error)) return false;
    const Extent extent{area_.x.size(), area_.y.size()};
    glActiveTexture(GL_TEXTURE0);
    for (Canvas* canvas : {&traits_canvas_, &columns_canvas_, &rows_canvas_, &classes_canvas_}) {
      make_room(*canvas, kTexelRgba8, extent, false, "classes of cells");
    }
    const Program& traits = *traits_[packed];
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

  // Runs a pass over the area, from the texture in unit 0.
  void run(const Program& program, const Canvas& from, Canvas& to) {
    const Extent extent{area_.x.size(), area_.y.size()};
    program.use();
    glUniform2i(program.uniform("u_extent"), extent.width, extent.height);
    bind_image(0, from.texture);
    passes_.run(to.framebuffer, extent);
  }

  std::optional<Program> traits_[2], columns_, rows_, classify_;  // traits_ by packed
  Canvas traits_canvas_, columns_canvas_, rows_canvas_, classes_canvas_;
  Texture uploaded_;
  const Texture* result_ = nullptr;
  shading::CellClasses in_memory_;
  Area area_;
  Passes passes_;
};

// All inputs of the shaded picture of cells: while they stay the same, the picture does too.
struct CellPictureKey {
  ShownCells shown;
  std::uint64_t generation = 0, palette = 0;
  int width = 0, height = 0;
  Looks looks;
  shading::EnergyUse energy_use = shading::EnergyUse::none;
  Area cells = {}, pixels = {};                 // pixels only in reduced pictures
  double zoom = 1, origin_x = 0, origin_y = 0;  // only in reduced pictures
  bool by_pixels = false;                       // the picture of a field
  float shimmer_time = 0;                       // 0 if no cell can shimmer
  friend bool operator==(const CellPictureKey&, const CellPictureKey&) = default;
};

// Whether the cells and the time alone are different.
bool same_but_for_cells(CellPictureKey key, const CellPictureKey& before) {
  key.shown = before.shown;
  key.generation = before.generation;
  key.shimmer_time = before.shimmer_time;
  return key == before;
}

using shading::energy_use;
using shading::EnergyUse;

constexpr int kGlowReachCells = 48;  // glow of emissive cells this far outside the picture is still visible
static_assert(shading::kLookUp >= shading::tap_distance_max(shading::kDepthTaps - 1));
static_assert(shading::kLookUp >= static_cast<int>(shading::kFarDepth));

std::uint8_t byte_of_share(float share) {
  return static_cast<std::uint8_t>(std::clamp(share, 0.0f, 1.0f) * 255.0f + 0.5f);
}

class GlWorldView final : public WorldView {
 public:
  bool start(std::string& error) {
    const GlStateGuard guard;
    clear_gl_errors();
    if (!load_programs(error)) return false;
    shades_on_cpu_ = is_software_renderer(gl_renderer_name());
    passes_.start();
    classes_.start();
    palette_ = Texture(kTexelRgba8, kElementsMax, kPaletteRowCount, "palette");
    set_palette(Palette{});
    const Status status = check_gl_errors(text_id("Setting up the renderer"));
    error = status.message();
    return status.ok();
  }

  void set_palette(const Palette& palette) override {
    const GlStateGuard guard;
    constexpr std::size_t kRowBytes = std::size_t{kElementsMax} * 4;
    std::vector<std::uint8_t> texels(kRowBytes * kPaletteRowCount);
    const auto texel = [&texels](PaletteRow row, std::size_t element) {
      return &texels[static_cast<std::size_t>(row) * kRowBytes + element * 4];
    };
    palette_glows_ = false;
    palette_is_hot_ = has_hot_colors(palette);
    palette_shimmers_ = has_shimmer(palette);
    palette_moves_ = has_moving(palette);
    palette_entries_ = palette;
    background_ = palette[0].color;
    water_ = shading::water_color(palette);
    for (std::size_t i = 0; i < palette.size(); ++i) {
      const PaletteEntry& e = palette[i];
      palette_glows_ = palette_glows_ || e.glow > 0.0f;
      const std::uint8_t color_and_glow[] = {e.color.r, e.color.g, e.color.b, byte_of_share(e.glow)};
      std::copy_n(color_and_glow, 4, texel(PaletteRow::color, i));
      texel(PaletteRow::matter, i)[0] = static_cast<std::uint8_t>(e.matter);
      texel(PaletteRow::matter, i)[1] = byte_of_share(e.shimmer);
      texel(PaletteRow::matter, i)[2] = shading::traits_of(e);
      texel(PaletteRow::matter, i)[3] = e.texture;
      if (!e.hot_color) continue;
      const std::uint8_t hot[] = {e.hot_color->r, e.hot_color->g, e.hot_color->b, 255};
      std::copy_n(hot, 4, texel(PaletteRow::hot_color, i));
    }
    palette_.write(0, 0, kElementsMax, kPaletteRowCount, texels.data(), kElementsMax);
    ++palette_version_;
  }

  void draw(const CellView& view, const Camera& camera, const Looks& looks, Color surround,
            int framebuffer_height) override {
    const GlStateGuard guard;
    const CellPictureKey key = make_key(view, camera, looks);
    const bool visible = !view.empty() && !key.cells.empty();
    if (visible && !(key == shown_)) {
      image_ = key.by_pixels ? draw_field(view, camera, looks) : &draw_cells(view, key);
      shown_ = key;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, guard.draw_framebuffer());
    enter_viewport(camera.viewport(), framebuffer_height);
    if (!visible || image_ == nullptr || !covers_viewport(view, camera)) clear_to(surround);
    if (visible && image_ != nullptr) present(key, camera);
  }

 private:
  const Texture& draw_cells(const CellView& view, const CellPictureKey& key) {
    const Extent extent = shade(view, key);
    const Texture& image = key.looks.glow ? add_glow(extent) : shaded_.texture;
    return key.looks.blur ? soften(image, extent) : image;
  }

  // Draws a field pixel by pixel. Null if the driver fails: then nothing is shown.
  const Texture* draw_field(const CellView& view, const Camera& camera, const Looks& looks) {
    std::string error;
    if (view.has(Plane::height)) {
      const SampleGrid grid = make_sample_grid(camera, view.width, view.height, shading::kShadowMargin);
      if (!heights_.prepare(view, looks, grid, error)) return nullptr;
      heights_.light(view, looks, grid);
      return &heights_.paint(grid);
    }
    const SampleGrid grid = make_sample_grid(camera, view.width, view.height, 1);
    if (!water_view_.prepare(view, looks, grid, error)) return nullptr;
    return &water_view_.draw(view, grid, palette_, background_, water_);
  }

  bool load_programs(std::string& error) {
    const std::vector<ShaderConstant> constants = view_constants();
    const auto load = [&](std::optional<Program>& program, std::string_view fragment,
                          std::initializer_list<const char*> units = {"u_image"}) {
      return load_pass(program, fragment, constants, units, error);
    };
    return load(gather_, "view/glow_gather.frag") && load(reduce_, "view/glow_reduce.frag") &&
           load(blur_, "view/blur.frag") && load(compose_, "view/compose.frag", {"u_image", "u_tight", "u_wide"}) &&
           load(soften_, "view/soften.frag") &&
           load_pass(present_, "view/present.frag", constants, {"u_image"}, error, "view/present.vert") &&
           shading_.load_first(error) && classes_.load_first(error);
  }

  CellPictureKey make_key(const CellView& view, const Camera& camera, const Looks& looks) const {
    CellPictureKey key{.shown = view.shown,
                       .generation = view.generation,
                       .palette = palette_version_,
                       .width = view.width,
                       .height = view.height,
                       .looks = looks,
                       .energy_use = energy_use(view, palette_is_hot_, looks)};
    if (looks.grain && palette_shimmers_) key.shimmer_time = shading::shimmer_time(view.step);
    const bool glows = palette_glows_ || key.energy_use == EnergyUse::hot_colors;
    key.looks.glow = looks.glow && glows && key.energy_use != EnergyUse::heat_overlay;
    key.looks.motion = looks.motion && palette_moves_ && key.energy_use != EnergyUse::heat_overlay;
    if (view.width < 1 || view.height < 1) return key;
    key.by_pixels = view.has(Plane::height) || view.has(Plane::mass);
    if (camera.zoom() >= 1.0 && !key.by_pixels) {
      const int around = key.looks.glow ? kGlowReachCells : key.looks.blur ? kSoftReach : 0;
      key.cells = cells_in_view(camera, view.width, view.height, around);
      if (pixels_on_world(camera, view.width, view.height).empty()) key.cells = {};
      return key;
    }
    key.cells = cells_in_view(camera, view.width, view.height, 1);
    key.pixels = pixels_on_world(camera, view.width, view.height);
    key.zoom = camera.zoom();
    key.origin_x = camera.origin().x;
    key.origin_y = camera.origin().y;
    return key;
  }

  // Binds the textures that the shading reads, and sets where they begin.
  void bind_planes(const Program& program, const CellView& view, const CellPictureKey& key) {
    const Area area = shading::looked_at(key.cells, view.width, view.height);
    bind_cells(program, cells_, view, area);
    bind_image(1, palette_);
    if (key.energy_use == EnergyUse::none) return;
    const CellPoint first_energy = energies_.bind(2, Plane::energy, area, view);
    glUniform2i(program.uniform("u_first_energy"), first_energy.x, first_energy.y);
    glUniform1i(program.uniform("u_energy_channel"), view.texture() != nullptr ? 1 : 0);
  }

  // Draws `shaded_` and returns how much of it is in use.
  Extent shade(const CellView& view, const CellPictureKey& key) {
    const bool reduced = !key.pixels.empty();
    const Area& fragments = reduced ? key.pixels : key.cells;
    const Extent extent{fragments.x.size(), fragments.y.size()};
    if (make_room(shaded_, kTexelRgba8, extent, false, "shaded cells")) stale_.forget();
    const bool packed = view.texture() != nullptr && view.texture()->packed();
    Looks looks = key.looks;
    bool classed = false;
    if (!reduced && shading::needs_classes(looks)) {
      const shading::MotionParts parts{.motion = looks.motion, .bubbles = looks.depth_tint};
      const Area area = shading::looked_at(key.cells, view.width, view.height);
      classed = classes_.find(view, area, palette_entries_, palette_, parts, cells_);
      if (!classed) looks.motion = looks.depth_tint = false;
    }
    const Program& program = shading_.find(looks, key.energy_use, reduced, packed);
    program.use();
    bind_planes(program, view, key);
    classes_.bind(program, 5);
    glUniform2i(program.uniform("u_world"), view.width, view.height);
    set_color(program, "u_background", background_);
    glUniform1ui(program.uniform("u_flicker_seed"), shading::flicker_seed(view.generation));
    glUniform1f(program.uniform("u_shimmer_time"), key.shimmer_time);
    glUniform1i(program.uniform("u_fallen"), shading::fallen(view.step));
    glUniform2i(program.uniform("u_area_first"), key.cells.x.begin, key.cells.y.begin);
    glUniform2f(program.uniform("u_origin"), static_cast<float>((key.pixels.x.begin - key.origin_x) / key.zoom),
                static_cast<float>((key.pixels.y.begin - key.origin_y) / key.zoom));
    glUniform1f(program.uniform("u_cells_per_pixel"), static_cast<float>(1.0 / key.zoom));
    run_shading(view, key, classed, extent);
    return extent;
  }

  // Where shaders run on the processor, shades only what has changed.
  void run_shading(const CellView& view, const CellPictureKey& key, bool classed, Extent extent) {
    const shading::CellClasses* const classes = classed ? classes_.in_memory() : nullptr;
    if (!shades_on_cpu_ || classes == nullptr || key.energy_use != EnergyUse::none) {
      stale_.forget();
      return passes_.run(shaded_.framebuffer, extent);
    }
    if (!same_but_for_cells(key, shown_)) stale_.forget();
    const shading::StaleTiles::Clocks clocks{
        .flicker = shading::flicker_seed(key.generation) != shading::flicker_seed(shown_.generation),
        .shimmer = key.shimmer_time != shown_.shimmer_time,
        .fallen = shading::fallen(view.step) != shaded_step_};
    shaded_step_ = shading::fallen(view.step);
    stale_parts_ = stale_.find(view.memory()->cells, *classes, key.cells, palette_entries_, key.looks, clocks);
    for (Area& part : stale_parts_) {
      part.x = {part.x.begin - key.cells.x.begin, part.x.end - key.cells.x.begin};
      part.y = {part.y.begin - key.cells.y.begin, part.y.end - key.cells.y.begin};
    }
    passes_.run(shaded_.framebuffer, extent, stale_parts_);
  }

  // Draws the glow of `shaded_` and adds it in `composed_`, whose texture it returns.
  const Texture& add_glow(Extent extent) {
    const Extent tight = reduced(extent, 4), wide = reduced(tight, 4);
    make_glow_canvases(extent, tight, wide);
    reduce_light(*gather_, shaded_.texture, extent, tight_, tight);
    blur(tight_, tight);
    reduce_light(*reduce_, tight_.front().texture, tight, wide_, wide);
    blur(wide_, wide);

    compose_->use();
    bind_image(0, shaded_.texture);
    bind_image(1, tight_.front().texture);
    bind_image(2, wide_.front().texture);
    const auto set_size = [this](const char* name, const Texture& texture) {
      glUniform2f(compose_->uniform(name), static_cast<float>(texture.width()), static_cast<float>(texture.height()));
    };
    set_size("u_tight_texels", tight_.front().texture);
    set_size("u_wide_texels", wide_.front().texture);
    passes_.run(composed_.framebuffer, extent);
    return composed_.texture;
  }

  // Blurs `image` into `softened_`, whose texture it returns.
  const Texture& soften(const Texture& image, Extent extent) {
    const Extent with_rim{extent.width + 1, extent.height + 1};  // smooth reading uses the neighbours
    make_room(softened_, kTexelRgba8, with_rim, true, "softened cells");
    soften_->use();
    bind_image(0, image);
    glUniform2i(soften_->uniform("u_extent"), extent.width, extent.height);
    passes_.run(softened_.framebuffer, with_rim);
    return softened_.texture;
  }

  void make_glow_canvases(Extent extent, Extent tight, Extent wide) {
    make_room(composed_, kTexelRgba8, extent, false, "composed cells");
    glActiveTexture(GL_TEXTURE0);
    // One texel more than is in use, because smooth reading uses the neighbours.
    const auto make = [](PingPong& pair, Extent e, std::string_view label) {
      if (pair && !too_small(pair.front().texture, {e.width + 1, e.height + 1})) return;
      pair = PingPong(kTexelRgba8, rounded_up(e.width + 1), rounded_up(e.height + 1), label);
      pair.front().texture.filter_linear();
      pair.back().texture.filter_linear();
    };
    make(tight_, tight, "tight glow");
    make(wide_, wide, "wide glow");
  }

  void reduce_light(const Program& program, const Texture& from, Extent from_extent, const PingPong& to,
                    Extent to_extent) {
    program.use();
    glUniform2i(program.uniform("u_extent"), from_extent.width, from_extent.height);
    bind_image(0, from);
    passes_.run(to.front().framebuffer, to_extent);
  }

  // Blurs the front canvas in both directions; the result is in front again.
  void blur(PingPong& light, Extent extent) {
    blur_->use();
    glUniform2i(blur_->uniform("u_extent"), extent.width, extent.height);
    for (const int vertical : {0, 1}) {
      glUniform2i(blur_->uniform("u_direction"), 1 - vertical, vertical);
      bind_image(0, light.front().texture);
      passes_.run(light.back().framebuffer, {extent.width + 1, extent.height + 1});
      light.swap();
    }
  }

  static void enter_viewport(const PixelRect& viewport, int framebuffer_height) {
    const int bottom = framebuffer_height - viewport.y - viewport.height;
    const GLsizei width = std::max(viewport.width, 0), height = std::max(viewport.height, 0);
    glViewport(viewport.x, bottom, width, height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(viewport.x, bottom, width, height);
  }

  static bool covers_viewport(const CellView& view, const Camera& camera) {
    const Area pixels = pixels_on_world(camera, view.width, view.height);
    return pixels.x.size() == camera.viewport().width && pixels.y.size() == camera.viewport().height;
  }

  // Draws whole pixels, those whose centres are on the world. An edge between two pixel centres would do as well, were
  // it not rounded: then the last row could read beyond the picture, where the texture still holds an older one.
  void present(const CellPictureKey& key, const Camera& camera) const {
    const bool reduced = !key.pixels.empty();
    const Area pixels = reduced ? key.pixels : pixels_on_world(camera, key.width, key.height);
    const PixelRect& viewport = camera.viewport();
    const auto device = [](int pixel, int first, int size) {  // in normalised device coordinates
      return static_cast<float>(2.0 * (pixel - first) / size - 1);
    };
    const auto texel = [&](int pixel, double origin, const Range& of_pixels, const Range& of_cells) {
      return reduced ? pixel - of_pixels.begin : (pixel - origin) / camera.zoom() - of_cells.begin;
    };
    const double left = texel(pixels.x.begin, camera.origin().x, pixels.x, key.cells.x),
                 right = texel(pixels.x.end, camera.origin().x, pixels.x, key.cells.x),
                 top = texel(pixels.y.begin, camera.origin().y, pixels.y, key.cells.y),
                 bottom = texel(pixels.y.end, camera.origin().y, pixels.y, key.cells.y);
    present_->use();
    glUniform4f(present_->uniform("u_rect"), device(pixels.x.begin, viewport.x, viewport.width),
                -device(pixels.y.begin, viewport.y, viewport.height), device(pixels.x.end, viewport.x, viewport.width),
                -device(pixels.y.end, viewport.y, viewport.height));
    glUniform4f(present_->uniform("u_texels"), static_cast<float>(left / image_->width()),
                static_cast<float>(top / image_->height()), static_cast<float>(right / image_->width()),
                static_cast<float>(bottom / image_->height()));
    bind_image(0, *image_);
    glBindVertexArray(passes_.no_vertices().get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }

  ShadingPrograms shading_;
  std::optional<Program> gather_, reduce_, blur_, compose_, soften_, present_;
  Passes passes_;
  HeightView heights_;
  WaterView water_view_;
  ClassView classes_;
  shading::StaleTiles stale_;
  std::vector<Area> stale_parts_;
  int shaded_step_ = 0;         // shading::fallen() of the picture before
  bool shades_on_cpu_ = false;  // shaders run on the processor
  Texture palette_;
  Palette palette_entries_;
  PlaneTexture cells_, energies_;
  Canvas shaded_, composed_, softened_;
  PingPong tight_, wide_;
  const Texture* image_ = nullptr;  // shaded_, composed_ or softened_: what present() shows
  CellPictureKey shown_;
  std::uint64_t palette_version_ = 0;
  bool palette_glows_ = false, palette_is_hot_ = false, palette_shimmers_ = false, palette_moves_ = false;
  Color background_;
  shading::Light water_;
};

}  // namespace

std::unique_ptr<WorldView> WorldView::create(std::string& error) {
  auto view = std::make_unique<GlWorldView>();
  if (!view->start(error)) return nullptr;
  return view;
}

}  // namespace repose
