// Reads rectangles of a CellView without making the frame wait for the GPU.
#pragma once

#include <optional>

#include "app/frame/late_texels.hpp"
#include "app/view/cell_reading.hpp"

namespace repose {

class WindowProbe {
 public:
  // Precondition: `box` lies inside the view. Memory views answer at once. From a texture the GPU copies the rectangle
  // in its own time: the answer is the last one that has arrived, of whatever rectangle, or none. `step` is that of the
  // view.
  const std::optional<SeenWindow>& read(const CellView& view, const CellBox& box, std::uint64_t step);

 private:
  void collect();
  void ask(const CellView& view, const CellBox& box, std::uint64_t step);

  LateTexels texels_;
  CellView asked_view_;  // what it was: textures are only named, not touched any more
  SeenWindow asked_;     // without its cells
  std::optional<SeenWindow> seen_;
};

}  // namespace repose
