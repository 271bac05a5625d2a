// What the gpu solvers of fields share: textures for the field and for the ground under it, and a FieldWorld in memory
// that is updated when it is read or edited.
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "automata/field/edit_patch.hpp"
#include "automata/field/field_solver.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/read_back.hpp"
#include "gl/state_guard.hpp"
#include "gl/step_queue.hpp"

namespace repose {

inline constexpr TexelFormat kTexelRg32i{GL_RG32I, GL_RG_INTEGER, GL_INT};
inline constexpr TexelFormat kTexelRgba32i{GL_RGBA32I, GL_RGBA_INTEGER, GL_INT};

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

// The constants of shaders/common/patch.glsl and of the ground, and then those of an automaton.
std::vector<ShaderConstant> field_constants(std::initializer_list<ShaderConstant> own);

// A pass over the field. Its textures: u_cells in unit 0, u_ground in unit 1; in unit 2 `between`, what the first of
// the two passes hands to the second, or u_patch, the edit. On failure nothing, and a sentence in `error`.
std::optional<Program> load_field_program(std::string_view fragment, const char* between,
                                          std::span<const ShaderConstant> constants, std::string& error);

class GpuFieldPlanes {
 public:
  // `between`: the format in which the first of the two passes writes for the second.
  Status make(int width, int height, TexelFormat between);

  void write(const FieldPlane& field) const { write(field, {0, 0, field.width(), field.height()}); }
  void read(FieldPlane& field) const { read(field, {0, 0, field.width(), field.height()}); }
  void write(const FieldPlane& field, const FieldBox& box) const;
  void read(FieldPlane& field, const FieldBox& box) const;
  void write(const std::vector<GroundTexel>& ground) const;
  std::vector<GroundTexel> read_ground() const;
  std::vector<GroundTexel> read_ground(const FieldBox& box) const;

  // Draws all cells of a canvas with a program that is in use.
  void draw(const Canvas& target) const;
  // Draws the changes of an edit, with two programs that have the uniforms of shaders/common/patch.glsl and their own.
  void draw_patch(const EditPatch& patch, const Program& cells_program, const Program& ground_program) const;
  static void bind(int unit, const Canvas& source);

  explicit operator bool() const { return static_cast<bool>(cells); }

  PingPong cells, ground;
  Canvas between;

 private:
  static void copy_to_back(const PingPong& planes, const FieldBox& box);

  GlVertexArray no_vertices_;
};

template <class FieldWorld>
class GpuFieldSolver : public FieldSolver<FieldWorld> {
 public:
  CellView view() const override {
    if (!planes_) return {};
    TextureCells shown{.cells = planes_.ground.front().texture.name()};
    if constexpr (FieldWorld::kPlane == Plane::height) {
      shown.texels = CellTexels::wall_wetness;
      shown.height = planes_.cells.front().texture.name();
    } else {
      shown.mass = planes_.cells.front().texture.name();
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
    auto capture = begin_read_back(
        {{&planes_.cells.front(), kTexelR32i}, {&planes_.ground.front(), kTexelRgba8}},
        [ruleset = ruleset_, width = world_.width(), height = world_.height(), packed = std::move(packed)](
            const std::vector<TexelBytes>& texels) { return decode(*ruleset, width, height, texels, packed); });
    note(check_gl_errors("Reading the world back from the GPU"));
    return capture;
  }
  Status health() const override { return health_; }

 protected:
  using FieldSolver<FieldWorld>::world_;

  virtual TexelFormat between_format() const = 0;
  virtual std::vector<GroundTexel> ground_texels() const = 0;
  // Derived classes also define take_ground(FieldWorld&, const std::vector<GroundTexel>&), which takes over changes of
  // the ground. draw_patch draws the patch of an edit, with the GL state guarded. False if the edit changes more than
  // the cells under it.
  virtual bool draw_patch(const EditPatch& patch) = 0;
  // Issues one step, with the GL state guarded.
  virtual void issue_step(const StepSpan& span, std::uint64_t step) = 0;

  Status take_world() override {
    const GlStateGuard guard;
    clear_gl_errors();
    GpuFieldPlanes planes;
    if (Status status = planes.make(world_.width(), world_.height(), between_format()); !status) return status;
    planes_ = std::move(planes);
    write();
    return check_gl_errors("Copying the world to the GPU");
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
    note(check_gl_errors("Drawing on the GPU"));
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
    note(check_gl_errors("Drawing on the GPU"));
    return true;
  }

  // Every step reads them, so there is nothing else to update.
  void take_parameters() override { world_.take_parameters(); }

  void take_edit(const FieldBox&) override {
    if (!planes_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    write();
    note(check_gl_errors("Drawing on the GPU"));
  }

  bool take_steps(const StepSpan& span) override {
    if (!planes_) return false;
    const GlStateGuard guard;
    clear_gl_errors();
    behind_ = true;
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
    planes_.read(world_.field());
    take_ground(world_, planes_.read_ground());
    behind_ = false;
    note(check_gl_errors("Reading the world back from the GPU"));
  }

  void write() {
    planes_.write(world_.field());
    planes_.write(ground_texels());
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
    const std::size_t row_bytes = static_cast<std::size_t>(width) * sizeof(std::int32_t);
    for (int y = 0; y < height; ++y)
      std::memcpy(field.field().row(y), &texels[0][static_cast<std::size_t>(y) * row_bytes], row_bytes);
    std::vector<GroundTexel> ground(texels[1].size() / sizeof(GroundTexel));
    std::memcpy(ground.data(), texels[1].data(), texels[1].size());
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

// Null, with a sentence in `error`, on failure. `GpuSolver` derives from GpuFieldSolver and has make_programs(error).
template <class GpuSolver>
std::unique_ptr<Solver> make_gpu_field_solver(std::string& error) {
  auto solver = std::make_unique<GpuSolver>();
  const GlStateGuard guard;
  clear_gl_errors();
  if (!solver->make_programs(error) || !gpu_setup_succeeded(error)) return nullptr;
  return solver;
}

}  // namespace repose
