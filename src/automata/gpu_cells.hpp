// Cells in two textures of RGBA8 texels, r = element index, g = its density: upload, download and edits.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automata/gpu_push.hpp"
#include "core/edited_cells.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"
#include "repose/world_capture.hpp"

namespace repose {

struct CellTexel {
  std::uint8_t index = 0, density = 0, unused = 0, opaque = 255;
};
static_assert(sizeof(CellTexel) == 4);
// In a stamp: this cell of the world stays as it is. No cell of a world has this value.
inline constexpr CellTexel kTransparentTexel{0, 128, 0, 0};

// All functions must be called under a GlStateGuard.
class GpuCells {
 public:
  static std::optional<GpuCells> create(std::string& error);

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
  // The same, asynchronously.
  std::unique_ptr<WorldCapture> begin_download() const;
  // The same for automata with more data in a texel; called for each cell of the world in order.
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

  GpuCells(Program paint, Program stamp, GpuPush push);
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

}  // namespace repose
