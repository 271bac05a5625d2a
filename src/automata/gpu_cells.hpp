// Cells in textures, a cell a texel, and the base of the gpu solvers that use them: the calls of a solver, the time of
// steps and the errors. An automaton adds its rules, its steps and what its texels hold.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/edited_cells.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/step_queue.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"
#include "repose/world_capture.hpp"

namespace repose {

// Pushes on the GPU, for both layouts of cells: a program whose fragment shader includes common/push.glsl. All
// functions must be called under a GlStateGuard.
class GpuPush {
 public:
  // The unit of the texture of spans; u_cells is in unit 0.
  static constexpr int kSpansUnit = 3;

  // Unusable if `error` is not empty afterwards.
  GpuPush(ProgramFiles files, std::string& error);

  void set_loose(const LooseTable& loose);
  // Cells at the edge of the world that are not pushed: 0, or 1 if the border is kept empty.
  void set_border(int cells) { border_ = cells; }

  // The box of the cells that an edit may change; empty if there are none.
  std::optional<CellBox> box_of(const PushEdit& edit, int width, int height);
  // Makes the program current and sets its inputs for the edit of the last box_of(). Leaves unit 0 active.
  void use(const PushEdit& edit, int width, int height);
  const Program& program() const { return program_; }

 private:
  Program program_;
  std::array<GLuint, kElementsMax / 8> looseness_{};
  int border_ = 0;
  std::vector<Span> spans_;
  Texture spans_texture_;
};

struct CellTexel {
  std::uint8_t index = 0, density = 0;
  std::uint8_t body = 0;  // conserving: the byte of Plane::bodies, while it needs it there
  std::uint8_t opaque = 255;
};
static_assert(sizeof(CellTexel) == 4);
// In a stamp: this cell of the world stays as it is. No cell of a world has this value.
inline constexpr CellTexel kTransparentTexel{0, 128, 0, 0};

// Cells in two textures of RGBA8 texels, r = element index, g = its density: upload, download and edits. All functions
// must be called under a GlStateGuard.
class GpuCells {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit GpuCells(std::string& error);

  // The density of each element byte; bytes without an element should get that of the background.
  using Texels = std::array<CellTexel, kElementsMax>;
  void set_texels(const Texels& texels) { texels_ = texels; }
  // For automata that use more of a stamp than its elements.
  using StampedTexel = std::function<CellTexel(const EditedCell&)>;
  void set_stamped(StampedTexel texel_of) { stamped_ = std::move(texel_of); }

  // Which elements a push moves; `border`: cells at the edge of the world that it leaves alone.
  void set_loose(const LooseTable& loose, int border = 0);

  Status upload(const World& world);
  void download(World& world) const;
  // As download(), asynchronously.
  std::unique_ptr<WorldCapture> begin_download() const;
  // As above, for automata with more data in a texel; called for each cell of the world in order.
  Status upload(int width, int height, const std::function<CellTexel(std::size_t)>& texel_at);
  void download(const std::function<void(std::size_t, CellTexel)>& take) const;
  void apply(const Edit& edit);

  int width() const { return width_; }
  int height() const { return height_; }
  const Texture& front() const { return planes_.front().texture; }
  PingPong& planes() { return planes_; }
  const PingPong& planes() const { return planes_; }
  // Draws all cells with the current program, which reads the front canvas from unit 0; then swaps.
  void draw_pass();
  explicit operator bool() const { return static_cast<bool>(planes_); }

 private:
  // Ends exclusive: one instance of common/rects.vert.
  struct Rect {
    GLint x_begin, y_begin, x_end, y_end;
  };

  int rows_per_band() const;
  template <class Shape>
  void paint(const Shape& edit);
  void paint(const StampEdit& stamp);
  void draw_stamp(const StampEdit& stamp, const Rect& rect) const;  // the part of the stamp in the rectangle
  void paint(const AmountEdit&) {}                                  // no plane of amounts
  void paint(const BodyEdit&) {}                                    // no heights
  void paint(const PushEdit& edit);
  void copy_to_back(const std::vector<Rect>& rects) const;
  void draw(const Program& program, const std::vector<Rect>& rects) const;

  Program paint_program_, stamp_program_;
  GpuPush push_;
  GlVertexArray no_vertices_, rects_vertices_;
  GlBuffer rects_buffer_;
  PingPong planes_;
  Texels texels_{};
  StampedTexel stamped_;
  int width_ = 0, height_ = 0;
};

class GpuCellSolver : public Solver {
 public:
  Status upload(const World& world) final;
  void apply(const Edit& edit) final;
  void step(const StepSpan& span) final;
  void download(World& world) const final;
  std::unique_ptr<WorldCapture> begin_capture() const final;
  SolverStats stats() const override;
  CellView view() const final;
  Status health() const final { return health_; }

 protected:
  GpuCellSolver(GpuCells cells, CellTexels texels) : cells_(std::move(cells)), texels_(texels) {}

  // These are called while the state of GL is guarded. Cells exist, except in write() and empty_world().

  // Issues one step; returns how many cells it updates.
  virtual std::uint64_t issue_step(std::uint64_t seed, std::uint64_t step) = 0;
  // Called before the steps of one call.
  virtual void begin_steps() {}
  // Automata that keep their cells elsewhere between steps bring cells_ up to date here. Called before everything
  // except steps and write().
  virtual void show() const {}
  // Called before an edit.
  virtual void before_edit(const Edit&) {}
  // Does an edit that does not change cells_; false for all others.
  virtual bool edit_elsewhere(const Edit&) { return false; }
  // Called after an edit of cells_.
  virtual void cells_edited() {}
  // Automata with more in a texel than its element replace these four.
  virtual World empty_world(int width, int height) const { return World(width, height); }
  virtual Status write(const World& world) { return cells_.upload(world); }
  virtual void read(World& world) const { cells_.download(world); }
  virtual std::unique_ptr<WorldCapture> begin_read() const { return cells_.begin_download(); }

  std::uint64_t cell_count() const;
  // Keeps the first failure, because it explains the later ones.
  void note(Status status) const;

  GpuCells cells_;

 private:
  CellTexels texels_;
  StepQueue queue_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  mutable Status health_;  // mutable: the loss of the context may be noticed in a const function that reads back
};

}  // namespace repose
