// What the gpu solvers of fields share: textures for the field and for the ground under it, and a
// FieldWorld in memory that is updated when it is read or edited.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "automata/field/field_solver.hpp"
#include "automata/field/field_world.hpp"
#include "automata/gpu_cells.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/read_back.hpp"
#include "gl/step_queue.hpp"
#include "repose/cell_view.hpp"

namespace repose {

// A field in a texture, in squares of 4 x 4 cells: a fragment computes a whole square, so that it reads what is around
// it once for 16 cells. kSquareSide in repose/cell_view.hpp describes the layout.
//
// The margin, and the cells of the last squares that are beyond the world, hold the value of the rim. So passes need no
// test for cells outside the world: no rule changes a cell that is a rim.
class FieldSquares : public LayeredCanvas {
 public:
  FieldSquares() = default;
  // Every cell holds `rim`. Precondition: a StateGuard.
  FieldSquares(int width, int height, std::int32_t rim, std::string_view label)
      : LayeredCanvas(kTexelRgba32i, squares_over(width) + 2, squares_over(height) + 2, kLayers, label),
        columns_(squares_over(width)),
        rows_(squares_over(height)) {
    const GLint all[] = {rim, rim, rim, rim};
    for (int layer = 0; layer < kLayers; ++layer) glClearBufferiv(GL_COLOR, layer, all);
  }

  // Draws the squares that hold cells of the box, or all with their margin, with the current program and vertex array.
  void draw(const FieldBox& box) const {
    const int x = box.x_begin / kSquareSide, y = box.y_begin / kSquareSide;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
    glViewport(1 + x, 1 + y, squares_over(box.x_end) - x, squares_over(box.y_end) - y);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  void draw_with_margin() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
    glViewport(0, 0, columns_ + 2, rows_ + 2);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  // The cells of the box, and those up to three columns beside it that share a texel with them.
  // Rows of a layer are every fourth row of the plane: rows of stride() texels, because a texel holds four values.
  void write(const FieldPlane& field, const FieldBox& box) const {
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
  void read(FieldPlane& field, const FieldBox& box) const {
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

  // Reads all squares without their margin, layer by layer; take() puts the texels into a field of the same size.
  std::vector<ReadBackSource> sources() const {
    std::vector<ReadBackSource> layers;
    for (GLenum layer = 0; layer < kLayers; ++layer)
      layers.push_back({framebuffer(), GL_COLOR_ATTACHMENT0 + layer, 1, 1, columns_, rows_, kTexelRgba32i});
    return layers;
  }
  static void take(const TexelBytes* layers, FieldPlane& field) {
    const auto row_texels = static_cast<std::size_t>(squares_over(field.width()));
    for (int y = 0; y < field.height(); ++y) {
      const std::size_t first = static_cast<std::size_t>(y / kSquareSide) * row_texels * kSquareSide;
      std::memcpy(field.row(y), layers[y % kSquareSide].data() + first * sizeof(std::int32_t),
                  static_cast<std::size_t>(field.width()) * sizeof(std::int32_t));
    }
  }

 private:
  static constexpr int kLayers = kSquareSide;
  static_assert(FieldPlane::kBlock % kSquareSide == 0, "rows are padded to whole texels");

  static int squares_over(int cells) { return (cells + kSquareSide - 1) / kSquareSide; }

  // The texels of one layer that hold cells of a box, without the margin.
  struct LayerPart {
    int x, y, width, height;
    int first_row;  // of cells
  };
  static LayerPart part_of_layer(const FieldBox& box, int layer) {
    const int first_row = box.y_begin + (layer - box.y_begin % kLayers + kLayers) % kLayers;
    const int x = box.x_begin / kSquareSide;
    return {x, first_row / kSquareSide, squares_over(box.x_end) - x,
            first_row < box.y_end ? squares_over(box.y_end - first_row) : 0, first_row};
  }

  int columns_ = 0, rows_ = 0;  // of squares, without the margin
};

inline constexpr TexelFormat kTexelRg32i{GL_RG32I, GL_RG_INTEGER, GL_INT};

// What the ground does to the field above it in each step.
enum class GroundAction : std::uint8_t { none, pours, drains };

// What is under a cell of the field, as RGBA8.
struct GroundTexel {
  std::uint8_t element = 0;  // the byte of the solver's picture
  std::uint8_t wetness = 0;
  GroundAction action = GroundAction::none;
  std::uint8_t opaque = 255;
};
static_assert(sizeof(GroundTexel) == 4);

// The constants of shaders/common/patch.glsl and squares.glsl and of the ground.
inline std::vector<ShaderConstant> field_constants() {
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

// A pass over the field. Its textures: u_cells in unit 0, u_ground in unit 1, u_patch, the edit, in unit 2.
inline Program load_field_program(std::string_view fragment, std::span<const ShaderConstant> constants,
                                  std::string& error) {
  constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_ground", 1}, {"u_patch", 2}};
  return Program::load({"common/fullscreen.vert", fragment}, constants, error, kUnits);
}

class GpuFieldPlanes {
 public:
  // Every cell and what is beyond the world holds `rim`.
  Status make(int width, int height, std::int32_t rim) {
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
  explicit GpuFieldPlanes(std::string& error)
      : copy_(load_field_program("common/copy_squares.frag", field_constants(), error)) {}

  void write(const FieldPlane& field, const FieldBox& box) const { front().write(field, box); }
  void read(FieldPlane& field, const FieldBox& box) const { front().read(field, box); }
  void write(const std::vector<GroundTexel>& texels) const {
    ground.front().texture.write(0, 0, width_, height_, texels.data(), width_);
  }
  std::vector<GroundTexel> read_ground(const FieldBox& box) const {
    const int width = box.x_end - box.x_begin, height = box.y_end - box.y_begin;
    std::vector<GroundTexel> texels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    ground.front().framebuffer.bind();
    glReadPixels(box.x_begin, box.y_begin, width, height, kTexelRgba8.format, kTexelRgba8.type, texels.data());
    return texels;
  }

  const FieldSquares& front() const { return cells_[front_]; }
  // Draws all cells with a program that is in use.
  void draw_cells() {
    bind();
    front_ = 1 - front_;
    front().draw(all());
  }
  void draw_ground() {
    bind();
    ground.back().framebuffer.draw(no_vertices_);
    ground.swap();
  }
  // Draws the cells of a box, and the other cells of their squares, with a program that is in use and leaves cells
  // outside the box as they are. Costs as much as the box is large.
  // A texture cannot be read and drawn at the same time: the box is drawn into the other texture and copied back. If
  // that is most of the world, all of it is drawn, and the textures change places.
  void draw_cells(const FieldBox& box) {
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
  // Draws the changes of an edit, with two programs that have the uniforms of shaders/common/patch.glsl and their own.
  void draw_patch(const EditPatch& patch, const Program& cells_program, const Program& ground_program) {
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
  void set_rim(std::int32_t rim) {
    if (rim == rim_) return;
    rim_ = rim;
    use_copy();
    for (int twice = 0; twice < 2; ++twice) {
      bind();
      front_ = 1 - front_;
      front().draw_with_margin();
    }
  }

  FieldBox all() const { return {0, 0, width_, height_}; }
  explicit operator bool() const { return static_cast<bool>(ground); }

  PingPong ground;

 private:
  void bind() const {
    front().bind(0);
    ground.front().texture.bind(1);
    glBindVertexArray(no_vertices_.get());
  }
  void use_copy() const {
    copy_.use();
    glUniform2i(copy_.uniform("u_size"), width_, height_);
    glUniform1i(copy_.uniform("u_rim"), rim_);
  }

  int width_ = 0, height_ = 0;
  std::int32_t rim_ = 0;
  FieldSquares cells_[2];
  std::size_t front_ = 0;
  Program copy_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
};

template <class FieldWorld>
class GpuFieldSolver : public FieldSolver<FieldWorld> {
 public:
  CellView view() const override {
    if (!planes_) return {};
    TextureCells shown{.cells = planes_.ground.front().texture.name()};
    if constexpr (FieldWorld::kPlane == Plane::height) {
      shown.texels = CellTexels::wall_wetness;
      shown.height = planes_.front().name();
    } else {
      shown.mass = planes_.front().name();
    }
    return {world_.width(), world_.height(), this->generation(), shown};
  }
  Status load(const Ruleset& ruleset) override {
    ruleset_ = std::make_shared<const Ruleset>(ruleset);
    return FieldSolver<FieldWorld>::load(ruleset);
  }
  std::unique_ptr<WorldCapture> begin_capture() const override {
    if (!planes_ || !behind_) return nullptr;
    const GlStateGuard guard;
    clear_gl_errors();
    std::vector<std::int32_t> packed;
    if constexpr (FieldWorld::kPlane == Plane::height) packed = world_.packed_plane();
    std::vector<ReadBackSource> sources = planes_.front().sources();
    sources.push_back(whole(planes_.ground.front(), kTexelRgba8));
    auto capture = begin_read_back(sources, [ruleset = ruleset_, width = world_.width(), height = world_.height(),
                                             packed = std::move(packed)](const std::vector<TexelBytes>& texels) {
      return decode(*ruleset, width, height, texels, packed);
    });
    note(check_gl_errors(text_id("Reading the world back from the GPU")));
    return capture;
  }
  Status health() const override { return health_; }

 protected:
  using FieldSolver<FieldWorld>::world_;

  explicit GpuFieldSolver(std::string& error) : planes_(error) {}

  // `element`: of the picture, at (x, y).
  virtual GroundTexel ground_texel(std::uint8_t element, int x, int y) const = 0;
  // Derived classes also define take_ground(FieldWorld&, const std::vector<GroundTexel>&), which applies changes of the
  // ground. draw_patch draws the patch of an edit, with the GL state guarded. False if the edit changes more than the
  // cells under it.
  virtual bool draw_patch(const EditPatch& patch) = 0;
  // Sets the uniforms that are the same in all steps of a span; issues one step. With the GL state guarded.
  virtual void prepare_steps() = 0;
  virtual void issue_step(const StepSpan& span, std::uint64_t step) = 0;

  Status take_world() override {
    const GlStateGuard guard;
    clear_gl_errors();
    if (Status status = planes_.make(world_.width(), world_.height(), world_.field().at(-1, 0)); !status) return status;
    write();
    return check_gl_errors(text_id("Copying the world to the GPU"));
  }

  bool apply_elsewhere(const Edit& edit) override {
    if (!planes_) return false;
    if constexpr (FieldWorld::kPlane == Plane::height) {
      if (const auto box = world_.local_box(edit)) return apply_locally(edit, *box);
    }
    const auto patch = make_patch(edit, world_.roles(), FieldWorld::kPlane, world_.width(), world_.height());
    if (!patch) return false;
    if (patch->box.empty()) return true;
    const GlStateGuard guard;
    clear_gl_errors();
    if (!draw_patch(*patch)) return false;
    world_.expect(*patch);
    behind_ = true;
    note(check_gl_errors(text_id("Drawing on the GPU")));
    return true;
  }

  // An edit that the processor does, with the heights of a box alone: only these are read back and written.
  bool apply_locally(const Edit& edit, const FieldBox& box) {
    if (box.empty()) {
      world_.apply(edit);
      return true;
    }
    const GlStateGuard guard;
    clear_gl_errors();
    if (behind_) {
      planes_.read(world_.field(), box);
      take_ground_in(world_, box, planes_.read_ground(box));
    }
    world_.apply(edit);
    planes_.write(world_.field(), box);
    note(check_gl_errors(text_id("Drawing on the GPU")));
    return true;
  }

  // Every step reads them, so there is nothing else to update than the rim.
  void take_parameters() override {
    world_.take_parameters();
    if (!planes_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    planes_.set_rim(world_.field().at(-1, 0));
    note(check_gl_errors(text_id("Changing the border on the GPU")));
  }

  void take_edit(const FieldBox&) override {
    if (!planes_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    write();
    note(check_gl_errors(text_id("Drawing on the GPU")));
  }

  bool take_steps(const StepSpan& span) override {
    if (!planes_) return false;
    const GlStateGuard guard;
    clear_gl_errors();
    behind_ = true;
    prepare_steps();
    note(queue_.take(span.count, [&](std::uint64_t k) {
      issue_step(span, span.first_step + k);
      return static_cast<std::uint64_t>(world_.width()) * static_cast<std::uint64_t>(world_.height());
    }));
    return true;
  }
  double take_late_seconds() override { return queue_.take_late_seconds(); }

  void fetch() const override {
    if (!planes_ || !behind_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    planes_.read(world_.field(), planes_.all());
    take_ground(world_, planes_.read_ground(planes_.all()));
    behind_ = false;
    note(check_gl_errors(text_id("Reading the world back from the GPU")));
  }

  void write() {
    planes_.write(world_.field(), planes_.all());
    std::vector<GroundTexel> texels;
    const std::uint8_t* element = world_.picture();
    for (int y = 0; y < world_.height(); ++y) {
      for (int x = 0; x < world_.width(); ++x) texels.push_back(ground_texel(*element++, x, y));
    }
    planes_.write(texels);
    behind_ = false;
  }

  // Keeps the first failure, because it explains the later ones.
  void note(Status status) const {
    if (health_.ok()) health_ = std::move(status);
  }

  GpuFieldPlanes planes_;

 private:
  // For a world that has just been read back and has these rules.
  static World decode(const Ruleset& ruleset, int width, int height, const std::vector<TexelBytes>& texels,
                      const std::vector<std::int32_t>& packed) {
    FieldWorld field;
    field.load(ruleset);
    field.upload(World(width, height));
    FieldSquares::take(texels.data(), field.field());
    std::vector<GroundTexel> ground(texels.back().size() / sizeof(GroundTexel));
    std::memcpy(ground.data(), texels.back().data(), texels.back().size());
    take_ground(field, ground);
    if constexpr (FieldWorld::kPlane == Plane::height) field.set_packed(packed);
    World world;
    field.download(world);
    return world;
  }

  std::shared_ptr<const Ruleset> ruleset_ = std::make_shared<const Ruleset>();
  StepQueue queue_;
  mutable bool behind_ = false;  // `world_` is older than the textures
  mutable Status health_;        // mutable: the loss of the context may be noticed in a const function that reads back
};

}  // namespace repose
