// The cells of the gpu backend of conserving, packed: 16 cells of a column to a texel (shaders/conserving/packed.glsl),
// and the tables of the rules by their codes. Everything that is no step - edits, pictures, reading back - uses
// GpuCells, a cell a texel: the cells are packed before steps if they have changed there, and unpacked when somebody
// asks for them.
#pragma once

#include <optional>
#include <string>

#include "automata/conserving/gpu_codes.hpp"
#include "automata/conserving/gpu_pass.hpp"
#include "automata/gpu_cells.hpp"

namespace repose::conserving {

class PackedCells {
 public:
  // Empty, with a sentence in `error`, on failure.
  static std::optional<PackedCells> create(std::string& error);

  void set_rules(const Rules& rules);
  const CellCodes& codes() const { return codes_; }
  // Makes room for a world. Changes the binding of the active texture unit.
  Status resize(int width, int height);

  // Copies the cells from one texel each, and back to the front canvas of `cells`.
  void pack(const GpuCells& cells) const;
  void unpack(const GpuCells& cells) const;

  // Makes this the current program, sets its uniforms that depend on rules and world, and binds the tables.
  void begin_pass(const Program& program, bool wraps) const;
  // Draws all texels with the current program, from the front cells and, if `fell`, the marks of those that have
  // fallen; then swaps.
  void draw_pass(bool fell = false);
  // Draws what fall carries up from texel to texel; draw_fall() then draws the cells after fall.
  void draw_starts() const;
  void draw_fall();
  const Texture& front() const { return planes_[front_].cells; }
  const GlVertexArray& no_vertices() const { return no_vertices_; }

 private:
  // The cells, and a bit for each that has fallen in this step.
  struct Plane {
    Texture cells, fell;
    Framebuffer framebuffer;
  };

  PackedCells(Program pack, Program unpack);

  Program pack_, unpack_;
  Texture pairs_, traits_;
  CellCodes codes_;
  Plane planes_[2];
  Canvas falls_;
  GlVertexArray no_vertices_;
  int front_ = 0, width_ = 0, height_ = 0;
  std::uint8_t background_ = 0;
};

}  // namespace repose::conserving
