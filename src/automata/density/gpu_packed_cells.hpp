// The cells of the density automaton in two textures of RGBA32UI, 16 or 8 codes a texel: upload, download, painting,
// stamps; everything except steps. Texel row 0 is the top row of the world. Copies of a row's last cell fill its last
// texel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automata/density/gpu_codes.hpp"
#include "automata/gpu_push.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "repose/edit.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"
#include "repose/world_capture.hpp"

namespace repose::density {

// A rectangle of cells, ends exclusive: one instance of density/rects.vert.
struct CellRect {
  GLint x_begin, y_begin, x_end, y_end;
};

class PackedCells {
 public:
  // Units of the textures in all shaders of the automaton.
  static constexpr int kCellsUnit = 0, kRulesUnit = 1, kCodesUnit = 2;

  // Null, with a sentence in `error`, on failure.
  static std::unique_ptr<PackedCells> create(std::string& error);

  // For other rules: the world must be uploaded again.
  void set_codes(const CellCodes& codes);
  const CellCodes& codes() const { return *codes_; }
  // Which elements a push moves.
  void set_loose(const LooseTable& loose) { push_.set_loose(loose); }

  // Uploads a world of any size; after a failure the old world stays.
  Status write(const World& world);
  // Downloads into the planes that `world` has. Precondition: it has the right size.
  void read(World& world) const;
  // The same, asynchronously; the result is a world with those planes.
  std::unique_ptr<WorldCapture> begin_read(PlaneSet planes) const;

  bool empty() const { return !canvases_; }
  int width() const { return width_; }
  int height() const { return height_; }
  int cells_a_texel() const { return 128 / codes_->cell_bits(); }
  int columns() const { return (width_ + cells_a_texel() - 1) / cells_a_texel(); }

  const Canvas& front() const { return canvases_.front(); }
  const Canvas& back() const { return canvases_.back(); }
  void swap() { canvases_.swap(); }
  const Texture& codes_texture() const { return codes_texture_; }
  const Texture& rules_texture() const { return rules_texture_; }
  void bind_tables() const;  // leaves unit 0 active

  // Returns the box of cells that may have changed, or empty. The back canvas then holds the old cells of the box.
  std::optional<CellRect> paint(const StrokeEdit& edit) { return paint_shape(edit); }
  std::optional<CellRect> paint(const RectEdit& edit) { return paint_shape(edit); }
  std::optional<CellRect> paint(const StampEdit& stamp);
  std::optional<CellRect> paint(const PushEdit& edit);
  std::optional<CellRect> paint(const BodyEdit&) { return std::nullopt; }    // this automaton has no heights
  std::optional<CellRect> paint(const AmountEdit&) { return std::nullopt; }  // this automaton has no plane of amounts

  // Draws rectangles of a canvas. Precondition: `program` is the current program and uses density/rects.vert.
  void draw(const Program& program, const Canvas& canvas, const std::vector<CellRect>& rects) const;

 private:
  PackedCells(Program paint, Program stamp, GpuPush push);
  template <class Shape>
  std::optional<CellRect> paint_shape(const Shape& edit);
  // Draws the part of the stamp in a rectangle.
  void draw_stamp(const StampEdit& stamp, const CellRect& rect) const;
  std::vector<RgbaTexel> stamp_texels(const StampEdit& stamp, const CellRect& rect) const;
  void write_rows(const World& world, const Texture& texture) const;
  void copy_to_back(const CellRect& box) const;
  // A rectangle that reaches the right edge also covers the copies after the last cell.
  GLint with_copies(int x_end) const { return x_end == width_ ? columns() * cells_a_texel() : x_end; }

  Program paint_program_, stamp_program_;
  GpuPush push_;
  GlVertexArray rects_vertices_;
  GlBuffer rects_buffer_;
  Texture rules_texture_, codes_texture_;
  std::shared_ptr<const CellCodes> codes_ = std::make_shared<const CellCodes>();
  PingPong canvases_;
  int width_ = 0, height_ = 0;
};

}  // namespace repose::density
