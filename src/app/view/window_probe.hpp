// Reads rectangles of a view without making the frame wait for the GPU.
#pragma once

#include "app/view/late_window.hpp"

namespace repose {

class WindowProbe {
 public:
  // Precondition: `box` is inside the view. Views in memory answer at once. A texture is read back asynchronously:
  // returns the last rectangle that has arrived, of any request, or nothing. `step` is that of the view.
  const std::optional<SeenWindow>& read(const CellView& view, const CellBox& box, std::uint64_t step);

 private:
  void collect();

  LateWindow window_;
  std::uint64_t asked_generation_ = 0, asked_step_ = 0;
  std::optional<SeenWindow> seen_;
};

}  // namespace repose
