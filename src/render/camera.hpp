// Which part of the world is seen, how large, and which pixels its cells cover. Pure arithmetic: no GL, no window.
#pragma once

#include "repose/edit.hpp"

namespace repose {

// A rectangle of framebuffer pixels, origin at the top left of the window.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
  friend bool operator==(const PixelRect&, const PixelRect&) = default;
};

struct PixelPoint {
  double x = 0, y = 0;
  friend bool operator==(const PixelPoint&, const PixelPoint&) = default;
};

// Maps world cells to pixels of a viewport and back. Zoom is pixels per cell.
class Camera {
 public:
  static constexpr double kZoomMin = 1.0 / 32;  // 8192 cells in 256 pixels
  static constexpr double kZoomMax = 64;        // one cell is as large as a thumbnail

  void set_viewport(PixelRect viewport) { viewport_ = viewport; }
  const PixelRect& viewport() const { return viewport_; }

  // Shows the whole world, centred, as large as possible; with whole pixels per cell if that leaves little of the
  // viewport empty.
  void fit(int world_width, int world_height);
  // Shows the whole world, centred, exactly as large as it fits, even beyond the limits of zoom; for small pictures.
  void show_whole(int world_width, int world_height);
  // Zooms by `factor`; the cell under `at` stays there. A part of the world stays visible.
  void zoom_at(PixelPoint at, double factor);
  // Zooms to exactly one pixel a cell; the cell under `at` stays there.
  void zoom_to_cells(PixelPoint at);
  void pan(double dx_pixels, double dy_pixels);
  void centre_on(PixelPoint world);
  // Moves by the share `part` (0..1) towards zoom and position of `goal`. If only the zoom differs, the point that both
  // cameras show at the same pixel stays there.
  void approach(const Camera& goal, double part);
  // Keeps at least a part of the world inside the viewport.
  void keep_in_reach(int world_width, int world_height);

  bool sees_whole(int world_width, int world_height) const;

  double zoom() const { return zoom_; }
  // Top left corner of the world, in pixels.
  PixelPoint origin() const { return origin_; }
  // World coordinates (cells, fractional) of a pixel.
  PixelPoint to_world(PixelPoint pixel) const;
  PixelPoint to_pixel(PixelPoint world) const;
  // The cell under a pixel; may be outside the world.
  CellPoint cell_at(PixelPoint pixel) const;

  friend bool operator==(const Camera&, const Camera&) = default;

 private:
  PixelRect viewport_;
  PixelPoint origin_;
  double zoom_ = 1.0;
};

// ---- which cells a picture shows: the same arithmetic for the painter and the shaders ----

// Ends exclusive; empty when begin == end.
struct Range {
  int begin = 0, end = 0;
  int size() const { return end - begin; }
  bool empty() const { return begin >= end; }
  friend bool operator==(const Range&, const Range&) = default;
};

struct Area {
  Range x, y;
  bool empty() const { return x.empty() || y.empty(); }
  friend bool operator==(const Area&, const Area&) = default;
};

// The pixels of the viewport whose centres are on the world; in window pixels.
Area pixels_on_world(const Camera& camera, int world_width, int world_height);

// The cells that pixels of the viewport show, with `margin` cells more on every side, clipped to the world.
Area cells_in_view(const Camera& camera, int world_width, int world_height, int margin);

}  // namespace repose
