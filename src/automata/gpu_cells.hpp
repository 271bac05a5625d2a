// Cells in textures, how edits are drawn into them, and the base of the gpu solvers that use them: the calls of a
// solver, the time of steps and the errors. An automaton adds its rules, its steps and what its texels hold. What is
// constructed with an `error` is unusable if that is not empty afterwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/step_queue.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

struct CellTexel {
  std::uint8_t index = 0, density = 0;
  std::uint8_t body = 0;  // conserving: the byte of Plane::bodies, while it needs it there
  std::uint8_t opaque = 255;
};
static_assert(sizeof(CellTexel) == 4);
// In a stamp: this cell of the world stays as it is. No cell of a world has this value.
inline constexpr CellTexel kTransparentTexel{0, 128, 0, 0};

// A rectangle of cells, ends exclusive: one instance of common/rects.vert.
struct CellRect {
  GLint x_begin, y_begin, x_end, y_end;
};

// Fails for worlds with more texels on a side than a texture of this GPU can have.
Status check_texture_size(int width, int height);

// An array texture of one level, with a framebuffer that draws into all its layers at once.
class LayeredCanvas {
 public:
  LayeredCanvas() = default;
  // Leaves the bindings of the active unit and of the framebuffer changed.
  LayeredCanvas(TexelFormat format, int width, int height, int layers, std::string_view label);
  GLuint name() const { return texture_.get(); }
  GLuint framebuffer() const { return framebuffer_.get(); }
  bool complete() const;
  void bind(int unit) const;

 private:
  GlTexture texture_;
  GlFramebuffer framebuffer_;
};

// Large worlds and stamps are copied in bands of rows of about this many cells, so that they need no second copy.
inline constexpr int kBandCells = 1 << 22;

// Cells in two textures, one or more a texel, and edits of them. All functions must be called under a GlStateGuard.
class CellPlanes {
 public:
  int width() const { return width_; }
  int height() const { return height_; }
  int cells_a_texel() const { return cells_a_texel_; }
  int columns() const { return (width_ + cells_a_texel_ - 1) / cells_a_texel_; }  // of texels
  PingPong& planes() { return planes_; }
  const PingPong& planes() const { return planes_; }
  const Texture& front() const { return planes_.front().texture; }
  explicit operator bool() const { return static_cast<bool>(planes_); }

  // Which elements a push moves; `border`: cells at the edge of the world that it leaves alone.
  void set_loose(const LooseTable& loose, int border = 0);
  // Returns the box of cells that may have changed, or empty. With more than one cell a texel, the back canvas then
  // holds the old cells of the box.
  std::optional<CellRect> apply(const Edit& edit);
  // Draws rectangles of a canvas. Precondition: `program` is the current program and uses common/rects.vert.
  void draw(const Program& program, const Canvas& canvas, const std::vector<CellRect>& rects) const;

 protected:
  // Files of fragment shaders, in which u_cells is in unit 0, u_stamp in unit 1, u_codes in unit 2, u_spans in 3.
  CellPlanes(std::string_view paint, std::string_view stamp, std::string_view push, std::string& error);
  ~CellPlanes() = default;

  // Binds what the shaders of edits read besides the cells. Leaves unit 0 active.
  virtual void bind_tables() const {}
  // Sets the input of the paint program that says what is painted.
  virtual void set_painted(const Program& program, std::uint8_t element) const = 0;
  virtual CellTexel stamped_texel(const EditedCell& cell) const = 0;
  int rows_per_band() const { return std::clamp(kBandCells / width_, 1, height_); }

  PingPong planes_;
  int width_ = 0, height_ = 0, cells_a_texel_ = 1;

 private:
  template <class Shape>
  std::optional<CellRect> paint(const Shape& edit);
  std::optional<CellRect> paint(const StampEdit& stamp);
  std::optional<CellRect> paint(const PushEdit& edit);
  std::optional<CellRect> paint(const AmountEdit&) { return std::nullopt; }  // no plane of amounts
  std::optional<CellRect> paint(const BodyEdit&) { return std::nullopt; }    // no heights
  // Makes it the current program, which reads the back canvas.
  void begin(const Program& program) const;
  // Copies what an edit reads: a texture cannot be read and drawn at the same time.
  void copy_to_back(const CellRect& box) const;
  // A rectangle that reaches the right edge also covers the copies after the last cell.
  GLint with_copies(int x_end) const { return x_end == width_ ? columns() * cells_a_texel_ : x_end; }

  Program paint_program_, stamp_program_, push_program_;
  GlVertexArray rects_vertices_ = make_gl_vertex_array();
  GlBuffer rects_buffer_ = make_gl_buffer();
  std::array<GLuint, kElementsMax / 8> looseness_{};
  int border_ = 0;
};

// Cells of one RGBA8 texel each, r = element index, g = its density: upload and download.
class GpuCells : public CellPlanes {
 public:
  explicit GpuCells(std::string& error);

  // The density of each element byte; bytes without an element should get that of the background.
  using Texels = std::array<CellTexel, kElementsMax>;
  void set_texels(const Texels& texels) { texels_ = texels; }
  // For automata that use more of a stamp than its elements.
  using StampedTexel = std::function<CellTexel(const EditedCell&)>;
  void set_stamped(StampedTexel texel_of) { stamped_ = std::move(texel_of); }

  Status upload(const World& world);
  // For automata with more data in a texel; called for each cell of the world in order.
  Status upload(int width, int height, const std::function<CellTexel(std::size_t)>& texel_at);
  void download(const std::function<void(std::size_t, CellTexel)>& take) const;

  // Draws all cells with the current program, which reads the front canvas from unit 0; then swaps.
  void draw_pass();

 private:
  void set_painted(const Program& program, std::uint8_t element) const override;
  CellTexel stamped_texel(const EditedCell& cell) const override {
    return stamped_ ? stamped_(cell) : texels_[cell.element];
  }

  GlVertexArray no_vertices_ = make_gl_vertex_array();
  Texels texels_{};
  StampedTexel stamped_;
};

// `Cells` derives from CellPlanes.
template <class Cells>
class GpuCellSolver : public Solver {
 public:
  Status upload(const World& world) final {
    const GlStateGuard guard;
    clear_gl_errors();
    if (Status status = write(world); !status) return status;
    stats_ = {};
    generation_ = next_view_generation();
    return {};
  }

  void apply(const Edit& edit) final {
    if (!cells_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    edit_cells(edit);
    note(check_gl_errors(text_id("Drawing on the GPU")));
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) final {
    if (!cells_ || !can_step()) return;
    const StepTimer timer(stats_, span.count);
    const GlStateGuard guard;
    clear_gl_errors();
    note(issue_steps(span, queue_));
    stats_.step_seconds += queue_.take_late_seconds();
    generation_ = next_view_generation();
  }

  void download(World& world) const final {
    world = empty_world(std::max(cells_.width(), 1), std::max(cells_.height(), 1));
    if (!cells_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    show();
    read(world);
    note(check_gl_errors(text_id("Reading the world back from the GPU")));
  }

  std::unique_ptr<WorldCapture> begin_capture() const final {
    if (!cells_) return nullptr;
    const GlStateGuard guard;
    clear_gl_errors();
    show();
    auto capture = begin_read();
    note(check_gl_errors(text_id("Reading the world back from the GPU")));
    return capture;
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = cell_count();
    return stats;
  }

  CellView view() const final {
    if (!cells_) return {};
    show();
    return {cells_.width(), cells_.height(), generation_, shown()};
  }

  Status health() const final { return health_; }

 protected:
  explicit GpuCellSolver(std::string& error) : cells_(error) {}

  // These are called while the state of GL is guarded. Cells exist, except in write() and empty_world().

  virtual Status issue_steps(const StepSpan& span, StepQueue& queue) = 0;
  virtual bool can_step() const { return true; }
  // Automata that keep their cells elsewhere between steps bring cells_ up to date here. Called before everything
  // except edits, steps and write().
  virtual void show() const {}
  virtual void edit_cells(const Edit& edit) { cells_.apply(edit); }
  virtual TextureCells shown() const = 0;
  virtual World empty_world(int width, int height) const { return World(width, height); }
  virtual Status write(const World& world) = 0;
  virtual void read(World& world) const = 0;
  virtual std::unique_ptr<WorldCapture> begin_read() const = 0;

  std::uint64_t cell_count() const {
    return static_cast<std::uint64_t>(cells_.width()) * static_cast<std::uint64_t>(cells_.height());
  }
  // Keeps the first failure, because it explains the later ones.
  void note(Status status) const {
    if (health_.ok()) health_ = std::move(status);
  }

  Cells cells_;

 private:
  StepQueue queue_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  mutable Status health_;  // mutable: the loss of the context may be noticed in a const function that reads back
};

// Null, with a sentence in `error`, on failure.
template <class GpuSolver, class... Arguments>
std::unique_ptr<Solver> make_solver_on_gpu(std::string& error, Arguments... arguments) {
  const GlStateGuard guard;
  clear_gl_errors();
  auto solver = std::make_unique<GpuSolver>(arguments..., error);
  return gpu_setup_succeeded(error) ? std::move(solver) : nullptr;
}

}  // namespace repose
