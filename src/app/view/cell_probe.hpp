// Reads single cells of a CellView without making the frame wait for the GPU.
#pragma once

#include "app/frame/late_texels.hpp"
#include "app/view/cell_reading.hpp"

namespace repose {

class CellProbe {
 public:
  // Precondition: `cell` lies inside the view. Memory views answer at once. A texture's texel is copied into a buffer
  // by the GPU in its own time; until it has arrived the answer is the last one for the same cell, or none. Two cells
  // may be asked for in turn.
  std::optional<CellReading> read(const CellView& view, CellPoint cell);

 private:
  void collect();
  void ask(const CellView& view, CellPoint cell);

  LateTexels texels_;
  CellPoint asked_{-1, -1};
  int packing_ = 1;                   // cells a texel of what was asked
  Plane asked_field_ = Plane::cells;  // `cells` when the view had none
  struct Known {
    CellPoint cell{-1, -1};
    CellReading reading;
  };
  Known known_, known_before_;
};

}  // namespace repose
