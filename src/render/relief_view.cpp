// How a picture is made: the samples of the world are lit as for the view from above. A table and a mesh over the
// samples are drawn into `picture_` and, as cell coordinates, into `cells_`. The picture is copied to the caller's
// framebuffer. The texel of `cells_` under the pointer is copied to a buffer, which is read when the copy is complete.
#include "render/relief_view.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/language.hpp"
#include "gl/read_back.hpp"
#include "render/field_views.hpp"
#include "render/passes.hpp"

namespace repose {

namespace {

// From corner to corner of a world.
float length_of(int width, int height) { return std::hypot(static_cast<float>(width), static_cast<float>(height)); }
float aspect_of(const PixelRect& viewport) {
  return static_cast<float>(std::max(viewport.width, 1)) / static_cast<float>(std::max(viewport.height, 1));
}

void set_depth_range(float nearest, float farthest) {
  is_gl_es() ? glDepthRangef(nearest, farthest) : glDepthRange(nearest, farthest);
}

constexpr int kSamplesMost = 1024;        // a side; larger worlds are sampled more coarsely
constexpr float kBaseDepth = 0.035f;      // of the block below the floor, in lengths of the world
constexpr std::uint16_t kNoCell = 65535;  // both coordinates of a pixel that shows no cell
constexpr TexelFormat kTexelRg16ui{GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT};

// All inputs of the light, and of the picture.
struct LightKey {
  std::uint64_t generation = 0;
  Looks looks;
  int grains = 0;
  friend bool operator==(const LightKey&, const LightKey&) = default;
};
struct ReliefPictureKey {
  LightKey light;
  glm::mat4 view_projection{0};
  int width = 0, height = 0;
  std::optional<CellPoint> brush;
  float brush_radius = 0;
  Color surround;
  friend bool operator==(const ReliefPictureKey&, const ReliefPictureKey&) = default;
};

class GlReliefView final : public ReliefView {
 public:
  explicit GlReliefView(int triangles_most) : quads_most_(triangles_most / 2) {}

  bool start(std::string& error) {
    const GlStateGuard guard;
    clear_gl_errors();
    const auto constants =
        joined({grain_constants(), {{"kDither", shading::kDither}, {"kNoCell", std::uint32_t{kNoCell}}}});
    if (!load_pass(table_, "view/relief_table.frag", constants, {}, error) || !program(true, error)) return false;
    const Status status = check_gl_errors(text_id("Setting up the view in three dimensions"));
    error = status.message();
    return status.ok();
  }

  void draw(const CellView& view, const ReliefScene& scene, const Looks& looks, Color surround,
            int framebuffer_height) override {
    const GlStateGuard guard;
    const PixelRect& port = scene.camera.viewport();
    if (port.width < 1 || port.height < 1 || view.empty()) return;
    if (texel_.is_under_way() && texel_.arrived()) {
      Texel texel{};
      pointed_.reset();
      if (texel_.fetch(texel.data()) && texel[0] != kNoCell) pointed_ = CellPoint{texel[0], texel[1]};
    }
    if (!scene.pointer) pointed_.reset();
    // Samples of the whole world: one a cell, or fewer if the world is too large.
    SampleGrid grid;
    grid.step = std::max(1.0f, static_cast<float>(std::max(view.width, view.height)) / kSamplesMost);
    grid.width = static_cast<int>(std::ceil(static_cast<float>(view.width) / grid.step));
    grid.height = static_cast<int>(std::ceil(static_cast<float>(view.height) / grid.step));
    const float half = std::tan(OrbitCamera::kFieldOfView / 2 * 3.14159265f / 180);
    const float pixels_per_cell = static_cast<float>(port.height) / (2 * half * scene.camera.distance());
    grid.samples_per_pixel = 1 / (grid.step * pixels_per_cell);
    grid.cells = {{0, view.width}, {0, view.height}};
    const LightKey light{view.generation, looks, shading::fine_grains(grid.zoom())};
    const ReliefPictureKey key{
        light, scene.camera.view_projection(), port.width, port.height, pointed_, scene.brush_radius, surround};
    if (!(key == shown_)) {
      make_rooms({port.width, port.height});
      if (!make_picture(view, grid, key, scene.camera)) return;
      shown_ = key;
    }
    ask_for_cell(scene);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target_.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, guard.draw_framebuffer());
    const int bottom = framebuffer_height - port.y - port.height;
    glBlitFramebuffer(0, 0, port.width, port.height, port.x, bottom, port.x + port.width, bottom + port.height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }

  std::optional<CellPoint> cell_under_pointer() const override { return pointed_; }

 private:
  using Texel = std::array<std::uint16_t, 2>;

  // The mesh's program for worlds with one sample a cell (`fine`), or for larger ones.
  const Program* program(bool fine, std::string& error) {
    const auto constants = height_constants({true, true, false, true}, fine);
    const bool loaded = load_pass(mesh_[fine], "view/relief.frag", constants, {"u_sand", "u_stone", "u_surface"}, error,
                                  "view/relief.vert");
    return loaded ? &*mesh_[fine] : nullptr;
  }

  void make_rooms(Extent extent) {
    if (!too_small(picture_, extent)) return;
    const int width = rounded_up(extent.width), height = rounded_up(extent.height);
    glActiveTexture(GL_TEXTURE0);
    picture_ = Texture(kTexelRgba8, width, height, "sand in three dimensions");
    cells_ = Texture(kTexelRg16ui, width, height, "cells in three dimensions");
    depth_ = Texture(kTexelDepth, width, height, "depth in three dimensions");
    target_ = Framebuffer(picture_, cells_, "three dimensions");
    target_.bind();
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.name(), 0);
  }

  bool make_picture(const CellView& view, const SampleGrid& grid, const ReliefPictureKey& key,
                    const OrbitCamera& camera) {
    std::string error;
    if (!(key.light == lit_)) {
      if (!heights_.prepare(view, key.light.looks, grid, error)) return false;
      heights_.light(view, key.light.looks, grid);
      heights_.make_surface();
      lit_ = key.light;
    }
    const bool fine = key.light.looks.grain && !grid.reduced() && key.light.grains > 1;
    const Program* mesh = program(fine, error);
    if (mesh == nullptr) return false;
    target_.bind();
    glViewport(0, 0, key.width, key.height);
    const float base = -kBaseDepth * length_of(view.width, view.height);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    draw_mesh(*mesh, view, grid, key, camera, base);
    set_depth_range(1, 1);  // behind everything, where there is nothing else
    glDepthFunc(GL_LEQUAL);
    draw_table(view, key, camera, base);
    glDepthFunc(GL_LESS);
    set_depth_range(0, 1);
    glDisable(GL_DEPTH_TEST);
    return true;
  }

  static void set_space(const Program& program, const CellView& view, const OrbitCamera& camera, float base) {
    const glm::vec3 eye = camera.eye();
    glUniform3f(program.uniform("u_eye"), eye.x, eye.y, eye.z);
    glUniform1f(program.uniform("u_base"), base);
    glUniform2f(program.uniform("u_world"), static_cast<float>(view.width), static_cast<float>(view.height));
  }

  void draw_table(const CellView& view, const ReliefPictureKey& key, const OrbitCamera& camera, float base) {
    table_->use();
    set_space(*table_, view, camera, base);
    set_color(*table_, "u_surround", key.surround);
    const glm::mat4 inverse = glm::inverse(key.view_projection);
    glUniformMatrix4fv(table_->uniform("u_inverse"), 1, GL_FALSE, glm::value_ptr(inverse));
    glUniform2f(table_->uniform("u_size"), static_cast<float>(key.width), static_cast<float>(key.height));
    glBindVertexArray(passes_.no_vertices().get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  void draw_mesh(const Program& program, const CellView& view, const SampleGrid& grid, const ReliefPictureKey& key,
                 const OrbitCamera& camera, float base) {
    program.use();
    heights_.use_lit(program, grid);
    heights_.surface().bind(2);
    set_space(program, view, camera, base);
    const shading::Sun sun = shading::sun_of(key.light.looks);
    glUniform4f(program.uniform("u_sun"), sun.x, sun.y, sun.z, sun.slope);
    glUniformMatrix4fv(program.uniform("u_view_projection"), 1, GL_FALSE, glm::value_ptr(key.view_projection));
    glUniform1f(program.uniform("u_samples_per_cell"), 1 / grid.step);
    set_color(program, "u_haze", key.surround);
    const float length = length_of(view.width, view.height);
    glUniform1f(program.uniform("u_haze_from"), camera.distance() + 0.1f * length);
    glUniform1f(program.uniform("u_haze_to"), camera.distance() + 1.6f * length);
    const bool brush = key.brush.has_value();
    glUniform3f(program.uniform("u_brush"), brush ? static_cast<float>(key.brush->x) + 0.5f : 0.0f,
                brush ? static_cast<float>(key.brush->y) + 0.5f : 0.0f, brush ? key.brush_radius : -1.0f);
    // As many quads as samples, but not more than allowed.
    const double scale = std::min(1.0, std::sqrt(quads_most_ / (static_cast<double>(grid.width) * grid.height)));
    const Extent mesh{std::max(1, static_cast<int>(grid.width * scale)),
                      std::max(1, static_cast<int>(grid.height * scale))};
    glUniform2i(program.uniform("u_mesh"), mesh.width, mesh.height);
    glBindVertexArray(passes_.no_vertices().get());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (mesh.width + 3), mesh.height + 2);
  }

  // Unless a request is still pending.
  void ask_for_cell(const ReliefScene& scene) {
    const PixelRect& port = scene.camera.viewport();
    if (!scene.pointer) return;
    const auto x = static_cast<int>(std::floor(scene.pointer->x)) - port.x;
    const auto y = static_cast<int>(std::floor(scene.pointer->y)) - port.y;
    if (x < 0 || y < 0 || x >= port.width || y >= port.height) return pointed_.reset();
    if (texel_.is_under_way()) return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target_.name());
    glReadBuffer(GL_COLOR_ATTACHMENT1);
    texel_.begin(sizeof(Texel));
    AsyncRead::read(x, port.height - 1 - y, 1, 1, kTexelRg16ui);
    texel_.end();
    glReadBuffer(GL_COLOR_ATTACHMENT0);
  }

  int quads_most_;
  Passes passes_;
  HeightView heights_;
  std::optional<Program> table_, mesh_[2];
  Texture picture_, cells_, depth_;
  Framebuffer target_;
  AsyncRead texel_;  // of cells_, under the pointer
  std::optional<CellPoint> pointed_;
  LightKey lit_;
  ReliefPictureKey shown_;
};

}  // namespace

std::unique_ptr<ReliefView> ReliefView::create(int triangles_most, std::string& error) {
  auto view = std::make_unique<GlReliefView>(triangles_most);
  if (!view->start(error)) return nullptr;
  return view;
}

constexpr float kStartAzimuth = -24, kStartElevation = 38;  // degrees
constexpr float kFittingDistance = 1.5f;  // in lengths of the world; the world then fills most of the viewport
constexpr float kDegreesPerPixel = 0.3f;
constexpr float kDistanceMin = 4;  // cells
constexpr float kFarthest = 4;     // in lengths of the world

void OrbitCamera::fit(int world_width, int world_height) {
  world_width_ = world_width;
  world_height_ = world_height;
  target_ = {static_cast<float>(world_width) / 2, 0, static_cast<float>(world_height) / 2};
  azimuth_ = kStartAzimuth;
  elevation_ = kStartElevation;
  // In a narrow viewport the width sets the distance.
  const float length = length_of(world_width, world_height);
  distance_ = kFittingDistance * length / std::min(1.0f, aspect_of(viewport_) / 1.25f);
}

void OrbitCamera::orbit(double dx_pixels, double dy_pixels) {
  azimuth_ = std::remainder(azimuth_ - kDegreesPerPixel * static_cast<float>(dx_pixels), 360.0f);
  elevation_ = std::clamp(elevation_ + kDegreesPerPixel * static_cast<float>(dy_pixels), kElevationMin, kElevationMax);
}

void OrbitCamera::pan(double dx_pixels, double dy_pixels) {
  const PixelPoint middle{viewport_.x + viewport_.width / 2.0, viewport_.y + viewport_.height / 2.0};
  // Near the horizon a pixel is a long distance, so the movement is limited: otherwise the world would jump.
  const auto from = on_plane(middle, target_.y), to = on_plane({middle.x + dx_pixels, middle.y + dy_pixels}, target_.y);
  if (!from || !to) return;
  const glm::vec3 way = *to - *from;
  const float length = glm::length(way);
  if (length <= 0) return;
  target_ -= way * std::min(1.0f, distance_ / length);
  keep_in_reach();
}

void OrbitCamera::zoom_at(PixelPoint at, double factor) {
  if (!(factor > 0)) return;
  const float before = distance_;
  const auto anchor = on_plane(at, target_.y);
  const float farthest = kFarthest * length_of(world_width_, world_height_);
  distance_ = std::clamp(distance_ / static_cast<float>(factor), kDistanceMin, std::max(farthest, kDistanceMin));
  if (anchor && glm::length(*anchor - target_) < 2 * before) target_ += (*anchor - target_) * (1 - distance_ / before);
  keep_in_reach();
}

void OrbitCamera::keep_in_reach() {
  target_.x = std::clamp(target_.x, 0.0f, static_cast<float>(world_width_));
  target_.z = std::clamp(target_.z, 0.0f, static_cast<float>(world_height_));
}

glm::vec3 OrbitCamera::eye() const {
  const float a = glm::radians(azimuth_), e = glm::radians(elevation_);
  return target_ + distance_ * glm::vec3(-std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e));
}

glm::mat4 OrbitCamera::view_projection() const {
  const float length = length_of(world_width_, world_height_);
  const glm::mat4 projection = glm::perspective(glm::radians(kFieldOfView), aspect_of(viewport_), distance_ * 0.02f,
                                                distance_ + kFarthest * length);
  return projection * glm::lookAt(eye(), target_, glm::vec3(0, 1, 0));
}

Ray OrbitCamera::ray(PixelPoint pixel) const {
  const double x = (pixel.x - viewport_.x) / std::max(viewport_.width, 1) * 2 - 1;
  const double y = 1 - (pixel.y - viewport_.y) / std::max(viewport_.height, 1) * 2;
  const glm::vec4 beyond = glm::inverse(view_projection()) * glm::vec4(x, y, 1, 1);
  const glm::vec3 from = eye();
  return {from, glm::normalize(glm::vec3(beyond) / beyond.w - from)};
}

std::optional<glm::vec3> OrbitCamera::on_plane(PixelPoint pixel, float height) const {
  const Ray r = ray(pixel);
  if (std::abs(r.direction.y) < 1e-6f) return std::nullopt;
  const float way = (height - r.origin.y) / r.direction.y;
  if (way <= 0) return std::nullopt;
  return r.origin + way * r.direction;
}

std::optional<PixelPoint> OrbitCamera::to_pixel(glm::vec3 point) const {
  const glm::vec4 clip = view_projection() * glm::vec4(point, 1);
  if (clip.w <= 0) return std::nullopt;
  const glm::dvec2 device{clip.x / clip.w, clip.y / clip.w};
  return PixelPoint{viewport_.x + (device.x + 1) / 2 * viewport_.width,
                    viewport_.y + (1 - device.y) / 2 * viewport_.height};
}

}  // namespace repose
