// Reads single cells of a view without making the frame wait for the GPU.
#pragma once

#include "app/view/late_window.hpp"

namespace repose {

class CellProbe {
 public:
  // Precondition: `cell` is inside the view. Views in memory answer at once. A texture is read back asynchronously:
  // until the cell has arrived, returns the last value of the same cell, or nothing. Two cells may be requested
  // alternately.
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
