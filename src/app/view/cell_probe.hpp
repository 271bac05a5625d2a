// Reads single cells of a view without making the frame wait for the GPU.
#pragma once

#include "app/view/late_window.hpp"

namespace repose {

class CellProbe {
 public:
  // Precondition: `cell` lies inside the view. Views in memory answer at once. From textures the GPU copies the cell in
  // its own time: until it has arrived, the answer is the last one for the same cell, or none. Two cells may be asked
  // for in turn.
  std::optional<CellReading> read(const CellView& view, CellPoint cell);

 private:
  void collect();

  LateWindow window_;
  struct Known {
    CellPoint cell{-1, -1};
    CellReading reading;
  };
  Known known_, known_before_;
};

}  // namespace repose
