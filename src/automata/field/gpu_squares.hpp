// A field in a texture, in squares of 4 x 4 cells: a fragment computes a whole square, so that it reads what is around
// it once for 16 cells. kSquareSide in repose/cell_view.hpp describes the layout.
//
// The margin, and the cells of the last squares that are beyond the world, hold the value of the rim. So passes need no
// test for cells outside the world: no rule changes a cell that is a rim.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "gl/objects.hpp"
#include "gl/read_back.hpp"

namespace repose {

class FieldSquares {
 public:
  FieldSquares() = default;
  // Every cell holds `rim`. Precondition: a StateGuard.
  FieldSquares(int width, int height, std::int32_t rim, std::string_view label);

  GLuint name() const { return texture_.get(); }
  bool complete() const;
  void bind(int unit) const;
  // Draws the squares that hold cells of the box, or all with their margin, with the current program and vertex array.
  void draw(const FieldBox& box) const;
  void draw_with_margin() const;

  // The cells of the box, and those up to three columns beside it that share a texel with them.
  void write(const FieldPlane& field, const FieldBox& box) const;
  void read(FieldPlane& field, const FieldBox& box) const;

  // Reads all squares without their margin, layer by layer; take() puts the texels into a field of the same size.
  std::vector<ReadBackSource> sources() const;
  static void take(const TexelBytes* layers, FieldPlane& field);

 private:
  GlTexture texture_;
  GlFramebuffer framebuffer_;
  int columns_ = 0, rows_ = 0;  // of squares, without the margin
};

}  // namespace repose
