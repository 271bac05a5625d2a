// Reads single cells of a CellView without making the frame wait for the GPU.
#pragma once

#include <optional>

#include "gl/objects.hpp"
#include "repose/solver.hpp"

namespace repose {

class CellProbe {
 public:
  CellProbe() = default;
  ~CellProbe();
  CellProbe(const CellProbe&) = delete;
  CellProbe& operator=(const CellProbe&) = delete;

  // Precondition: `cell` lies inside the view. Memory views answer at once. A texture's texel is copied into a buffer by the
  // GPU in its own time; until it has arrived the answer is the last one for the same cell, or none.
  std::optional<std::uint8_t> read(const CellView& view, CellPoint cell);

 private:
  void collect();
  void ask(const CellView& view, CellPoint cell);

  GLuint framebuffer_ = 0;
  GLuint buffer_ = 0;
  GLsync arrival_ = nullptr;  // signalled when the copy of asked_ is there
  CellPoint asked_{-1, -1};
  CellPoint known_{-1, -1};
  std::uint8_t known_element_ = 0;
};

}  // namespace repose
