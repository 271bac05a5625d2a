// The cells of the density automaton in two textures of RGBA32UI, 16 or 8 codes a texel: upload, download, painting,
// stamps; everything except steps. Texel row 0 is the top row of the world. Copies of a row's last cell fill its last
// texel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automata/density/density.hpp"
#include "automata/gpu_cells.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "repose/edit.hpp"
#include "repose/solver.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"
#include "repose/world_capture.hpp"

namespace repose::density {

// How the gpu backend of the density automaton stores a cell: as a code of 8 or 16 bits, many codes in a texel.
//
// 8 bits if the density is a function of the element. Codes ascend with density, and elements of one density share a
// block of 2^m codes, so a mask turns a code into its *rank*, the first code of the block: ranks have the order of the
// densities. Each quarter of the 256 codes has its own m. A ruleset that does not fit (for example with more than 64
// elements of one density) uses element indices as codes, and a table gives the ranks, which are the densities.
//
// 16 bits if the density plane is state: the index in the low byte, the density, which is the rank, in the high byte.
struct RgbaTexel {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
};
static_assert(sizeof(RgbaTexel) == 4);

class CellCodes {
 public:
  enum class Kind : std::uint8_t { masked, tabled, wide };
  static constexpr int kKindCount = 3;

  CellCodes() : CellCodes(RuleTable()) {}
  explicit CellCodes(const RuleTable& rules);

  Kind kind() const { return kind_; }
  int cell_bits() const { return kind_ == Kind::wide ? 16 : 8; }
  const RuleTable& rules() const { return rules_; }

  std::uint16_t code_of(Outcome cell) const {
    return kind_ == Kind::wide ? static_cast<std::uint16_t>(cell.density << 8 | cell.index) : codes_[cell.index];
  }
  Outcome cell_of(std::uint16_t code) const {
    if (kind_ == Kind::wide) return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8)};
    return {elements_[code], rules_.density_of(elements_[code])};
  }

  // The new code of a cell, by low bytes of codes: row = its own, column = its partner's. r and g = low and high byte
  // of the new code.
  std::vector<RgbaTexel> rule_texels() const;
  // By the low byte of a code: r = element index, g = density, b = 255 if it leaves at an open edge.
  std::vector<RgbaTexel> code_texels() const;

  // For masked codes: the mask of a code with top bits b7 and b6 is m[0] ^ b7 * m[1] ^ b6 * m[2] ^ b7 * b6 * m[3].
  const std::array<std::uint8_t, 4>& rank_masks() const { return rank_masks_; }
  // The smallest rank of walls.
  std::uint16_t wall_rank() const { return wall_rank_; }

 private:
  bool assign_masked();

  RuleTable rules_;
  Kind kind_ = Kind::masked;
  std::array<std::uint8_t, kElementsMax> codes_{}, elements_{};  // by element, by code
  std::array<std::uint8_t, 4> rank_masks_{};
  std::uint16_t wall_rank_ = 0;
};

// A rectangle of cells, ends exclusive: one instance of density/rects.vert.
struct CellRect {
  GLint x_begin, y_begin, x_end, y_end;
};

class PackedCells {
 public:
  // Units of the textures in all shaders of the automaton.
  static constexpr int kCellsUnit = 0, kRulesUnit = 1, kCodesUnit = 2;

  // Unusable if `error` is not empty afterwards.
  explicit PackedCells(std::string& error);

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

// The shaders that compute steps of the density automaton: a fragment shader for one step, and, if wanted, a compute
// shader for up to kStepsAtOnce steps in one pass over memory (shaders/density/steps.comp). Both give the same bytes.
class GpuSteps {
 public:
  static constexpr int kStepsAtOnce = 4;

  // `in_compute`: several steps at once; load() fails without OpenGL 4.3.
  explicit GpuSteps(bool in_compute) : in_compute_(in_compute) {}

  // Loads the shaders that such codes need, unless they are loaded: so the program starts without waiting for the
  // others. False, with a sentence in `error`, on failure.
  bool load(CellCodes::Kind kind, bool open_edge, std::string& error);

  // How many of `count` steps the next take() can take, if nothing has to happen between them.
  int at_once(std::uint64_t count) const {
    return in_compute_ ? static_cast<int>(std::min<std::uint64_t>(count, kStepsAtOnce)) : 1;
  }

  // Call before take() and draw_rim(). Sets the inputs that depend on rules and world, and binds the textures that all
  // steps read. Precondition: load() for the codes of the cells.
  void prepare(const PackedCells& cells, bool open_edge) const;
  // Takes steps from the front canvas to the back one, as in a closed world: `count` <= at_once(). `bias`: of the first
  // of them; steps alternate. One step is always drawn, because a tile's rim would cost more than its memory saves.
  void take(const PackedCells& cells, Bias bias, int count) const;
  // Draws the rim of the back canvas again, without what leaves at an open edge in this step.
  void draw_rim(const PackedCells& cells, Bias bias) const;

 private:
  // One for each bias.
  using Programs = std::array<Program, 2>;
  struct KindPrograms {
    Programs step, rim, at_once;
  };

  const KindPrograms& programs(const PackedCells& cells) const {
    return programs_[static_cast<std::size_t>(cells.codes().kind())];
  }

  std::array<KindPrograms, CellCodes::kKindCount> programs_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
  bool in_compute_;
};

}  // namespace repose::density
