// Which part of the world is seen, and how large. Pure arithmetic: no GL, no window.
#pragma once

#include "repose/edit.hpp"

namespace repose {

// A rectangle of framebuffer pixels, origin at the top left of the window.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
};

struct PixelPoint {
  double x = 0, y = 0;
};

// Maps world cells to pixels of a viewport and back. Zoom is pixels per cell.
class Camera {
 public:
  static constexpr double kZoomMin = 1.0 / 32;  // 8192 cells in 256 pixels
  static constexpr double kZoomMax = 64;        // one cell is a thumbnail

  void set_viewport(PixelRect viewport) { viewport_ = viewport; }
  const PixelRect& viewport() const { return viewport_; }

  // The whole world, centred, as large as it fits; whole pixels per cell where that leaves little of the viewport empty.
  void fit(int world_width, int world_height);
  // Zooms by `factor` and keeps the cell under `at` under it. Never loses the world: its centre stays in reach.
  void zoom_at(PixelPoint at, double factor);
  void pan(double dx_pixels, double dy_pixels);
  // Keeps at least a part of the world inside the viewport.
  void keep_in_reach(int world_width, int world_height);

  double zoom() const { return zoom_; }
  // Top left corner of the world, in pixels.
  PixelPoint origin() const { return origin_; }
  // World coordinates (cells, fractional) of a pixel.
  PixelPoint to_world(PixelPoint pixel) const;
  PixelPoint to_pixel(PixelPoint world) const;
  // The cell under a pixel; may lie outside the world.
  CellPoint cell_at(PixelPoint pixel) const;

 private:
  PixelRect viewport_;
  PixelPoint origin_;
  double zoom_ = 1.0;
};

}  // namespace repose
